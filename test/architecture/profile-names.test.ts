import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { projectRoot } from "../../scripts/import-rules.ts";
import { shippedProfiles, shippedText } from "../../src/profile/shipped.ts";
import { readTextFormat } from "../../src/profile/text-reader.ts";
import { namesInCode, namesOf } from "./profile-names.ts";

const names = namesOf(shippedProfiles(), readTextFormat(WorkflowProfileSchema, shippedText("common.txtpb")).message);

/** The example is one case of one kind of memo. */
const apart = /^src\/demo\//;

/** Words for roles that are words for other things, with the files in which they are these. */
const otherThings: readonly (readonly [word: string, files: RegExp])[] = [
  // A paragraph of an article.
  ["lid", /^src\//],
  // A program that calls.
  ["client", /^src\//],
  // Of a mail, or of what is encrypted.
  ["recipient", /^src\/(?:vault\/mail|search\/query|cli\/commands|backup)\//],
  // Whose an installation is.
  ["tenant", /^src\/(?:installation|main\/backed-up)\.ts$/],
  // What made a regulation, an element of its files, or a word of its title.
  ["municipality", /^src\/lawbot\/nl\//],
  ["board", /^src\/lawbot\/nl\//],
  ["organisatie", /^src\/lawbot\/nl\//],
  ["school", /^src\/citation\/name-borders\.ts$/],
  ["instelling", /^src\/citation\/name-borders\.ts$/],
  ["college", /^src\/grounding\/language\/courts\.ts$/],
  // What a program or a message is part of.
  ["organisation", /^src\/vault\/outlook\//],
  ["member", /^src\/model\/providers\/shape\.ts$/],
  // Forms in which firms exist, and the example's letter.
  ["company", /^src\/(?:grounding\/(?:acts|parties)|cli\/commands\/demo)\.ts$/],
  ["stichting", /^src\/grounding\/parties\.ts$/],
  ["vereniging", /^src\/grounding\/parties\.ts$/],
  ["gemeente", /^src\/grounding\/parties\.ts$/],
];

describe("code that knows no kind of memo", () => {
  it("says no name of a kind, a slot, a reader or a profile, and no word for a role", () => {
    const files = globSync("src/**/*.{ts,tsx}", { cwd: projectRoot }).filter((file) => !apart.test(file));
    expect(files.length).toBeGreaterThan(1000);
    const found = files.flatMap((file) =>
      namesInCode(readFileSync(join(projectRoot, file), "utf8"), file, names).map((one) => ({ file, ...one })),
    );
    const isOther = ({ file, name }: { file: string; name: string }): boolean =>
      otherThings.some(([word, where]) => word === name && where.test(file));
    expect(found.filter((one) => !isOther(one)).map(({ file, line, name }) => `${file}:${line}: ${name}`)).toEqual([]);
    // What is allowed for nothing hides what comes.
    const idle = otherThings.filter(
      ([word, where]) => !found.some(({ file, name }) => name === word && where.test(file)),
    );
    expect(idle).toEqual([]);
  });

  it.each([
    [
      "a kind in a comparison",
      'const is = (k: { name: string }) => k.name === "assertion-of-letter";',
      "assertion-of-letter",
    ],
    ["a kind as a key", 'export const phrases = { "legal-basis": 1 };', "legal-basis"],
    ["a plain name where kinds are read", 'const asks = ({ claimKind }: C) => claimKind === "request";', "request"],
    ["a list of kinds", 'const asking = new Set(["request", "reservation", "question"]);', "question"],
    ["a reader", 'const is = (i: I) => i.audience === "uwv";', "uwv"],
    ["a role in a sentence", "const said = (x: string) => `de brief van mijn werkgever van ${x}`;", "werkgever"],
    ["a role in a pattern", "const found = /^(?:de\\s+)?verhuurder$/u;", "verhuurder"],
    ["a role in English", "const said = (x: string) => `the letter of my employer of ${x}`;", "employer"],
    ["another form of a role", 'const found = new Set(["werkneemster"]);', "werkneemster"],
    ["a role that goes on in a pattern", "const found = /(?:werknem(?:er|ster)|werkgever|curator)/u;", "werkgever"],
    ["a profile", 'const first = find("email-reply");', "email-reply"],
  ])("is not code with %s", (_, source, name) => {
    expect(namesInCode(source, "a.ts", names).map((one) => one.name)).toContain(name);
  });

  it("may have the same words for other things", () => {
    const source = 'type T = Pick<Written, "answer" | "request">;\nconst told = held("request", clientOf());';
    expect(namesInCode(source, "a.ts", names)).toEqual([]);
  });
});
