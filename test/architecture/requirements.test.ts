import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../../scripts/import-rules.ts";

// docs/requirements.md says which test shows which rule. A page like that rots in silence when a test is renamed, so it is
// held against the test files here.

interface Row {
  readonly rule: string;
  readonly parts: readonly string[];
}

const rowsOf = (page: string): Row[] =>
  [...page.matchAll(/^\| ([SF]\d+) \| [^|]+ \| ([^|]*) \|$/gm)].map(([, rule = "", shown = ""]) => ({
    rule,
    parts: shown.split("<br>"),
  }));

/** A test as the page names it, or undefined where the part is a reason. */
const testOf = (part: string): { file: string; name: string } | undefined => {
  const [, file, name] = /^`(test\/[\w./-]+\.ts)`: (.+)$/.exec(part) ?? [];
  return file && name ? { file, name } : undefined;
};

/** What is wrong with one part of a row; undefined: nothing. */
const faultOf = (part: string): string | undefined => {
  const test = testOf(part);
  if (!test)
    return /^(?:open|otherwise|not built|does not apply): \S/.test(part)
      ? undefined
      : `${part}: neither test nor reason`;
  const path = join(projectRoot, test.file);
  if (!existsSync(path)) return `${test.file} is not there`;
  const text = readFileSync(path, "utf8").replaceAll('\\"', '"');
  // A name is what a call opens with: a sentence in a comment or a fixture is no test.
  const name = test.name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const isNamed = new RegExp(`\\(\\s*(["\`])${name}\\1`).test(text);
  return isNamed ? undefined : `${test.file} has no test “${test.name}”`;
};

const rows = rowsOf(readFileSync(join(projectRoot, "docs/requirements.md"), "utf8"));

describe("docs/reliability.md", () => {
  it("names for each finding of an attack tests that exist", () => {
    const found = rowsOf(readFileSync(join(projectRoot, "docs/reliability.md"), "utf8"));
    expect(found.map(({ rule }) => rule)).toEqual(Array.from({ length: 21 }, (_, at) => `F${at + 1}`));
    expect(found.flatMap(({ parts }) => parts.flatMap((part) => faultOf(part) ?? []))).toEqual([]);
    expect(found.filter(({ parts }) => !parts.some(testOf))).toEqual([]);
  });
});

describe("docs/requirements.md", () => {
  it("has one row for each rule, in order", () => {
    expect(rows.map(({ rule }) => rule)).toEqual(Array.from({ length: 102 }, (_, at) => `S${at + 1}`));
  });

  it("names tests that exist, and for the rest gives a reason", () => {
    expect(
      rows.flatMap(({ rule, parts }) =>
        parts.flatMap((part) => faultOf(part) ?? []).map((fault) => `${rule}: ${fault}`),
      ),
    ).toEqual([]);
  });

  it("would be refused for a renamed test, a file that is gone, and an empty cell", () => {
    const file = "test/architecture/requirements.test.ts";
    expect(faultOf(`\`${file}\`: has one row for each rule, in order`)).toBeUndefined();
    expect(faultOf(`\`${file}\`: has one row for each rule`)).toContain("has no test");
    expect(faultOf("`test/architecture/gone.test.ts`: x")).toContain("is not there");
    expect(faultOf("")).toContain("neither");
  });
});
