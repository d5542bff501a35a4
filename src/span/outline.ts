import type { Place } from "./occurrences.ts";

/** A line that names a part of the text. Places are UTF-16 units of the text. */
export interface OutlineLine extends Place {
  /** Words of the heading without its marks; empty: a numbered paragraph of running text. */
  readonly title: string;
  /** Number as it stands there, without the sign behind it: `5.2`; empty: none. */
  readonly number: string;
  /** Word before the number, `Artikel` or `§`; empty: none. */
  readonly word: string;
  /** Depth of a marked heading, from 1; 1 where nothing is marked. */
  readonly level: number;
}

interface Line extends Place {
  readonly text: string;
}

/** Longest heading, in UTF-16 units: what is longer is a paragraph, and a person would not name a place by it. */
const titleMax = 80;

/**
 * Finds headings and numbered paragraphs, in order. Headings are those the text marks (`# Werkplek`, or a line underlined
 * with `===`); in a text that marks none they are short lines that end no sentence and have text after them, and stand alone or have a word with a number as others have.
 * `without`: stretches that are no part of the running text, such as the header of each page.
 * Nor are the rows of a table of figures.
 */
export const outlineOf = (text: string, without: readonly Place[] = []): OutlineLine[] => {
  const outside = new Set(without.map(({ start }) => start));
  const lines = linesOf(text).filter(({ start, text: line }) => !outside.has(start) && !figuresRow.test(line));
  const marked = new Map(
    lines.flatMap((line, at) => markedHeading(line, lines[at + 1]) ?? []).map((h) => [h.start, h]),
  );
  const last = lines.findLastIndex((line) => line.text.trim() !== "");
  const rows = rowsOf(lines);
  return lines.flatMap((line, at) => {
    const isHeading = marked.size === 0 && at < last && (standsAlone(lines, at) || rows.has(wordBefore(line)));
    const heading =
      marked.get(line.start) ?? (isHeading ? { ...trimmed(line), level: 1, title: line.text.trim() } : undefined);
    const number = numberOf(heading?.title ?? line.text, heading !== undefined);
    if (!heading && !number) return [];
    const { start, end } = heading ?? trimmed(line);
    const title = plainTitle(heading?.title ?? "");
    return [{ start, end, title, level: heading?.level ?? 1, number: number?.number ?? "", word: number?.word ?? "" }];
  });
};

/**
 * A row of a table whose last cell is a figure: `Post 3: … | € 1.162,00`. Its beginning names a row and no part of the text; a
 * numbered paragraph may stand in cells, and ends in words.
 */
const figuresRow = /\S[ \t]*(?:\t| \| )[ \t]*(?:(?:€|EUR)[ \t]*)?[-–]?[ \t]?\d[\d.,]*[ \t]*%?[ \t]*$/u;

const linesOf = (text: string): Line[] => {
  const lines: Line[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\n]+|(?<=\n)(?=\n)/gu))
    lines.push({ start: index, end: index + line.length, text: line });
  return lines;
};

const trimmed = ({ start, end, text }: Line): Place => ({
  start: start + (text.length - text.trimStart().length),
  end: end - (text.length - text.trimEnd().length),
});

const markedHeading = (line: Line, next: Line | undefined) => {
  const hashes = /^ {0,3}(#{1,6})[ \t]+(\S.*?)[ \t]*#*[ \t]*$/u.exec(line.text);
  if (hashes) return { ...trimmed(line), level: hashes[1]?.length ?? 1, title: hashes[2] ?? "" };
  const underline = next && /^ {0,3}(=+|-{3,})[ \t]*$/u.exec(next.text);
  const words = line.text.trim();
  if (!underline || !isShort(words) || endsSentence.test(words) || !beginsHeading.test(words)) return undefined;
  return { ...trimmed(line), level: underline[1]?.startsWith("=") ? 1 : 2, title: words };
};

const isShort = (text: string): boolean => text.trim().length <= titleMax && /\p{L}/u.test(text);

/** Ends as a sentence or a part of one does. */
const endsSentence = /[.,;!?…][”"’')\]]*$/u;
/** Begins as a heading does: with a capital or a number, and with no sign of a list or a quotation. */
const beginsHeading = /^(?:\p{Lu}|\p{Lt}|\p{Lo}|\d|§)/u;

/**
 * Whether a line stands alone: nothing above it, or an empty line or a whole sentence; below it an empty line, or, in
 * texts that have none, a new sentence.
 */
const standsAlone = (lines: readonly Line[], at: number): boolean => {
  const text = lines[at]?.text.trim() ?? "";
  if (!isShort(text) || endsSentence.test(text) || !beginsHeading.test(text)) return false;
  const [above, below] = [lines[at - 1]?.text.trim() ?? "", lines[at + 1]?.text.trim() ?? ""];
  if (above !== "" && !/[.!?…][”"’')\]]*$/u.test(above)) return false;
  return below === "" || (text.length <= titleMax / 2 && beginsHeading.test(below) && below.length > text.length);
};

/** The word before the number that a short line begins with, `artikel` of `Artikel 9 Ziekte`; empty where it begins otherwise or ends a sentence. */
const wordBefore = ({ text }: Line): string => {
  const words = text.trim();
  if (words.length > titleMax / 2 || endsSentence.test(words)) return "";
  return /^(\p{Lu}\p{L}{1,13}) \d{1,3}(?:\.\d{1,2})*[a-z]?[.:]?(?:\s+\p{Lu}|$)/u.exec(words)?.[1]?.toLowerCase() ?? "";
};

/** Words that number parts: those before the numbers of two or more such lines. */
const rowsOf = (lines: readonly Line[]): ReadonlySet<string> => {
  const words = lines.map(wordBefore).filter((word) => word !== "");
  return new Set(words.filter((word, at) => words.indexOf(word) !== at));
};

const emphasis = /^(\*\*|__)(.*)\1$/u;

const plainTitle = (title: string): string =>
  title.replace(emphasis, "$2").replace(/\s+/gu, " ").replace(/:$/u, "").trim();

/**
 * The number a line begins with, with the word before it. A number in running text says that it numbers the paragraph by a
 * sign behind it or by more than one part; a word with a number by either, or by standing in a heading or alone.
 */
const numberOf = (text: string, isHeading: boolean): { word: string; number: string } | undefined => {
  const match =
    /^\s*(?:\*\*|__)?(?:(\p{L}{1,14}\.?|§)\s*(?=[\d]))?(\d{1,4}(?:\.\d{1,2})*[a-z]?)([.):]?)(?=\s|$|\*\*|__)/u.exec(
      text,
    );
  if (!match) return undefined;
  const [whole, word = "", number = "", sign] = match;
  const isAlone = text.slice(whole.length).trim() === "";
  const numbers =
    sign !== "" || number.includes(".") || (isHeading && (word !== "" || !isAlone)) || (word !== "" && isAlone);
  return numbers ? { word, number } : undefined;
};
