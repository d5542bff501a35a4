import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { projectRoot } from "../../scripts/import-rules.ts";
import { mends } from "../simulation/mends/rows.ts";

const read = (file: string): string => readFileSync(join(projectRoot, file), "utf8");

// The campaign that takes mends out runs for half an hour, and would find a line that was renamed long after.
describe("each mend of a finding", () => {
  it("has its deciding lines, each once, and a test of its name", () => {
    const faults = mends.flatMap(({ finding, test, name, without }) => [
      ...without.flatMap(([file, line]) =>
        read(file).split(line).length === 2 ? [] : [`${finding}: ${file} has no such line, or more than one: ${line}`],
      ),
      ...(read(test).includes(name) ? [] : [`${finding}: ${test} has no test “${name}”`]),
    ]);
    expect(faults).toEqual([]);
  });

  it("is of a finding from F1 to F21, and none is left out", () => {
    const all = Array.from({ length: 21 }, (_, at) => `F${at + 1}`);
    expect([...new Set(mends.map(({ finding }) => finding))].sort()).toEqual(all.toSorted());
  });
});
