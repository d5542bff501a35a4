import { CodePointIndex } from "./code-points.ts";
import type { Place } from "./occurrences.ts";
import shortened from "./shortened.json" with { type: "json" };

/** Forms of one sort without their last full stop, in lower case; see the file for what each sort is and where a row is from. */
const formsOf = (sort: string): ReadonlySet<string> =>
  new Set(shortened.rows.filter(({ of }) => of === sort).map(({ form }) => form));

/** Abbreviations: after one a capital begins no sentence. */
const abbreviations = formsOf("abbreviation");
/** Abbreviations at the end of their phrase (`9 november jl.`): a capital behind one begins a sentence. */
const closing = formsOf("closing");
/** Legal forms, which end the name of a company (`Vink Bouw B.V.`): a capital behind the name begins a sentence, one behind the form alone a name. */
const legalForms = formsOf("legal-form");
/** A word with a capital that begins no sentence. */
const capitalBefore = /[\p{L}\p{N},]\s+\p{Lu}[\p{L}\p{N}'’&-]*[\s,]+$/u;
/** In the line below a company's name stands its address. */
const capitalInLine = /^[^\S\n]+["'“‘«(]*\p{Lu}/u;
const capitalNext = /^\s+["'“‘«(]*\p{Lu}/u;

/** Where a sentence may end, tried only at the characters below: a scan by number is ten times faster than a search. */
const ending = /[.!?…]+/uy;
const terminator = /[.!?…]+['"’”»)\]]*(?=\s)|\n[ \t]*\n/uy;
const mayEnd = (unit: number): boolean =>
  unit === 0x2e || unit === 0x0a || unit === 0x21 || unit === 0x3f || unit === 0x2026;
/** Letters with a stop after each, as in o.g.v., e.d. and initials. */
const dotted = /^(?:\p{L}\.)*\p{L}$/u;
const lowerCaseNext = /^\s+[\p{Ll},;)]/u;
/** Longest word looked at before a full stop, and white space after it. */
const reach = 48;

/**
 * Sentences as UTF-16 ranges without the white space around them. A sentence ends at a full stop, question or exclamation
 * mark before white space, unless the stop belongs to an abbreviation or the text goes on in lower case, and at a blank
 * line. The stop of a company's legal form (`Vink Bouw B.V.`) ends one where a capital follows in its line. A single line break ends nothing: mail is wrapped, and the items of a statute's list complete one sentence.
 */
export const sentencePlaces = (text: string): Place[] => {
  const places: Place[] = [];
  let start = 0;
  for (let end = sentenceEnd(text, 0); end >= 0; end = sentenceEnd(text, end)) {
    addTrimmed(places, text, start, end);
    start = end;
  }
  addTrimmed(places, text, start, text.length);
  return places;
};

/** The sentences themselves. */
export const sentencesIn = (text: string): string[] =>
  sentencePlaces(text).map(({ start, end }) => text.slice(start, end));

/** Where the sentence that goes on at `from` ends, UTF-16 units; -1 where the text ends first. */
export const sentenceEnd = (text: string, from: number): number => {
  for (let at = from; at < text.length; at++) {
    if (!mayEnd(text.charCodeAt(at))) continue;
    terminator.lastIndex = at;
    const mark = terminator.exec(text)?.[0];
    if (mark === undefined) {
      // What ends no sentence as a whole does so from none of its dots: they are passed together, not tried one by one.
      ending.lastIndex = at;
      at += Math.max(0, (ending.exec(text)?.[0].length ?? 0) - 1);
      continue;
    }
    if (endsSentence(text, at, at + mark.length, mark)) return at + mark.length;
    at += mark.length - 1;
  }
  return -1;
};

/** Sentences of a text as half-open ranges in code points; see `sentencePlaces` for where they end. */
export const sentencesOf = (text: string): { start: number; end: number }[] => {
  const index = new CodePointIndex(text);
  return sentencePlaces(text).map(({ start, end }) => ({
    start: index.toCodePoint(start),
    end: index.toCodePoint(end),
  }));
};

const endsSentence = (text: string, at: number, end: number, mark: string): boolean => {
  if (mark.startsWith("\n")) return true;
  if (lowerCaseNext.test(text.slice(end, end + reach))) return false;
  if (!mark.startsWith(".") || mark.startsWith("..")) return true;
  const word = wordBefore(text, at);
  const form = word.toLowerCase();
  const next = text.slice(end, end + reach);
  // As it is written: `ligt bij u.` ends, and `U. Jansen` is a name.
  if (closing.has(word)) return capitalNext.test(next);
  const before = text.slice(Math.max(0, at - word.length - reach), at - word.length);
  if (legalForms.has(form) && capitalBefore.test(before)) return capitalInLine.test(next);
  return !(abbreviations.has(form) || dotted.test(word) || isListNumber(text, at, word));
};

/** Letters, digits and stops that lead up to the offset. Everything beyond Latin-1 signs counts as a letter but punctuation. */
const wordBefore = (text: string, at: number): string => {
  let start = at;
  while (start > 0 && at - start < reach && isWordUnit(text.charCodeAt(start - 1))) start--;
  return text.slice(start, at);
};

const isWordUnit = (unit: number): boolean =>
  (unit >= 0x61 && unit <= 0x7a) ||
  (unit >= 0x41 && unit <= 0x5a) ||
  (unit >= 0x30 && unit <= 0x39) ||
  unit === 0x2e ||
  (unit >= 0xc0 && !(unit >= 0x2000 && unit <= 0x206f) && unit !== 0x3000);

/** `1.` at the beginning of a line numbers what follows. */
const isListNumber = (text: string, at: number, word: string): boolean => {
  const before = at - word.length;
  if (!/^[\d.]{1,8}$/.test(word) || (before > 0 && text[before - 1] !== "\n")) return false;
  return numbersItem(text, before, word);
};

/** A number of an item, or of a clause by its parts: no year, and no sum by thousands. */
const itemNumber = /^\d{1,3}(?:\.\d{1,2})*$/;
/** A line that a program broke is no shorter; UTF-16 units. */
const brokenLeast = 34;
/** How far above an item the one before it is looked for, UTF-16 units. */
const itemReach = 4_000;

/**
 * Whether the number at the beginning of a line numbers what follows. Behind a line that was broken for want of room it may end the
 * sentence (`op 28 februari` / `2026.`): there it numbers where a line above begins with the number before it.
 */
export const numbersItem = (text: string, lineStart: number, number: string): boolean => {
  const above = text.slice(Math.max(0, lineStart - 1 - reach), Math.max(0, lineStart - 1));
  const line = above.slice(above.lastIndexOf("\n") + 1).trimEnd();
  if (line.length < brokenLeast || /[.:;!?…]["'”’)]*$/u.test(line)) return true;
  if (!itemNumber.test(number)) return false;
  if (number.includes(".") || Number(number) < 2) return true;
  const before = String(Number(number) - 1);
  const searched = `\n${text.slice(Math.max(0, lineStart - itemReach), lineStart)}`;
  return searched.includes(`\n${before}.`) || searched.includes(`\n${before})`);
};

const addTrimmed = (places: Place[], text: string, from: number, to: number): void => {
  let start = from;
  let end = to;
  while (start < end && /\s/.test(text[start] as string)) start++;
  while (end > start && /\s/.test(text[end - 1] as string)) end--;
  if (end > start) places.push({ start, end });
};
