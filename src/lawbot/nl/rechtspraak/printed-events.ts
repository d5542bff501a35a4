import type { RulingEvent } from "./blocks.ts";
import { numberOfLine, numberOfMarkup } from "./numbering.ts";
import { type JoinedLines, joinLines } from "./printed-joins.ts";
import { hangMin, mostOf, type PrintedLine, sizeOf } from "./printed-lines.ts";
import { withoutNoteMarks } from "./printed-notes.ts";
import { withTables } from "./printed-tables.ts";

/** Letters so much larger than most are a heading's, and so much smaller a footnote's. */
const [headingSize, noteSize] = [1.15, 0.85];
/** A line further below the one before than so many usual distances begins a paragraph. */
const paragraphGap = 1.25;
/** Points by which a word may miss the room that was left for it: widths of single words are taken from their share of a line. */
const roomSlack = 6;

type Block = Extract<RulingEvent, { readonly type: "block" }>;

/** The editors' summary as it stands in the record. */
export const summaryEvents = (lines: readonly PrintedLine[]): RulingEvent[] => {
  if (lines.length === 0) return [];
  const blocks = paragraphsOf(lines, layoutOf(lines)).map((each) => para("", joinLines(each)));
  return [{ type: "open", what: "summary" }, ...blocks, { type: "close", what: "summary" }];
};

/**
 * The lines of a ruling's words as the lines and borders of its XML, as far as a print shows them: paragraphs by the room between
 * and behind lines, headings by their larger letters, a consideration's number by hanging out, footnotes by their smaller letters.
 */
export const printedEvents = (given: readonly PrintedLine[]): RulingEvent[] => {
  const layout = layoutOf(given);
  const notesFrom = firstNote(given, layout);
  const notes = noteBlocks(given.slice(notesFrom));
  const numbers = new Set(notes.map(({ number }) => number));
  const lines = withTables(withoutNoteMarks(given.slice(0, notesFrom), numbers));
  const body = new BodyEvents(layout);
  for (const paragraph of paragraphsOf(lines, layout)) body.add(paragraph[0] as PrintedLine, joinLines(paragraph));
  return [...body.end(), ...notes];
};

/** Headings and paragraphs in order, with the sections that headings begin. */
class BodyEvents {
  readonly #events: RulingEvent[] = [];
  readonly #layout: Layout;
  /** A number that stood on a line of its own, until the words behind it come. */
  #number = "";
  #isInSection = false;
  /** Where the marks of a list's items stand. */
  #itemLeft = -1;

  constructor(layout: Layout) {
    this.#layout = layout;
  }

  add(first: PrintedLine, words: JoinedLines): void {
    if (first.size > this.#layout.size * headingSize) return void this.#title(titleOf(words.text));
    const hung = isHung(first, this.#layout) ? hungNumber(words.text) : undefined;
    if (hung) {
      this.#flush();
      this.#number = hung.number;
    }
    const text = hung ? hung.rest : this.#isItem(first) ? withoutItemMark(words.text) : words.text;
    if (text === "") return;
    this.#events.push(para(this.#number, { ...words, text }));
    this.#number = "";
  }

  end(): RulingEvent[] {
    this.#flush();
    this.#leave();
    return this.#events;
  }

  /** Whether a paragraph begins with the mark of a list's item: set in, and apart from its words or below a mark that is. */
  #isItem({ left, isApart }: PrintedLine): boolean {
    if (left < this.#layout.left + hangMin) return false;
    if (isApart) this.#itemLeft = left;
    return isApart || left === this.#itemLeft;
  }

  #title(title: Block): void {
    this.#flush();
    if ((numberOfMarkup(title.number)?.length ?? 1) === 1) {
      this.#leave();
      this.#events.push({ type: "open", what: "section" });
      this.#isInSection = true;
    }
    this.#events.push(title);
  }

  #flush(): void {
    if (this.#number) this.#events.push(para(this.#number, { text: "", isRead: false }));
    this.#number = "";
  }

  #leave(): void {
    if (this.#isInSection) this.#events.push({ type: "close", what: "section" });
    this.#isInSection = false;
  }
}

/** What is usual on the pages of one text. */
interface Layout {
  readonly size: number;
  readonly left: number;
  readonly right: number;
  /** Between two lines of a paragraph. */
  readonly gap: number;
}

const layoutOf = (lines: readonly PrintedLine[]): Layout => {
  const size = sizeOf(lines.flatMap(({ pieces }) => pieces));
  const body = lines.filter((line) => line.size === size);
  const gaps = lines.slice(1).flatMap((line, at) => {
    const before = lines[at] as PrintedLine;
    return before.page === line.page && before.y > line.y ? [Math.round((before.y - line.y) * 2) / 2] : [];
  });
  const lefts = body.filter(({ text }) => numberOfMarkup(text) === undefined).map(({ left }) => Math.round(left));
  return { size, left: mostOf(lefts), right: Math.max(0, ...body.map(({ right }) => right)), gap: mostOf(gaps) };
};

const paragraphsOf = (lines: readonly PrintedLine[], layout: Layout): PrintedLine[][] => {
  const paragraphs: PrintedLine[][] = [];
  let before: PrintedLine | undefined;
  for (const line of lines) {
    if (before && goesOn(before, line, layout)) paragraphs.at(-1)?.push(line);
    else paragraphs.push([line]);
    before = line;
  }
  return paragraphs;
};

const goesOn = (before: PrintedLine, line: PrintedLine, layout: Layout): boolean => {
  if (before.size !== line.size || isCells(before) || isCells(line)) return false;
  // A number that hangs out begins something, and words that stand right of it are what it numbers.
  if (isHung(line, layout) || (isHung(before, layout) && hungNumber(before.text)?.rest === "")) return false;
  // Over a page's end no room tells a paragraph: what begins with a number may be one, and which numbers count is judged later.
  if (before.page !== line.page && numberOfLine(line.text)) return false;
  if (before.page === line.page && !(before.y - line.y > 0 && before.y - line.y <= layout.gap * paragraphGap))
    return false;
  return before.right + line.firstWord > layout.right - roomSlack;
};

/** Whether a line begins left of the text's own edge. */
const isHung = (line: PrintedLine, { left }: Layout): boolean => line.left < left - hangMin;

const isCells = ({ text }: PrintedLine): boolean => text.includes("\t");

const para = (number: string, { text, isRead }: JoinedLines): Block => {
  const isRow = number === "" && text.includes("\t");
  const lines = [text.replaceAll("\t", isRow ? " | " : " ")];
  return { type: "block", kind: isRow ? "row" : "para", number, lines, ...(isRead && { isRead }) };
};

const titleOf = (text: string): Block => {
  const [, number = "", words = text] = /^(\d{1,3}(?:\.\d{1,3}){0,5}\.?)\s+(.*)$/.exec(text) ?? [];
  return { type: "block", kind: "title", number, lines: [words.replaceAll("\t", " ")] };
};

const hungNumber = (text: string): { readonly number: string; readonly rest: string } | undefined => {
  const [, number = "", rest = ""] = /^(\d{1,3}(?:\.\d{1,3}){0,5}\.?)(?:\s+(.*))?$/.exec(text) ?? [];
  return numberOfMarkup(number) ? { number, rest } : undefined;
};

/** The mark of a list's item, set apart from its words; the publisher's data have none. */
const withoutItemMark = (text: string): string =>
  text
    .replace(/^(?:[^\p{L}\p{N}\s]|\(?(?:\d{1,3}|\p{L}|[ivxlc]{1,6})[.)°])\s(?=[^\t]*$)/u, "")
    .replace(/^[^\p{L}\p{N}\s]$/u, "");

/** Where the footnotes begin: the last lines of the text, in smaller letters, the first of them numbered. */
const firstNote = (lines: readonly PrintedLine[], { size }: Layout): number => {
  let from = lines.length;
  while (from > 0 && (lines[from - 1]?.size ?? 0) < size * noteSize) from--;
  return /^\[?1\]?[.:]?(?:\s|$)/.test(lines[from]?.text ?? "") ? from : lines.length;
};

const noteBlocks = (lines: readonly PrintedLine[]): Block[] => {
  const notes: { number: string; lines: PrintedLine[] }[] = [];
  for (const line of lines) {
    const [written = "", number = ""] = /^\[?(\d{1,4})\]?[.:]?(?:\s+|$)/.exec(line.text) ?? [];
    const last = notes.at(-1);
    if (Number(number) === notes.length + 1)
      notes.push({ number, lines: [{ ...line, text: line.text.slice(written.length) }] });
    else last?.lines.push(line);
  }
  return notes.map(({ number, lines: own }) => {
    const words = joinLines(own).text.replaceAll("\t", " ").trim();
    return { type: "block", kind: "note", number, lines: [words] };
  });
};
