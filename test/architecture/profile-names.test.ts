import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WorkflowProfileSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { projectRoot } from "../../scripts/import-rules.ts";
import { shippedProfiles, shippedText } from "../../src/profile/shipped.ts";
import { readTextFormat } from "../../src/profile/text-reader.ts";
import { namesInCode, namesOf } from "./profile-names.ts";

const names = namesOf(shippedProfiles(), readTextFormat(WorkflowProfileSchema, shippedText("common.txtpb")).message);

/** The example is one case of one kind of memo; the last two rooms read texts of law, whose parties have the same nouns. */
const apart = /^src\/(?:demo|citation|lawbot)\//;

describe("code that knows no kind of memo", () => {
  it("says no name of a kind, a slot, a reader or a profile, and no word for a role", () => {
    const files = globSync("src/**/*.{ts,tsx}", { cwd: projectRoot }).filter((file) => !apart.test(file));
    expect(files.length).toBeGreaterThan(1000);
    const found = files.flatMap((file) =>
      namesInCode(readFileSync(join(projectRoot, file), "utf8"), file, names).map(
        ({ name, line }) => `${file}:${line}: ${name}`,
      ),
    );
    expect(found).toEqual([]);
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
    ["a profile", 'const first = find("email-reply");', "email-reply"],
  ])("is not code with %s", (_, source, name) => {
    expect(namesInCode(source, "a.ts", names).map((one) => one.name)).toContain(name);
  });

  it("may have the same words for other things", () => {
    const source = 'type T = Pick<Written, "answer" | "request">;\nconst told = held("request", clientOf());';
    expect(namesInCode(source, "a.ts", names)).toEqual([]);
  });
});
