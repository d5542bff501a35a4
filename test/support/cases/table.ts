import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { projectRoot } from "../../../scripts/import-rules.ts";

/** The folder of all cases. */
export const casesFolder = join(projectRoot, "cases");

/** A file of a case that cannot be read as it stands: where, and what its writer can do about it. */
export class CaseError extends Error {
  override readonly name = "CaseError";
}

/** One row of a table, which knows where it stands. */
export interface Row {
  readonly line: number;
  /** The cell of a column, trimmed; empty where the row or the table has none, and where a lone `-` says so. */
  cell(column: string): string;
  /** The same, and an error where it is empty. */
  needed(column: string, todo: string): string;
  /** The parts of a cell between separators, without empty ones. */
  list(column: string, separator: string): string[];
  /** The error for one cell: names file, line and column, and ends with what to do. */
  wrong(column: string, what: string): CaseError;
}

/** Columns of a table: those it must have, and those it may. */
export interface Columns {
  readonly needed: readonly string[];
  readonly allowed?: readonly string[];
}

/**
 * The rows of a table of tab-separated values. Its first line names the columns; lines that are empty or begin with `#` are
 * notes. In a cell `\n` is the end of a line, `\t` a tab and `\\` a backslash. Errors: a column that is not known or not there, a row with more
 * cells than columns.
 */
export const readTable = (path: string, { needed, allowed = [] }: Columns): Row[] => {
  const file = shownPath(path);
  const lines = textOf(path).split(/\r?\n/u);
  const first = lines.findIndex((line) => !isNote(line));
  const names = (lines[first] ?? "").split("\t").map((name) => name.trim().toLowerCase().replaceAll("_", " "));
  const where = (line: number, column: string) => `${file}:${line}: column "${column}"`;
  for (const name of needed)
    if (!names.includes(name))
      throw new CaseError(
        `${where(first + 1, name)} is missing: the first line names the columns, with a tab between them; write ${[...needed, ...allowed].join(", ")}`,
      );
  for (const name of names)
    if (!needed.includes(name) && !allowed.includes(name))
      throw new CaseError(
        `${where(first + 1, name)} is not known: take it out, or call it one of ${[...needed, ...allowed].join(", ")}`,
      );
  return lines.flatMap((text, at) => {
    if (at <= first || isNote(text)) return [];
    const cells = text.split("\t");
    if (cells.length > names.length)
      throw new CaseError(
        `${where(at + 1, names.at(-1) ?? "")} is followed by ${cells.length - names.length} more: take out the tabs that are too many; a tab inside a cell is written \\t`,
      );
    return [rowOf(at + 1, new Map(names.map((name, nth) => [name, plain(cells[nth] ?? "")])), where)];
  });
};

const rowOf = (
  line: number,
  cells: ReadonlyMap<string, string>,
  where: (line: number, column: string) => string,
): Row => {
  const cell = (column: string): string => cells.get(column) ?? "";
  const wrong = (column: string, what: string) => new CaseError(`${where(line, column)}: ${what}`);
  return {
    line,
    cell,
    wrong,
    needed(column, todo) {
      const value = cell(column);
      if (value === "") throw wrong(column, `is empty: ${todo}`);
      return value;
    },
    list: (column, separator) =>
      cell(column)
        .split(separator)
        .map((part) => part.trim())
        .filter((part) => part !== ""),
  };
};

/** The text of a table as spreadsheets save it: in UTF-8, or in UTF-16 with its mark. */
const textOf = (path: string): string => {
  const bytes = readFileSync(path);
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CaseError(`${shownPath(path)} is not in UTF-8: save it again, as text with tabs in Unicode (UTF-8)`, {
      cause,
    });
  }
};

/** Does something with each row; what is wrong with several of them is told together. */
export const forEachRow = (rows: readonly Row[], read: (row: Row, at: number) => void): void => {
  const wrong: CaseError[] = [];
  rows.forEach((row, at) => {
    try {
      read(row, at);
    } catch (error) {
      if (!(error instanceof CaseError)) throw error;
      wrong.push(error);
    }
  });
  if (wrong.length > 0) throw new CaseError(wrong.map(({ message }) => message).join("\n"));
};

const isNote = (line: string): boolean => line.trim() === "" || line.startsWith("#");

const plain = (cell: string): string => {
  const text = unquoted(cell.trim());
  if (text === "-") return "";
  return text.replaceAll(/\\([nt\\])/gu, (_, sign: string) => (sign === "n" ? "\n" : sign === "t" ? "\t" : "\\"));
};

/** A spreadsheet puts marks around a cell that has some in it, and doubles those. */
const unquoted = (cell: string): string =>
  /^"(?:[^"]|"")*"$/u.test(cell) ? cell.slice(1, -1).replaceAll('""', '"').trim() : cell;

/** A cell as it is written in a table. */
export const asCell = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\t", "\\t");

/** A path as messages show it: from the top of the project. */
export const shownPath = (path: string): string => relative(projectRoot, path);
