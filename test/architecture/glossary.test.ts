import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../../scripts/import-rules.ts";

const rows = [
  ...readFileSync(join(projectRoot, "docs/glossary.md"), "utf8").matchAll(
    /^\| \*\*(?<word>[^*]+)\*\* \| (?<meaning>[^|]+) \| `(?<file>[^`]+)` \|$/gmu,
  ),
].map(({ groups }) => groups as { word: string; meaning: string; file: string });

/** Whether a text uses a word, by itself, in the plural or as a part of a name: `look`, `looks`, `LookedAt`, `isLook`. */
const uses = (text: string, word: string): boolean => {
  const parts = word.split(" ").join("[ \\n*/-]*");
  const capital = parts.replace(/^./u, (first) => first.toUpperCase());
  return new RegExp(`\\b${parts}(?:s|ed)?\\b|(?<![A-Z])${capital}|\\b${parts}[A-Z]`, "u").test(text);
};

describe("the glossary", () => {
  it("gives a meaning and a file for every word, once", () => {
    const lines = readFileSync(join(projectRoot, "docs/glossary.md"), "utf8").match(/^\| \*\*/gmu) ?? [];
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.length).toBe(lines.length);
    expect(new Set(rows.map(({ word }) => word)).size).toBe(rows.length);
  });

  it.each(rows)("$word lives in $file", ({ word, file }) => {
    expect(existsSync(join(projectRoot, file))).toBe(true);
    expect(uses(readFileSync(join(projectRoot, file), "utf8"), word)).toBe(true);
  });

  it("a word that a file does not use is told from one that it uses", () => {
    expect(uses("const book = bookOf(draft);", "book")).toBe(true);
    expect(uses("/** Looks of a draft. */", "look")).toBe(true);
    expect(uses("const bookkeeping = overlooked;", "look")).toBe(false);
    expect(uses("const bookkeeping = 1;", "book")).toBe(false);
  });
});
