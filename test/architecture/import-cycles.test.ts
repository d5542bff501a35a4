import { describe, expect, it } from "vitest";
import { importCycles } from "../../scripts/import-cycles.ts";
import { projectRoot, type SourceFile, sourceFiles } from "../../scripts/import-rules.ts";

/** A file that imports the types of others. */
const file = (path: string, ...targets: string[]): SourceFile => ({
  path,
  text: targets.map((target) => `import type { A } from "${target}";\n`).join(""),
});

describe("circles of imports, types counted", () => {
  it("are in no file of src", () => {
    expect(importCycles(sourceFiles(projectRoot, "src"))).toEqual([]);
  });

  it("are told with all their files, however long the way round", () => {
    const told = importCycles([
      file("src/run/a.ts", "./b.ts", "./d.ts"),
      file("src/run/b.ts", "./deep/c.ts"),
      file("src/run/deep/c.ts", "../a.ts"),
      file("src/run/d.ts"),
    ]);
    expect(told).toEqual([expect.stringMatching(/^src\/run\/a\.ts, src\/run\/b\.ts, src\/run\/deep\/c\.ts: /)]);
  });

  it("are told apart when a file of one imports a file of another", () => {
    const told = importCycles([
      file("src/run/a.ts", "./b.ts", "#kit/x.ts"),
      file("src/run/b.ts", "./a.ts"),
      file("src/kit/x.ts", "./y.ts"),
      file("src/kit/y.ts", "./x.ts"),
    ]);
    expect(told).toHaveLength(2);
  });

  it("are not what two files have that import the same third", () => {
    expect(
      importCycles([file("src/run/a.ts", "./b.ts", "./c.ts"), file("src/run/b.ts", "./c.ts"), file("src/run/c.ts")]),
    ).toEqual([]);
  });
});
