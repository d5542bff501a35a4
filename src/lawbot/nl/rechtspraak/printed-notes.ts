import { type PdfText, pageLines } from "../../../pdf/page-lines.ts";
import { cleaned, type PrintedLine } from "./printed-lines.ts";

/** A mark is set in letters so much smaller than those of its line. */
const markSize = 0.85;

/**
 * The lines without the marks of these footnotes: raised numbers in smaller letters, each the one behind the mark before it. Other
 * raised numbers (`m²`) stay.
 */
export const withoutNoteMarks = (lines: readonly PrintedLine[], notes: ReadonlySet<string>): PrintedLine[] => {
  let next = 1;
  return lines.map((line) => {
    let [found, last] = [false, next];
    const pieces = line.pieces.map((piece) => {
      const isMark = isRaised(piece, line) && digitsOf(piece) === String(last) && notes.has(String(last));
      if (!isMark) return piece;
      [found, last] = [true, last + 1];
      return { ...piece, str: placeholder };
    });
    next = last;
    if (!found) return line;
    const text = pageLines(pieces.map((piece) => ({ ...piece, hasEOL: false })))
      .map((each) => cleaned(each.text.replaceAll(placeholder, "")))
      .join(" ");
    return { ...line, text, pieces: pieces.filter(({ str }) => str !== placeholder) };
  });
};

/** Stands for a mark while its line is put together, so that the room it took does not become a space. */
const placeholder = "\u2060";

const digitsOf = ({ str }: PdfText): string => str.trim().replace(/^\[(\d+)\]$/, "$1");

const isRaised = ({ height, transform }: PdfText, { size, y }: PrintedLine): boolean =>
  height < size * markSize && (transform[5] ?? 0) > y;
