import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { commandWordsSource, fieldsPage } from "../support/tool-pages.ts";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

describe("what is generated from the tools' definitions", () => {
  it.each([
    ["docs/tool-fields.md", fieldsPage],
    ["src/cli/tool/built-in.ts", commandWordsSource],
  ] as const)("is what stands in %s; otherwise run node test/support/write-tool-pages.ts", (path, made) => {
    expect(read(path)).toBe(made());
  });
});
