import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../../scripts/import-rules.ts";
import { brokenPaths } from "../../scripts/told-paths.ts";
import { newFolder } from "../support/new-folder.ts";

const root = newFolder("told");

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

it("every path, link and decision that a comment or a page names is part of the project", () => {
  expect(brokenPaths(projectRoot)).toEqual([]);
});

it("one that is not is told with its line, and code, units and patterns are let be", () => {
  write("src/a.ts", '/** See src/gone.ts and src/a.ts. */\nconst path = "src/also-gone.ts";\n// as ADR 9 says\n');
  write(
    "docs/page.md",
    "# Page\n[there](page.md) and [not](gone.md), test/*.ts, 300 docs/s, https://a.b/src/x.ts\nsrc/b.ts.",
  );
  write("docs/adr/0001-first.md", "ADR 1 in [the page](../page.md#top) at docs/<name>.md");
  expect(brokenPaths(root)).toEqual([
    "docs/page.md:2: gone.md is not part of the project",
    "docs/page.md:3: src/b.ts is not part of the project",
    "src/a.ts:1: src/gone.ts is not part of the project",
    "src/a.ts:3: decision 0009 is not part of the project",
  ]);
});
