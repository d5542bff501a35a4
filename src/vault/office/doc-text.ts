import type { TextMark } from "../reader/port.ts";
import type { TextWriter } from "../reader/text-writer.ts";
import type { DocLook, DocRun } from "./doc-signs.ts";
import type { WalkedPart } from "./document-blocks.ts";
import { areBlank, cleanedLine, joined, type Line, type LineMark, rowOf, writeLines } from "./lines.ts";
import { insertedBy, type MarkKind, struck } from "./marks.ts";

/** Signs that stand for something else (MS-DOC 2.4.1 and 2.8.26); other control characters are nothing. */
const [cellEnd, lineBreak, pageBreak, columnBreak, paragraphEnd] = ["\u0007", "\u000b", "\u000c", "\u000e", "\r"];
const [fieldBegin, fieldSeparator, fieldEnd] = ["\u0013", "\u0014", "\u0015"];
const standsFor: ReadonlyMap<string, string> = new Map([
  [lineBreak, "\n"],
  [columnBreak, "\n"],
  ["\t", "\t"],
  ["\u001e", "\u2011"],
  ["\u001f", "\u00ad"],
]);

/** Lines of a part of an old Word document: one for each paragraph and table row, without what was deleted and what is hidden. */
export class DocText implements WalkedPart {
  hidden = false;
  hasDeletions = false;
  hasNumbers = false;
  readonly #lines: Line[] = [];
  readonly #authors: readonly string[];
  #text = "";
  #marks: LineMark[] = [];
  /** Lines of the cell, and cells of the row, that are being read. */
  #cell: Line[] = [];
  #row: Line[] = [];
  readonly #fields: ("code" | "result")[] = [];

  constructor(runs: readonly DocRun[], authors: readonly string[]) {
    this.#authors = authors;
    for (const run of runs) this.#run(run);
    this.#endParagraph(this.#row.length > 0);
    this.#endRow();
  }

  get isBlank(): boolean {
    return areBlank(this.#lines);
  }

  write(out: TextWriter): TextMark[] {
    return writeLines(this.#lines, out);
  }

  #run({ text, look, paragraph }: DocRun): void {
    const shown = !look.isDeleted && !look.isHidden;
    this.hasDeletions ||= look.isDeleted && /[^\p{Cc}\s]/u.test(text);
    this.hidden ||= look.isHidden && !look.isDeleted && /[^\p{Cc}\s]/u.test(text) && !this.#fields.includes("code");
    let words = "";
    const add = (): void => {
      if (shown) this.#add(words, look);
      words = "";
    };
    for (const sign of text) {
      if (sign === fieldBegin || sign === fieldSeparator || sign === fieldEnd) {
        add();
        this.#field(sign);
      } else if (sign === paragraphEnd || sign === pageBreak || sign === cellEnd) {
        add();
        this.hasNumbers ||= paragraph.isNumbered && this.#text.trim() !== "";
        this.#end(sign, paragraph.isInTable, paragraph.isRowEnd);
      } else if (!this.#fields.includes("code")) words += sign < " " ? (standsFor.get(sign) ?? "") : sign;
    }
    add();
  }

  #field(sign: string): void {
    if (sign === fieldBegin) this.#fields.push("code");
    else if (sign === fieldEnd) this.#fields.pop();
    else if (this.#fields.length > 0) this.#fields[this.#fields.length - 1] = "result";
  }

  #end(sign: string, isInTable: boolean, isRowEnd: boolean): void {
    if (sign !== cellEnd) this.#endParagraph(isInTable);
    else if (isRowEnd) this.#endRow();
    else {
      this.#endParagraph(true);
      this.#row.push(joined(this.#cell, " "));
      this.#cell = [];
    }
  }

  #endParagraph(isInTable: boolean): void {
    const line = cleanedLine(this.#text, this.#marks);
    [this.#text, this.#marks] = ["", []];
    if (!isInTable) this.#endRow();
    if (line.text !== "") (isInTable ? this.#cell : this.#lines).push(line);
  }

  #endRow(): void {
    const cells = this.#cell.length > 0 ? [...this.#row, joined(this.#cell, " ")] : this.#row;
    [this.#row, this.#cell] = [[], []];
    const line = rowOf(cells);
    if (line !== undefined) this.#lines.push(line);
  }

  #add(words: string, look: DocLook): void {
    if (words === "") return;
    const start = this.#text.length;
    this.#text += words;
    if (look.isStruck) this.#mark(start, struck);
    if (look.isInserted) this.#mark(start, insertedBy(this.#authors[look.author] ?? "", dayOf(look.time)));
  }

  /** Neighbours with one label are one. */
  #mark(start: number, mark: MarkKind): void {
    const last = this.#marks.findLastIndex(({ element }) => element === mark.element);
    const before = this.#marks[last];
    const end = this.#text.length;
    if (before?.end === start && before.label === mark.label) this.#marks[last] = { ...before, end };
    else this.#marks.push({ start, end, ...mark });
  }
}

/** The day of a packed time (MS-DOC 2.9.67); empty where it has none. */
export const dayOf = (time: number): string => {
  const [day, month, year] = [(time >>> 11) & 0x1f, (time >>> 16) & 0xf, 1900 + ((time >>> 20) & 0x1ff)];
  if (day === 0 || month === 0 || month > 12) return "";
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
};
