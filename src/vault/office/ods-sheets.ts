import { cleanText, oneLine } from "../mail/clean-text.ts";
import type { Line } from "./lines.ts";
import { OdfChanges } from "./odf-changes.ts";
import { OdfInline } from "./odf-inline.ts";
import { allNamed, type OpenDocument } from "./odf-package.ts";
import type { OdfStyles } from "./odf-styles.ts";
import { at, childrenOf, wordsOf, type XmlElement } from "./office-package.ts";
import {
  CellCount,
  type CellRemark,
  type CellRun,
  cellAddress,
  columnsMax,
  nameCharsMax,
  rowsMax,
  type Sheet,
  type SheetCell,
  type SheetRow,
  tidied,
} from "./sheet.ts";

/** The sheets of an OpenDocument spreadsheet (part 3, 9), each cell as its program showed it last. */
export const readSheets = ({ body, styles }: OpenDocument): Sheet[] => {
  const count = new CellCount();
  return childrenOf(body, "table").map((table) => new TableReader(styles, count).read(table));
};

class TableReader {
  readonly #styles: OdfStyles;
  readonly #count: CellCount;
  readonly #rows: SheetRow[] = [];
  readonly #remarks: CellRemark[] = [];
  readonly #hiddenColumns = new Uint8Array(columnsMax + 1);

  constructor(styles: OdfStyles, count: CellCount) {
    this.#styles = styles;
    this.#count = count;
  }

  read(table: XmlElement): Sheet {
    const { name = "", "style-name": style } = table.attributes;
    let column = 1;
    for (const one of within(table, "table-column")) {
      const times = timesOf(one, "number-columns-repeated");
      if (isHidden(one)) this.#hiddenColumns.fill(1, column, column + times);
      column += times;
    }
    let row = 1;
    for (const one of within(table, "table-row")) {
      const times = timesOf(one, "number-rows-repeated");
      // What is repeated is read once: an empty sheet is a million rows of one.
      const before = this.#remarks.length;
      const cells = this.#cells(one, row);
      const filled = cells.length > 0 ? Math.min(times, rowsMax - row + 1) : 0;
      this.#count.add(cells.length * filled + this.#remarks.length - before);
      for (let i = 0; i < filled; i++) this.#rows.push({ row: row + i, cells });
      row += times;
      if (row > rowsMax) break;
    }
    return {
      name: oneLine(name, nameCharsMax),
      isUnseen: this.#styles.isHidden("table", style) === true,
      rows: this.#rows,
      remarks: this.#remarks,
      shapes: childrenOf(table, "shapes").flatMap((shapes) => this.#shapesIn(shapes)),
    };
  }

  #cells(row: XmlElement, number: number): SheetCell[] {
    const cells: SheetCell[] = [];
    let column = 1;
    for (const cell of childrenOf(row)) {
      if (cell.name !== "table-cell" && cell.name !== "covered-table-cell") continue;
      const times = timesOf(cell, "number-columns-repeated");
      const runs = this.#runs(cell);
      this.#remark(cell, cellAddress(column, number));
      for (let i = 0; runs.length > 0 && i < times && column + i <= columnsMax; i++)
        cells.push({
          column: column + i,
          runs,
          isUnseen: isHidden(row) || cell.name === "covered-table-cell" || this.#hiddenColumns[column + i] === 1,
        });
      column += times;
      if (column > columnsMax) break;
    }
    return cells;
  }

  #runs(cell: XmlElement): CellRun[] {
    const isStruck = this.#styles.isStruck("table-cell", cell.attributes["style-name"]) === true;
    const lines = childrenOf(cell, "p").map((line) => this.#line(line));
    const shapes = childrenOf(cell)
      .filter(({ name }) => name !== "p" && name !== "annotation" && name !== "detective")
      .flatMap((shape) => this.#shapesIn(shape))
      .map((text) => [{ text, isStruck: false }]);
    const runs = [...lines.map((line) => runsOf(line, isStruck)), ...shapes];
    return tidied(runs.flatMap((line, i) => (i === 0 ? line : [{ text: " ", isStruck: false }, ...line])));
  }

  #remark(cell: XmlElement, address: string): void {
    for (const remark of childrenOf(cell, "annotation"))
      this.#remarks.push({
        address,
        speaker: oneLine(wordsOf(at(remark, "creator")), nameCharsMax),
        dateText: cleanText(wordsOf(at(remark, "date"))).slice(0, 100),
        text: childrenOf(remark, "p")
          .map((line) => this.#line(line).text)
          .join("\n")
          .trim(),
      });
  }

  #shapesIn(element: XmlElement): string[] {
    const words = allNamed(element, "p").map((line) => this.#line(line).text.replace(/\s+/g, " ").trim());
    const joined = words.filter((line) => line !== "").join(" ");
    return joined === "" ? [] : [joined];
  }

  #line(element: XmlElement): Line {
    return new OdfInline(this.#styles, new OdfChanges(undefined)).paragraph(element).finish();
  }
}

/** A line cut where its strikes begin and end. */
const runsOf = ({ text, marks }: Line, isStruck: boolean): CellRun[] => {
  const strikes = marks.filter(({ element }) => element === "struck");
  const runs: CellRun[] = [];
  let from = 0;
  for (const { start, end } of strikes) {
    runs.push({ text: text.slice(from, start), isStruck }, { text: text.slice(start, end), isStruck: true });
    from = end;
  }
  return [...runs, { text: text.slice(from), isStruck }].filter((run) => run.text !== "");
};

/** Rows or columns, those in groups and heads included; tables inside cells are no rows of this one. */
const within = (element: XmlElement, name: string): XmlElement[] =>
  childrenOf(element).flatMap((child) =>
    child.name === name ? [child] : /^table-(?:row|column|header)/.test(child.name) ? within(child, name) : [],
  );

const isHidden = (element: XmlElement): boolean => /^(?:collapse|filter)$/.test(element.attributes.visibility ?? "");

const timesOf = (element: XmlElement, attribute: string): number => {
  const times = Number(element.attributes[attribute] ?? 1);
  return Number.isInteger(times) && times > 0 ? Math.min(times, rowsMax) : 1;
};
