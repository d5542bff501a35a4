import type { Place } from "./occurrences.ts";
import { numbersItem, sentencePlaces } from "./sentences.ts";

/** A number, letter or dash that begins an item of a list or a clause: `2.`, `2.2`, `(a)`, `iv.`, `-`; a sum by thousands and a shortened word (`dhr.`) begin none. */
const itemMark = /^\s*(?:\(?(?:\d{1,3}(?:\.\d{1,2})+\.?|\d{1,3}[.)]|(?:[a-z]|[ivx]{2,5})[.)])\)?|[-•*–·])\s/iu;
/** A record of a list, a chat or minutes: a line that begins with a day, or with somebody's name and a colon. */
const recordMark = /^\s*(?:\[?\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?!\d)|\p{Lu}[\p{L}.'’ -]{1,40}:\s)/u;
const closed = /[.:;!?]["'”’)]*\s*$/u;
/** A row of a table that ends in its sum: whatever follows in upper case is the next row, however narrow the table is. */
const sumAtEnd = /(?:€|EUR|\p{Sc})\s?-?\d[\d.]*(?:,(?:\d\d|-))?\s*$/u;
/** A sign whose sum stands on the next line. */
const signAtEnd = /\p{Sc}\s*$/u;
const lowerCase = /^\s*\p{Ll}/u;
const nameOrNumber = /^\s*(?:\p{Lu}|\d+(?![.)\d]))/u;
const beginsInside = /^\s*(?:["“„‘'(]*\p{Ll}|["“„])/u;

/** A program breaks lines at a width between these; longer lines are paragraphs that nobody broke, shorter ones a list or a table. */
const [widthLeast, widthMost] = [45, 90];
/** Letters are not of one width, and words are not cut: so far short of the width a line may have been broken by a program. */
const widthShare = 0.75;

/**
 * The text cut finer than sentences, as UTF-16 ranges: an item of a list, a heading and a row of a table are pieces of their
 * own, while a line that a program broke goes on. Pieces are what is found in a text; what is cited are sentences.
 */
export const piecePlaces = (text: string): Place[] => {
  const filled = widthShare * Math.min(widthMost, Math.max(widthLeast, widestLine(text)));
  return sentencePlaces(text).flatMap(({ start, end }) => linesJoined(text, start, end, filled));
};

const widestLine = (text: string): number => {
  let widest = 0;
  for (const line of text.split("\n")) widest = Math.max(widest, line.trim().length);
  return widest;
};

const linesJoined = (text: string, from: number, to: number, filled: number): Place[] => {
  const pieces: Place[] = [];
  // A sentence may begin in the middle of its first line.
  const begun = from - (text.lastIndexOf("\n", from - 1) + 1);
  let last = { line: "", length: 0 };
  let at = from;
  for (const line of text.slice(from, to).split("\n")) {
    const piece = pieces.at(-1);
    const end = at + line.length;
    if (line.trim() === "") last = { line: "", length: 0 };
    else {
      if (piece && (goesOn(last, line, filled) || endsBy(text, at, line)))
        pieces[pieces.length - 1] = { start: piece.start, end };
      else pieces.push({ start: at, end });
      last = { line, length: line.length + (at === from ? begun : 0) };
    }
    at = end + 1;
  }
  return pieces;
};

/**
 * Whether a line goes on with what the last one said: behind a sign of money, in lower case, or where its first word had no room there. Behind
 * a colon and the like it does so only where it had no room, and in lower case or with a quotation. A full stop inside of a sentence shortens a
 * word, and what had no room behind it belongs to it, a name's initial too.
 */
const goesOn = (last: { readonly line: string; readonly length: number }, line: string, filled: number): boolean => {
  if (last.line === "") return false;
  if (signAtEnd.test(last.line)) return true;
  const hadNoRoom = last.length + 1 + (/\S+/u.exec(line)?.[0].length ?? 0) > filled;
  if (hadNoRoom && /\p{L}\.\s*$/u.test(last.line) && nameOrNumber.test(line)) return true;
  if (itemMark.test(line) || recordMark.test(line)) return false;
  if (closed.test(last.line)) return hadNoRoom && beginsInside.test(line);
  return lowerCase.test(line) || (hadNoRoom && !sumAtEnd.test(last.line));
};

/** Whether a line begins with a number that is no item's, behind a line that was broken for want of room: `van 310 naar` / `188.` */
const endsBy = (text: string, at: number, line: string): boolean => {
  const number = /^\d{1,3}(?=[.)]\s)/u.exec(line)?.[0];
  return number !== undefined && !numbersItem(text, at, number);
};
