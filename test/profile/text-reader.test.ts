import { create, equals } from "@bufbuild/protobuf";
import { fromText, toText } from "@bufbuild/protobuf/txtpb";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Strictness, WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { builtinProfiles } from "../../src/profile/builtin.ts";
import { readTextFormat } from "../../src/profile/text-reader.ts";
import { TextProblem } from "../../src/profile/text-tokens.ts";

const read = (text: string) => readTextFormat(WorkflowProfileSchema, text).message;
const problem = (text: string): string => {
  try {
    read(text);
  } catch (error) {
    if (error instanceof TextProblem) return `${error.line}: ${error.message}`;
    throw error;
  }
  return "accepted";
};

describe("a profile in the protobuf text format", () => {
  it("is read in every way the format writes it", () => {
    const text = `
      # A comment.
      profile_id: "mine" version: 2; strictness: STRICTNESS_REPAIR,
      case_law: true
      title { locale: "nl" text: 'Titel "x"' "\\n\\u00e9"`.replace("\\u00e9", "é");
    const message = read(`${text} }
      title: [{ locale: "en", text: "T" }, { locale: "de" }]
      claim_kinds { name: "a" cues: ["b", "c"] cues: "d" slots: [] }
      budget: { tool_steps: 3 }`);
    expect(message).toEqual(
      create(WorkflowProfileSchema, {
        ...{ profileId: "mine", version: 2, strictness: Strictness.REPAIR, caseLaw: true, budget: { toolSteps: 3 } },
        title: [{ locale: "nl", text: 'Titel "x"\né' }, { locale: "en", text: "T" }, { locale: "de" }],
        claimKinds: [{ name: "a", cues: ["b", "c", "d"] }],
      }),
    );
  });

  it("says on which line each field stands", () => {
    const { lines } = readTextFormat(
      WorkflowProfileSchema,
      'version: 1\nsections {\n  name: "a"\n  claim_kinds: [\n    "x",\n    "y"]\n}\nsections { name: "b" }',
    );
    expect(Object.fromEntries(lines)).toMatchObject({
      version: 1,
      "sections[0]": 2,
      "sections[0].name": 3,
      "sections[0].claim_kinds": 4,
      "sections[0].claim_kinds[1]": 6,
      "sections[1].name": 8,
    });
  });

  it.each([
    ['profile_id: "a"\nprofile_id: "b"', "2: profile_id stands twice"],
    ["budget {}\n\nbudget {}", "3: budget stands twice"],
    ['\nname: "a"', "2: WorkflowProfile has no field name"],
    ['profileId: "a"', "1: WorkflowProfile has no field profileId"],
    ["profile_id: 3", '1: profile_id is a text in quotes, not "3"'],
    ['profile_id "a"', "1: : was expected, not a text"],
    ['profile_id: "a', "1: the text is not closed on its line"],
    ['profile_id: "a\nb"', "1: the text is not closed on its line"],
    ['profile_id: "\\x41"', "1: \\x is no escape; write the character itself"],
    ["version: -1", "1: version is a whole number from 0, in decimal digits"],
    ["version: 0x10", "1: version is a whole number from 0, in decimal digits"],
    ["version: 4294967296", "1: version is a whole number from 0, in decimal digits"],
    ["case_law: 1", "1: case_law is true or false"],
    ["strictness: 2", "1: strictness is one of STRICTNESS_UNSPECIFIED, STRICTNESS_STRICT, STRICTNESS_REPAIR"],
    ["title {\n", "2: a } is missing before the end of the file"],
    ["title <", '1: "<" has no meaning here'],
    ["title { } }", '1: a field name was expected, not "}"'],
    ["[x]: 1", '1: a field name was expected, not "["'],
    ["12: 1", '1: a field name was expected, not "12"'],
    ["title: [{}", "1: ] was expected, not the end of the file"],
    ["version:", "1: version is a whole number from 0, in decimal digits"],
  ])("is refused with its line: %j", (text, expected) => {
    expect(problem(text)).toBe(expected);
  });

  it("reads back what the runtime writes of the built-in profiles", () => {
    for (const profile of builtinProfiles())
      expect(equals(WorkflowProfileSchema, read(toText(WorkflowProfileSchema, profile)), profile)).toBe(true);
  });

  it("agrees with the runtime's reader wherever it accepts, and never fails otherwise than by saying where", () => {
    const source = toText(WorkflowProfileSchema, builtinProfiles()[0]!).split("\n").slice(0, 60);
    const damage = fc.tuple(fc.nat(59), fc.constantFrom("delete", "double", "junk", "cut"), fc.nat(40));
    const junk = ["{", "}", '"', "'", ":", "[", "]", ",", "#", "\\", "1", "true", "x", "\u2028"];
    fc.assert(
      fc.property(fc.array(damage, { maxLength: 3 }), (damages) => {
        const lines = [...source];
        for (const [line, how, at] of damages) {
          const text = lines[line] ?? "";
          const junkOne = junk[at % junk.length] as string;
          if (how === "delete") lines[line] = "";
          if (how === "double") lines[line] = `${text}\n${text}`;
          if (how === "junk") lines[line] = text.slice(0, at) + junkOne + text.slice(at);
          if (how === "cut") lines[line] = text.slice(0, at);
        }
        const text = lines.join("\n");
        if (problem(text) !== "accepted") return;
        expect(equals(WorkflowProfileSchema, read(text), fromText(WorkflowProfileSchema, text))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});
