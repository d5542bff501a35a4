import { join } from "node:path";
import { casesFolder, readTable } from "./table.ts";

/** The rows of a table of cases/ as plain cells, for `it.each`; a cell that is left out is empty. Errors: those of `readTable`. */
export const rowsOf = <Column extends string>(
  file: string,
  columns: readonly Column[],
): readonly Readonly<Record<Column, string>>[] =>
  readTable(join(casesFolder, file), { needed: columns }).map(
    (row) => Object.fromEntries(columns.map((column) => [column, row.cell(column)])) as Record<Column, string>,
  );

/** The same, each row as its cells in the order of the columns. */
export const cellsOf = <const Columns extends readonly string[]>(
  file: string,
  ...columns: Columns
): readonly { readonly [At in keyof Columns]: string }[] =>
  rowsOf(file, columns).map(
    (row: Readonly<Record<string, string>>) =>
      columns.map((column) => row[column] ?? "") as { [At in keyof Columns]: string },
  );
