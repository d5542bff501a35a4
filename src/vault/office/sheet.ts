import { cleanText } from "../mail/clean-text.ts";
import { ImportRefusal } from "../reader/port.ts";

/** A stretch of a cell's words that look alike. */
export interface CellRun {
  readonly text: string;
  /** Shown with a line through it. */
  readonly isStruck: boolean;
}

/** A cell that holds something. */
export interface SheetCell {
  /** From 1: A. */
  readonly column: number;
  /** What its program shows, or what it holds where that is nothing. */
  readonly runs: readonly CellRun[];
  /** Whether its program shows it nowhere: its sheet, row or column is hidden, or its format shows nothing. */
  readonly isUnseen: boolean;
}

/** A row with at least one cell. */
export interface SheetRow {
  /** From 1. */
  readonly row: number;
  readonly cells: readonly SheetCell[];
}

/** A remark that somebody hung on a cell. */
export interface CellRemark {
  /** Such as `B4`. */
  readonly address: string;
  readonly speaker: string;
  /** As the file writes it; empty where it does not. */
  readonly dateText: string;
  readonly text: string;
}

/** A sheet as a reader finds it. */
export interface Sheet {
  readonly name: string;
  readonly isUnseen: boolean;
  readonly rows: readonly SheetRow[];
  readonly remarks: readonly CellRemark[];
  /** Words in shapes that lie over the cells, one for each shape. */
  readonly shapes: readonly string[];
}

/** Columns and rows that a sheet can have (ECMA-376 part 1, 18.3.1.13 and 18.3.1.73). */
export const [columnsMax, rowsMax] = [16_384, 1_048_576];

/** Longest name of a sheet or of who remarked something, in UTF-16 units; what is longer is cut. */
export const nameCharsMax = 200;

/** Filled cells of one file; a roster of a year for a hundred people has half of them. */
const cellsMax = 200_000;

/** Counts the cells of a file. Errors: `ImportRefusal` where there are more than a document may have. */
export class CellCount {
  #left = cellsMax;

  add(count: number): void {
    this.#left -= count;
    if (this.#left < 0)
      throw new ImportRefusal(
        "it has more filled cells than a document may have (200,000); save the sheet that matters in a file of its own and import that",
      );
  }
}

const letters = 26;

/** Letters of a column, counted from 1: `A`, `Z`, `AA`. */
export const columnName = (column: number): string =>
  column <= 0
    ? ""
    : columnName(Math.floor((column - 1) / letters)) + String.fromCharCode(65 + ((column - 1) % letters));

/** The address of a cell, such as `B4`. */
export const cellAddress = (column: number, row: number): string => `${columnName(column)}${row}`;

/** The column of an address, counted from 1; undefined for what is no address. */
export const columnOf = (address: string): number | undefined => {
  const [, name] = /^([A-Z]{1,3})\d{1,7}$/.exec(address) ?? [];
  return name === undefined
    ? undefined
    : [...name].reduce((sum, letter) => sum * letters + letter.charCodeAt(0) - 64, 0);
};

/** Runs as they stand in one line: cleaned, without white space at the ends, neighbours of one look as one. */
export const tidied = (runs: readonly CellRun[]): CellRun[] => {
  const joined: CellRun[] = [];
  for (const { text, isStruck } of runs) {
    const last = joined.at(-1);
    if (last?.isStruck === isStruck) joined[joined.length - 1] = { text: last.text + text, isStruck };
    else joined.push({ text, isStruck });
  }
  const lines = joined.map(({ text, isStruck }) => ({ text: cleanText(text).replace(/\s+/g, " "), isStruck }));
  const filled = lines.filter(({ text }, i) => text.trim() !== "" || (i > 0 && i < lines.length - 1 && text !== ""));
  return filled
    .map(({ text, isStruck }, i) => ({
      text:
        i === 0
          ? filled.length === 1
            ? text.trim()
            : text.trimStart()
          : i === filled.length - 1
            ? text.trimEnd()
            : text,
      isStruck,
    }))
    .filter(({ text }) => text !== "");
};
