import type { Place } from "./occurrences.ts";
import { sentencePlaces } from "./sentences.ts";

/** A number, letter or dash that begins an item of a list or a clause: `2.`, `2.2`, `(a)`, `-`. */
const itemMark = /^\s*(?:\(?(?:\d{1,3}(?:\.\d{1,3})+\.?|\d{1,3}[.)]|[a-z]{1,4}[.)])\)?|[-•*–·])\s/iu;
/** A record of a list, a chat or minutes: a line that begins with a day, or with somebody's name and a colon. */
const recordMark = /^\s*(?:\[?\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?!\d)|\p{Lu}[\p{L}.'’ -]{1,40}:\s)/u;
const closed = /[.:;!?]["'”’)]*\s*$/u;
const lowerCase = /^\s*\p{Ll}/u;
/** A line so long may have been broken by a program; a shorter one was ended by whoever wrote it. */
const wrappedLength = 55;

/**
 * The text cut finer than sentences, as UTF-16 ranges: an item of a list, a heading and a row of a table are pieces of their
 * own, while a line that a mail program broke goes on. Pieces are what is found in a text; what is cited are sentences.
 */
export const piecePlaces = (text: string): Place[] =>
  sentencePlaces(text).flatMap(({ start, end }) => linesJoined(text, start, end));

const linesJoined = (text: string, from: number, to: number): Place[] => {
  const pieces: Place[] = [];
  let last = "";
  let at = from;
  for (const line of text.slice(from, to).split("\n")) {
    const piece = pieces.at(-1);
    const end = at + line.length;
    if (line.trim() === "") last = "";
    else {
      if (piece && goesOn(last, line)) pieces[pieces.length - 1] = { start: piece.start, end };
      else pieces.push({ start: at, end });
      last = line;
    }
    at = end + 1;
  }
  return pieces;
};

const goesOn = (last: string, line: string): boolean =>
  last !== "" &&
  !itemMark.test(line) &&
  !recordMark.test(line) &&
  !closed.test(last) &&
  (lowerCase.test(line) || last.length >= wrappedLength);
