import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import type { TextMark, TextSegment } from "../reader/port.ts";
import { TextWriter } from "../reader/text-writer.ts";
import { type MarkKind, struck, unseen } from "./marks.ts";
import { RowSegments, rowDays } from "./row-days.ts";
import { type CellRemark, cellAddress, type Sheet, type SheetCell, type SheetRow } from "./sheet.ts";

/** So many empty cells between two filled ones are shown; a wider gap is one empty cell. */
const gapMax = 16;

/** Sheets as a text: its segments, one for each sheet, for rows of one day in it, and for each remark, and the places of sheets, rows and cells. */
export interface SheetsText {
  readonly text: string;
  readonly segments: readonly TextSegment[];
  readonly marks: readonly TextMark[];
  /** Whether words are among it that the program shows nowhere. */
  readonly hasUnseen: boolean;
}

/**
 * The sheets of a file one after the other: the name, a line for each row that holds something, its cells parted by ` | ` as those
 * of other tables; then what lies in shapes, and what was remarked on cells.
 */
export const sheetsText = (sheets: readonly Sheet[]): SheetsText => {
  const writer = new SheetsWriter();
  for (const sheet of sheets) writer.sheet(sheet);
  return writer.finish();
};

class SheetsWriter {
  readonly #out = new TextWriter();
  readonly #segments: TextSegment[] = [];
  readonly #marks: TextMark[] = [];
  #hasUnseen = false;

  sheet(sheet: Sheet): void {
    const { name, rows, shapes, remarks } = sheet;
    if (rows.length === 0 && shapes.length === 0 && remarks.length === 0) return;
    const label = `sheet “${name}”`;
    this.#out.part();
    const own = new RowSegments();
    own.begin(this.#out.at, "");
    this.#marked({ element: "sheet", number: name, label, flags: [] }, () => {
      this.#out.write(name);
      const days = rowDays(rows.map(({ cells }) => new Map(cells.map((cell) => [cell.column, wordsOf(cell)]))));
      for (const [at, row] of rows.entries()) {
        if (row.cells.length > 0) this.#out.write("\n");
        own.begin(this.#out.at, days[at] ?? "");
        this.#row(row, label, sheet.isUnseen);
      }
      own.begin(this.#out.at, "");
      for (const shape of shapes) {
        this.#out.write("\n");
        this.#marked({ element: "shape", number: "", label: `${label}, shape`, flags: [] }, () => {
          this.#write(shape, `${label}, shape`, sheet.isUnseen);
        });
      }
    });
    for (const segment of own.endingAt(this.#out.at)) this.#segments.push(segment);
    for (const remark of remarks) this.#remark(remark, label);
  }

  finish(): SheetsText {
    return { text: this.#out.text, segments: this.#segments, marks: this.#marks, hasUnseen: this.#hasUnseen };
  }

  #row({ row, cells }: SheetRow, sheet: string, isUnseen: boolean): void {
    const [first, last] = [cells[0], cells.at(-1)];
    if (first === undefined || last === undefined) return;
    const write = (): void => {
      let before = first.column;
      for (const [i, cell] of cells.entries()) {
        const gap = cell.column - before;
        if (i > 0) this.#out.write(" | ".repeat(gap > gapMax ? 2 : gap));
        this.#cell(cell, cellAddress(cell.column, row), sheet, isUnseen);
        before = cell.column;
      }
    };
    if (first === last) {
      write();
      return;
    }
    const number = `${cellAddress(first.column, row)}:${cellAddress(last.column, row)}`;
    this.#marked({ element: "row", number, label: `${sheet}, cells ${number}`, flags: [] }, write);
  }

  #cell({ runs, isUnseen }: SheetCell, address: string, sheet: string, isSheetUnseen: boolean): void {
    const label = `${sheet}, cell ${address}`;
    this.#marked({ element: "cell", number: address, label, flags: [] }, () => {
      const write = (): void => {
        for (const { text, isStruck } of runs)
          if (isStruck) this.#marked(markedAt(label, struck), () => this.#out.write(text));
          else this.#out.write(text);
      };
      if (isUnseen || isSheetUnseen) this.#unseen(label, write);
      else write();
    });
  }

  #write(words: string, label: string, isUnseen: boolean): void {
    if (isUnseen) this.#unseen(label, () => this.#out.write(words));
    else this.#out.write(words);
  }

  #unseen(label: string, write: () => void): void {
    this.#hasUnseen = true;
    this.#marked(markedAt(label, unseen), write);
  }

  #remark({ address, speaker, dateText, text }: CellRemark, sheet: string): void {
    this.#out.part();
    const start = this.#out.at;
    const label = `${sheet}, comment ${speaker === "" ? "" : `by ${speaker} `}on cell ${address}`;
    this.#marked({ element: "comment", number: address, label, flags: ["comment"] }, () => this.#out.write(text));
    this.#spoken(start, { voice: Voice.QUOTED, speaker, dateText });
  }

  /** Marks what is written; outer marks stand before inner ones. */
  #marked(mark: Pick<TextMark, "element" | "number" | "label" | "flags">, write: () => void): void {
    const index = this.#marks.push({ start: this.#out.at, end: this.#out.at, ...mark }) - 1;
    const start = this.#out.at;
    write();
    this.#marks[index] = { start, end: this.#out.at, ...mark };
  }

  #spoken(start: number, said: Pick<TextSegment, "voice" | "speaker" | "dateText">): void {
    this.#segments.push({ start, end: this.#out.at, depth: said.voice === Voice.QUOTED ? 1 : 0, ...said });
  }
}

const wordsOf = ({ runs }: SheetCell): string => runs.map(({ text }) => text).join("");

const markedAt = (place: string, kind: MarkKind): Omit<TextMark, "start" | "end"> => ({
  ...kind,
  number: "",
  label: `${place}, ${kind.label}`,
});
