import type { PDFDocumentProxy } from "pdfjs-dist";
import { type PdfText, type PlacedLine, pageLines } from "../../../pdf/page-lines.ts";
import { repeatedLines } from "../../../pdf/repeated-lines.ts";
import { Refusal } from "../../port/reading.ts";
import { collapse } from "../../text/collapse.ts";

/** The longest ruling at hand prints on some two hundred pages. */
const pagesMax = 2_000;
/** Text of all pages, in UTF-16 units. */
const charsMax = 8 * 1024 * 1024;

/** A line of a print with the place of its words, in points. */
export interface PrintedLine {
  /** Cells are parted by a tab; else white space is collapsed. */
  readonly text: string;
  readonly page: number;
  readonly y: number;
  readonly left: number;
  readonly right: number;
  /** Height of most of its letters. */
  readonly size: number;
  /** Width of its first word. */
  readonly firstWord: number;
  /** True where its first piece stands apart from the words behind it. */
  readonly isApart: boolean;
  /** Its pieces, for marks of footnotes that stand higher in it. */
  readonly pieces: readonly PdfText[];
}

/**
 * Lines of a print in order, without what its pages repeat at their edges and what a browser prints there. Throws Refusal for
 * what is too long, and for a page that cannot be read: a ruling is whole, or none.
 */
export const printedLines = async (opened: PDFDocumentProxy): Promise<PrintedLine[]> => {
  if (opened.numPages > pagesMax) throw new Refusal("TOO_LARGE", `it has more than ${pagesMax} pages; no ruling has`);
  const pages: PlacedLine[][] = [];
  let chars = 0;
  for (let number = 1; number <= opened.numPages; number++) {
    const lines = pageLines(await piecesOf(opened, number));
    for (const { text } of lines) chars += text.length;
    if (chars > charsMax) throw new Refusal("TOO_LARGE", "its text is longer than 8 million characters; no ruling is");
    pages.push(lines);
  }
  const repeated = repeatedLines(pages);
  return pages.flatMap((lines, at) => {
    const edges = new Set([...(repeated[at]?.top ?? []), ...(repeated[at]?.bottom ?? [])]);
    const isOfBrowser = lines.some(({ text }) => browserFoot.test(cleaned(text)));
    const kept = lines.filter(
      ({ text }, rank) =>
        !(isOfBrowser && (browserFoot.test(cleaned(text)) || browserHead.test(cleaned(text)))) &&
        !(edges.has(rank) && isEdge(text, at + 1)),
    );
    return numbersInPlace(kept.map((line) => placed(line, at)));
  });
};

const piecesOf = async (opened: PDFDocumentProxy, number: number): Promise<PdfText[]> => {
  try {
    const page = await opened.getPage(number);
    const { items } = await page.getTextContent({ disableNormalization: true });
    page.cleanup();
    return items.filter((item): item is typeof item & PdfText => "str" in item);
  } catch {
    throw new Refusal("UNREADABLE", `page ${number} of it is damaged; save the PDF again and import that`);
  }
};

/** An address and a count of pages, as browsers print them below a page, and date and time above one that has those. */
const browserFoot = /^(?:https?|file):\S+\s+\d+\/\d+$/;
const browserHead = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{2,4},?\s+\d{1,2}[:.]\d{2}(?:\s?[AP]M)?\s/;

/** What pages repeat. A number alone may be that of a consideration, wherever it stands, and is an edge only where it counts the pages. */
const isEdge = (text: string, page: number): boolean => !/^[\d.]+$/.test(text.trim()) || text.trim() === String(page);

/** A gap so many times as wide as letters are high sets a piece apart from the words behind it: no space is so wide. */
export const apartGap = 0.6;

/** Whether the first piece of a line, a mark or a number, stands apart from the words to its right. */
const isApart = ([first, second]: readonly PdfText[]): boolean =>
  first !== undefined &&
  second !== undefined &&
  leftOf(second) - leftOf(first) - first.width > apartGap * second.height;

const placed = ({ text, y, pieces }: PlacedLine, page: number): PrintedLine => {
  const [first] = pieces;
  const length = Math.max(1, first?.str.length ?? 1);
  const word = /^\s*\S+/.exec(first?.str ?? "")?.[0].length ?? 0;
  return {
    text: text.split("\t").map(cleaned).filter(Boolean).join("\t"),
    page,
    y,
    left: Math.min(...pieces.map(leftOf)),
    right: Math.max(...pieces.map((piece) => leftOf(piece) + piece.width)),
    size: sizeOf(pieces),
    firstWord: ((first?.width ?? 0) * word) / length,
    isApart: isApart(pieces),
    pieces,
  };
};

/** Points by which a number hangs out of the words to its right at the least. */
export const hangMin = 4;

const numberAlone = /^\d{1,3}(?:\.\d{1,3}){0,5}\.?$/;

/** A file may draw the numbers that hang out in front of or behind all other words of a page: each is put where it stands. */
const numbersInPlace = (lines: readonly PrintedLine[]): PrintedLine[] => {
  const edge = mostOf(lines.map(({ left }) => Math.round(left))) - hangMin;
  const isNumber = ({ text, left }: PrintedLine) => left < edge && numberAlone.test(text);
  const placed = lines.filter((line) => !isNumber(line));
  for (const number of lines.filter(isNumber)) {
    const at = placed.findIndex(({ y, size }) => y <= number.y + size / 2);
    placed.splice(at < 0 ? placed.length : at, 0, number);
  }
  return placed;
};

/** The number that occurs most often; 0 of none. */
export const mostOf = (numbers: readonly number[]): number => {
  const counts = new Map<number, number>();
  for (const each of numbers) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
};

/** Where a piece begins, in points from the left. */
export const leftOf = ({ transform }: PdfText): number => transform[4] ?? 0;

/** The height in which most letters of some pieces are set. */
export const sizeOf = (pieces: readonly Pick<PdfText, "str" | "height">[]): number => {
  const letters = new Map<number, number>();
  for (const { str, height } of pieces) letters.set(height, (letters.get(height) ?? 0) + str.trim().length);
  return [...letters].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0;
};

/** Ligatures that a font sets in place of letters, as its letters: the publisher's data have none. A sign that a font does not name is told as one. */
export const cleaned = (words: string): string =>
  collapse([
    words
      .replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize("NFKC"))
      // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for
      .replace(/[\u0000-\u0008\u000e-\u001f\u007f]/g, "\ufffd"),
  ]);
