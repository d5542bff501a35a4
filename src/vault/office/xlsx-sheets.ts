import { cleanText, oneLine } from "../mail/clean-text.ts";
import { ImportRefusal } from "../reader/port.ts";
import { at, childrenOf, type OfficePackage, wordsOf, type XmlElement } from "./office-package.ts";
import {
  CellCount,
  type CellRemark,
  columnOf,
  columnsMax,
  nameCharsMax,
  rowsMax,
  type Sheet,
  type SheetCell,
  type SheetRow,
} from "./sheet.ts";
import { runsOf, SharedLooks } from "./xlsx-cells.ts";

/** The sheets of a workbook, and what a reader should know of how they were read. */
export interface Workbook {
  readonly sheets: readonly Sheet[];
  readonly looks: SharedLooks;
  /** Cells with a formula whose outcome the file does not hold. */
  readonly uncounted: number;
}

/** Reads a SpreadsheetML workbook (ECMA-376 part 1, 18). Errors: `ImportRefusal` for what is none. */
export const readWorkbook = (parts: OfficePackage): Workbook => {
  const main = parts.main("xl/workbook.xml");
  const workbook = parts.xml(main);
  if (workbook?.name !== "workbook" || at(workbook, "sheets") === undefined)
    throw new ImportRefusal("it is no spreadsheet that can be read; save it as .xlsx and import that");
  const of = (type: string): XmlElement | undefined => parts.xml([...parts.related(main, type).values()][0] ?? "");
  const countsFrom1904 = isSet(at(workbook, "workbookPr")?.attributes.date1904);
  const looks = new SharedLooks(of("sharedStrings"), of("styles"), countsFrom1904);
  const persons = personsOf(of("person"));
  const targets = new Map([...parts.related(main, "worksheet"), ...parts.related(main, "chartsheet")]);
  const reader = new SheetReader(parts, looks, persons);
  const sheets = childrenOf(at(workbook, "sheets"), "sheet").map(({ attributes }) => {
    const { name = "", id = "", state = "visible" } = attributes;
    const tidy = oneLine(name, nameCharsMax);
    return reader.read(targets.get(id) ?? "", tidy, state !== "visible");
  });
  return { sheets, looks, uncounted: reader.uncounted };
};

const personsOf = (list: XmlElement | undefined): ReadonlyMap<string, string> =>
  new Map(childrenOf(list, "person").map(({ attributes: { id = "", displayName = "" } }) => [id, displayName]));

class SheetReader {
  uncounted = 0;
  readonly #parts: OfficePackage;
  readonly #looks: SharedLooks;
  readonly #persons: ReadonlyMap<string, string>;
  readonly #count = new CellCount();

  constructor(parts: OfficePackage, looks: SharedLooks, persons: ReadonlyMap<string, string>) {
    this.#parts = parts;
    this.#looks = looks;
    this.#persons = persons;
  }

  read(part: string, name: string, isUnseen: boolean): Sheet {
    const xml = this.#parts.xml(part);
    const hidden = new Uint8Array(columnsMax + 1);
    for (const { attributes } of childrenOf(at(xml, "cols"), "col"))
      if (isSet(attributes.hidden)) hidden.fill(1, wholeIn(attributes.min, columnsMax), Number(attributes.max) + 1);
    const isHidden = (column: number): boolean => hidden[column] === 1;
    let row = 0;
    const rows: SheetRow[] = [];
    for (const element of childrenOf(at(xml, "sheetData"), "row")) {
      row = wholeIn(element.attributes.r, rowsMax) ?? row + 1;
      const cells = this.#cells(element, isHidden);
      if (cells.length > 0) rows.push({ row, cells });
    }
    rows.sort((one, other) => one.row - other.row);
    return { name, isUnseen, rows, remarks: this.#remarks(part), shapes: this.#shapes(part) };
  }

  #cells(row: XmlElement, isHidden: (column: number) => boolean): SheetCell[] {
    let column = 0;
    const cells: SheetCell[] = [];
    const isRowHidden = isSet(row.attributes.hidden);
    for (const cell of childrenOf(row, "c")) {
      column = Math.min(columnOf(cell.attributes.r ?? "") ?? column + 1, columnsMax);
      const shown = this.#looks.shown(cell);
      if (shown === undefined) {
        if (at(cell, "f") !== undefined && at(cell, "v") === undefined) this.uncounted++;
        continue;
      }
      this.#count.add(1);
      cells.push({ column, runs: shown.runs, isUnseen: shown.isUnseen || isRowHidden || isHidden(column) });
    }
    return cells.sort((one, other) => one.column - other.column);
  }

  /** Remarks in threads (Excel 2018 on) stand in the older part a second time, under an author that is no name. */
  #remarks(part: string): CellRemark[] {
    const remarks: CellRemark[] = [];
    for (const target of this.#parts.related(part, "threadedComment").values())
      for (const one of childrenOf(this.#parts.xml(target), "threadedComment")) {
        const { ref = "", personId = "", dT = "" } = one.attributes;
        remarks.push(remarkOf(ref, this.#persons.get(personId) ?? "", dT, wordsOf(at(one, "text"))));
      }
    for (const target of this.#parts.related(part, "comments").values()) {
      const xml = this.#parts.xml(target);
      const authors = childrenOf(at(xml, "authors"), "author").map(wordsOf);
      for (const one of childrenOf(at(xml, "commentList"), "comment")) {
        const { ref = "", authorId = "" } = one.attributes;
        const author = authors[Number(authorId)] ?? "";
        const text = runsOf(at(one, "text") ?? one);
        if (!author.startsWith("tc=")) remarks.push(remarkOf(ref, author, "", text.map((run) => run.text).join("")));
      }
    }
    this.#count.add(remarks.length);
    return remarks.filter(({ text }) => text !== "");
  }

  #shapes(part: string): string[] {
    return [...this.#parts.related(part, "drawing").values()]
      .flatMap((target) =>
        bodiesOf(this.#parts.xml(target)).map((body) =>
          childrenOf(body, "p")
            .map((line) => cleanText(drawnWords(line)).replace(/\s+/g, " ").trim())
            .filter((line) => line !== "")
            .join(" "),
        ),
      )
      .filter((words) => words !== "");
  }
}

/** The bodies of text inside a drawing. */
const bodiesOf = (element: XmlElement | undefined): XmlElement[] =>
  childrenOf(element).flatMap((child) =>
    child.name === "txBody" ? [child] : child.name === "Fallback" ? [] : bodiesOf(child),
  );

const drawnWords = (line: XmlElement): string =>
  childrenOf(line)
    .map((run) => (run.name === "br" ? " " : wordsOf(at(run, "t"))))
    .join("");

const remarkOf = (ref: string, author: string, dateText: string, text: string): CellRemark => ({
  address: columnOf(ref) === undefined ? "" : ref,
  speaker: oneLine(author, nameCharsMax),
  dateText: cleanText(dateText).slice(0, 100),
  text: cleanText(text)
    .replace(/[^\S\n]+/g, " ")
    .trim(),
});

const isSet = (value: string | undefined): boolean => /^(?:1|true|on)$/.test(value ?? "");

const wholeIn = (value: string | undefined, most: number): number | undefined => {
  const whole = Number(value);
  return Number.isInteger(whole) && whole >= 1 && whole <= most ? whole : undefined;
};
