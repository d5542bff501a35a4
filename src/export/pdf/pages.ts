import { shownText } from "../escape.ts";
import type { Footnote } from "../footnotes.ts";
import type { Block } from "./blocks.ts";
import { brokenLines, type Line, type Measure } from "./lines.ts";

/** A4 with its margins, in points. */
export const paper = { width: 595.28, height: 841.89, left: 71, right: 71, top: 71, bottom: 71 } as const;
const textWidth = paper.width - paper.left - paper.right;
export const noteSize = 8;
export const tableSize = 8.5;
const leading = 1.36;
/** Between text and notes, the rule that parts them in the middle of it. */
const noteGap = 16;

/** What a line belongs to, for the structure of the document. */
export type Owner =
  | { readonly kind: "text"; readonly block: number; readonly tag: "H1" | "H2" | "P" }
  | {
      readonly kind: "cell";
      readonly block: number;
      readonly row: number;
      readonly column: number;
      readonly isHead: boolean;
    }
  | { readonly kind: "note"; readonly number: number };

/** A line on a page. */
export interface PlacedLine {
  readonly line: Line;
  readonly owner: Owner;
  readonly x: number;
  /** Top of the line, from the top of the page. */
  readonly y: number;
  readonly size: number;
  readonly height: number;
  /** Destination that begins here. */
  readonly name?: string;
}

/** A page: its text, the rules under rows of tables, and the notes at its foot. */
export interface Page {
  readonly lines: PlacedLine[];
  readonly rules: { readonly x: number; readonly y: number; readonly width: number }[];
  readonly foot: PlacedLine[];
}

/**
 * Sets blocks on pages, each note at the foot of the page on which its mark stands; a note that does not fit there goes on at
 * the foot of the next. Pure: the same blocks and widths of letters give the same pages.
 */
export const pagesOf = (blocks: readonly Block[], notes: readonly Footnote[], measure: Measure): Page[] => {
  const setter = new Setter(notes, measure);
  blocks.forEach((block, at) => {
    if (block.kind === "page") setter.newPage();
    else if (block.kind === "table") setter.table(block, at);
    else setter.text(block, at, keptBehind(blocks, at, measure));
  });
  return setter.finish();
};

/** Height of what must follow on the same page: the first lines of what comes behind a heading or a closing. */
const keptBehind = (blocks: readonly Block[], at: number, measure: Measure): number => {
  const block = blocks[at];
  if (block?.kind !== "text" || !block.keepsNext) return 0;
  const next = blocks[at + 1];
  if (next?.kind === "table") return 3 * tableSize * leading;
  if (next?.kind !== "text") return 0;
  const lines = next.lines.flatMap((runs) => brokenLines(runs, next.size, textWidth, measure));
  return (
    block.after + next.before + Math.min(lines.length, 2) * next.size * leading + keptBehind(blocks, at + 1, measure)
  );
};

type TextBlock = Extract<Block, { kind: "text" }>;
type TableBlock = Extract<Block, { kind: "table" }>;

class Setter {
  readonly #pages: Page[] = [{ lines: [], rules: [], foot: [] }];
  readonly #notes: ReadonlyMap<number, Footnote>;
  readonly #measure: Measure;
  /** Lines of notes for this page and, where they do not fit, for the next. */
  #noteLines: { readonly line: Line; readonly number: number; readonly isFirst: boolean }[] = [];
  #y: number = paper.top;

  constructor(notes: readonly Footnote[], measure: Measure) {
    this.#notes = new Map(notes.map((note) => [note.number, note]));
    this.#measure = measure;
  }

  get #page(): Page {
    return this.#pages.at(-1) as Page;
  }

  /** How far down text may reach above the notes that stand here already, and so many lines of further ones. */
  #floor(more = 0): number {
    const count = this.#noteLines.length + more;
    return paper.height - paper.bottom - (count === 0 ? 0 : noteGap + count * noteSize * leading);
  }

  newPage(): void {
    this.#setFoot();
    this.#pages.push({ lines: [], rules: [], foot: [] });
    this.#y = paper.top;
  }

  finish(): Page[] {
    while (this.#noteLines.length > 0) {
      this.#setFoot();
      if (this.#noteLines.length > 0) this.#pages.push({ lines: [], rules: [], foot: [] });
    }
    return this.#pages;
  }

  text({ tag, lines, size, before, after }: TextBlock, block: number, kept: number): void {
    const broken = lines.flatMap((runs) => brokenLines(runs, size, textWidth, this.#measure));
    const height = size * leading;
    if (this.#page.lines.length > 0) this.#y += before;
    if (kept > 0 && this.#page.lines.length > 0 && this.#y + broken.length * height + kept > this.#floor())
      this.newPage();
    for (const line of broken) this.#put(line, { owner: { kind: "text", block, tag }, size, height });
    this.#y += after;
  }

  #put(line: Line, { owner, size, height }: { owner: Owner; size: number; height: number }): void {
    const more = line.marks.flatMap((number) => this.#linesOf(number));
    if (this.#y + height > this.#floor(more.length) && this.#page.lines.length > 0) this.newPage();
    this.#page.lines.push({ line, owner, x: paper.left, y: this.#y, size, height });
    this.#noteLines.push(...more);
    this.#y += height;
  }

  #linesOf(number: number) {
    const words = shownText(this.#notes.get(number)?.text ?? "");
    const indent = this.#measure("000 ", noteSize, false);
    return brokenLines([{ text: words }], noteSize, textWidth - indent, this.#measure).map((line, at) => ({
      line,
      number,
      isFirst: at === 0,
    }));
  }

  /** Puts as many lines of notes at the foot as there is room for below the text; the others wait for the next page. */
  #setFoot(): void {
    const height = noteSize * leading;
    // Below the last line, not below the distance that would have parted it from a next one.
    const last = this.#page.lines.reduce<number>((most, line) => Math.max(most, line.y + line.height), paper.top);
    const room = paper.height - paper.bottom - last - noteGap;
    const count = Math.min(this.#noteLines.length, Math.max(0, Math.floor(room / height + 0.001)));
    const now = this.#noteLines.slice(0, count);
    this.#noteLines = this.#noteLines.slice(count);
    const top = paper.height - paper.bottom - count * height;
    now.forEach(({ line, number, isFirst }, at) => {
      this.#page.foot.push({
        line,
        owner: { kind: "note", number },
        x: paper.left + this.#measure("000 ", noteSize, false),
        y: top + at * height,
        size: noteSize,
        height,
        ...(isFirst ? { name: `note-${number}` } : {}),
      });
    });
  }

  table({ table: { columns, widths, rows }, rowName }: TableBlock, block: number): void {
    const all = columns.length === 0 ? rows : [columns, ...rows];
    const heads = all.length - rows.length;
    all.forEach((cells, at) => {
      const isHead = at < heads;
      this.#row(cells, widths, { block, row: at, isHead, ...(isHead ? {} : nameOf(rowName, at - heads)) });
    });
    this.#y += 9;
  }

  #row(
    cells: readonly string[],
    widths: readonly number[],
    { block, row, isHead, name }: { block: number; row: number; isHead: boolean; name?: string },
  ): void {
    const height = tableSize * leading;
    let x: number = paper.left;
    const columns = cells.map((cell, column) => {
      const width = ((widths[column] ?? 0) * textWidth) / 100;
      const at = x;
      x += width;
      const runs = [{ text: shownText(cell), bold: isHead }];
      return { at, lines: brokenLines(runs, tableSize, width - 7, this.#measure) };
    });
    const tall = Math.max(1, ...columns.map(({ lines }) => lines.length)) * height + 6;
    if (this.#y + tall > this.#floor() && this.#page.lines.length > 0) this.newPage();
    columns.forEach(({ at, lines }, column) => {
      lines.forEach((line, n) => {
        const owner = { kind: "cell", block, row, column, isHead } as const;
        const named = n === 0 && column === 0 && name !== undefined ? { name } : {};
        this.#page.lines.push({ line, owner, x: at, y: this.#y + 3 + n * height, size: tableSize, height, ...named });
      });
    });
    this.#y += tall;
    this.#page.rules.push({ x: paper.left, y: this.#y, width: textWidth });
  }
}

const nameOf = (rowName: TableBlock["rowName"], row: number) => (rowName ? { name: rowName(row + 1) } : {});
