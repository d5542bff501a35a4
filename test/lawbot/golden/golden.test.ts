import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { describeWithData } from "../../support/shared-data.ts";
import { goldenFiles, goldenFolders, goldenRow, readTable, tableFile, writeTable } from "./digests.ts";

const table = readTable();

for (const folder of goldenFolders)
  describeWithData(`canonical texts of ${folder}`, folder, () => {
    const files = goldenFiles(folder);

    it.each(files)("%s becomes the text and the addresses that quotes in the field rest on", async (file) => {
      // A changed text takes its source away from every quote verified in it: test/lawbot/golden/write.ts says what to do.
      expect(await goldenRow(file)).toEqual(table.get(file));
    });

    it("is covered whole: no file without a row, no row without a file", () => {
      expect([...table.keys()].filter((file) => file.startsWith(`${folder}/`))).toEqual(files);
    });
  });

describe("the table of digests", () => {
  const rows = [...table.values()];

  it("has two digests for every text and none for a file that makes none", () => {
    const withText = rows.filter(({ text }) => text !== "-");
    for (const { text, artifact } of withText) expect(`${text} ${artifact}`).toMatch(/^[0-9a-f]{64} [0-9a-f]{64}$/);
    for (const { what, text, artifact } of rows.filter((each) => !withText.includes(each)))
      expect(`${what} ${text} ${artifact}`).toMatch(/^(?:register|names|refused [A-Z_]+) - -$/);
    expect(withText.length).toBeGreaterThanOrEqual(120);
  });

  it("is written as it is read, so that writing it anew shows only what changed", () => {
    expect(writeTable(rows)).toBe(readFileSync(tableFile, "utf8"));
  });
});
