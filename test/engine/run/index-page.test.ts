import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { sourceFiles } from "../../../scripts/import-rules.ts";
import { derivedSpaces, keptSpaces } from "../../../src/engine/run/spaces.ts";
import { indexPage } from "../../support/index-page.ts";

const root = new URL("../../../", import.meta.url);

describe("the list of spaces", () => {
  it("is what docs/formats/index.md says; otherwise run node test/support/write-index-doc.ts", () => {
    expect(readFileSync(new URL("docs/formats/index.md", root), "utf8")).toBe(indexPage());
  });

  it("names each space once", () => {
    const names = [...derivedSpaces, ...keptSpaces].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it("is read through one file: nobody else lists or reads records of a run's store", () => {
    const readers = sourceFiles(root.pathname, "src")
      .filter(({ path, text }) => path.startsWith("src/engine/") && /\b(?:store|#store)\.(?:list|record)\(/.test(text))
      .map(({ path }) => path);
    expect(readers).toEqual(["src/engine/run/run-index.ts", "src/engine/run/run-store.ts"]);
    const listers = sourceFiles(root.pathname, "src").filter(
      ({ path, text }) => /^src\/(?:engine|rpc|main)/.test(path) && /\bstore\.list\(/i.test(text),
    );
    expect(listers.map(({ path }) => path)).toEqual(["src/engine/run/run-index.ts"]);
  });
});
