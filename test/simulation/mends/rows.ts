import { join } from "node:path";
import { readTable } from "../../support/cases/table.ts";

/** A mend that is taken out again, and the test that must fail without it. */
export interface Mend {
  readonly finding: string;
  readonly test: string;
  /** What the test's name begins with or holds. */
  readonly name: string;
  /** How the code reads without the mend: its deciding lines, as they stand and as they stood or might. */
  readonly without: (readonly [file: string, line: string, instead: string])[];
}

const columns = { needed: ["finding", "test", "name", "file", "line", "instead"] };

/** The mends of `rows.tsv`; a row without a finding is a further line of the one above. */
export const mends: readonly Mend[] = readTable(join(import.meta.dirname, "rows.tsv"), columns).reduce<Mend[]>(
  (told, row) => {
    const [finding, test, name] = ["finding", "test", "name"].map(row.cell) as [string, string, string];
    if (finding !== "") told.push({ finding, test, name, without: [] });
    told.at(-1)?.without.push([row.cell("file"), row.cell("line"), row.cell("instead")]);
    return told;
  },
  [],
);
