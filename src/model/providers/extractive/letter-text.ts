import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Passage } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { AnsweredText } from "../../../../gen/pincite/memo/v1/letter_pb.ts";
import { type SpanLocatorSchema, Voice } from "../../../../gen/pincite/span/v1/span_pb.ts";
import type { Said } from "../../../letter/lines.ts";
import { type LetterFacts, readLetter } from "../../../letter/read-letter.ts";
import { occurrences } from "../../../span/occurrences.ts";
import { piecePlaces } from "../../../span/pieces.ts";
import { repeatedLines } from "../../../span/repeated-lines.ts";
import { sumRows } from "./sum-rows.ts";

/** A stretch of the letter as it stands there, with the words around it. */
export interface Stretch {
  readonly text: string;
  readonly before: string;
  readonly after: string;
  /** How many times the letter has the words before, where it has them with the same words around them more than once. */
  readonly nth: number | undefined;
  /** Whether it is a row of a table that names a sum. */
  readonly isSumRow?: true;
}

/** The parts that a letter has by its form. */
export interface LetterForm {
  readonly docUid: string;
  /** What it says of itself. */
  readonly facts: LetterFacts;
  /** The sentences of its text, and the rows of its tables that name sums, in order. */
  readonly sentences: readonly Stretch[];
  /** Words that the facts are read from, as a stretch. */
  readonly at: (said: Pick<Said, "start" | "end">) => Stretch;
}

/** What numbers or marks an item, which is no part of its words. */
const listMark = /^\s*(?:[-–•*]|\d{1,2}[.)]|[a-z][.)])[ \t]+/u;
/** `Name: value`, as headers and the heads of letters have it. */
const labelled = /^(?<label>[\p{L}][\p{L}. -]{0,30}?)\s*:\s*(?<value>\S.*)$/u;

/** Takes a letter apart by its form, in its writer's own words: what it quotes from others is no part of it. */
export const letterForm = (letter: AnsweredText): LetterForm => {
  const text = ownText(letter);
  const facts = readLetter(text);
  return {
    docUid: letter.docUid,
    facts,
    sentences: stretchesOf(text, sentencesIn(text, facts.bodyStart, facts.bodyEnd)),
    at: ({ start, end }) => stretchAt(text, start, end),
  };
};

/** What the writer says; where that is only a covering header, what is forwarded below it is the letter. */
const ownText = ({ passages }: AnsweredText): string => {
  // Where somebody is known to speak, what is nobody's was typed into a quoted message, and is no word of this letter.
  const writer = passages.some(({ voice }) => voice === Voice.AUTHOR) ? Voice.AUTHOR : Voice.UNSPECIFIED;
  const own = passages.filter(({ voice }) => voice === writer);
  const signed = new Set<Voice>([writer, Voice.SIGNATURE]);
  const isCover = own
    .flatMap(({ text }) => text.split("\n"))
    .every((line) => line.trim() === "" || labelled.test(line));
  if (isCover && passages.some(({ voice }) => voice === Voice.FORWARDED)) signed.add(Voice.FORWARDED);
  return textOf(passages.filter(({ voice }) => signed.has(voice)));
};

/** Stretches that do not follow one another stand in paragraphs of their own. */
const textOf = (passages: readonly Passage[]): string => {
  let text = "";
  let end = 0;
  for (const passage of passages) {
    text += passage.startChar === end ? passage.text : `\n\n${passage.text}`;
    end = passage.endChar;
  }
  return text;
};

interface Range {
  readonly start: number;
  readonly end: number;
  readonly isSumRow?: true;
}
const sentencesIn = (text: string, from: number, to: number): Range[] =>
  betweenFurniture(text, from, to)
    .flatMap((part) => besideRows(text, part))
    .flatMap((part) =>
      part.isSumRow
        ? [part]
        : piecePlaces(text.slice(part.start, part.end)).map((piece) => {
            const range = { start: part.start + piece.start, end: part.start + piece.end };
            const mark = listMark.exec(text.slice(range.start, range.end))?.[0].length ?? 0;
            return { start: range.start + mark, end: range.end };
          }),
    );

/** A part of the text cut at the rows of its tables: no sentence has one inside. */
const besideRows = (text: string, { start, end }: Range): Range[] => {
  const parts: Range[] = [];
  let at = start;
  for (const row of sumRows(text.slice(start, end))) {
    const [from, to] = [start + row.start, start + row.end];
    if (from > at) parts.push({ start: at, end: from });
    parts.push({ start: from, end: to, isSumRow: true });
    at = to;
  }
  return [...parts, { start: at, end }];
};

/** The text without the heads and feet of its pages: no sentence begins in one and ends in what stands below it. */
const betweenFurniture = (text: string, from: number, to: number): Range[] => {
  const isFurniture = repeatedLines(text);
  const parts: Range[] = [];
  let start = from;
  let at = from;
  for (const line of text.slice(from, to).split("\n")) {
    const end = at + line.length;
    if (isFurniture({ start: at, end })) {
      parts.push({ start, end: at });
      start = end;
    }
    at = end + 1;
  }
  return [...parts, { start, end: to }];
};

/** No line or sentence that long is one, and no quote takes it. In UTF-16 units. */
const unitsMost = 4_000;

/** Words around a stretch that tell it from another of the same words, in UTF-16 units. */
const contextUnits = 60;

const stretchesOf = (text: string, ranges: readonly Range[]): Stretch[] =>
  ranges.flatMap(({ start, end, isSumRow }) => {
    const words = text.slice(start, end);
    if (words.trim() === "" || words.length > unitsMost) return [];
    const stretch = stretchAt(text, start + words.search(/\S/u), start + words.trimEnd().length);
    return [isSumRow ? { ...stretch, isSumRow } : stretch];
  });

const stretchAt = (text: string, from: number, to: number): Stretch => {
  const words = text.slice(from, to);
  const before = text.slice(Math.max(0, from - contextUnits), from).toWellFormed();
  const after = text.slice(to, to + contextUnits).toWellFormed();
  const around = `${before}${words}${after}`;
  const isRepeated = text.indexOf(around) !== text.lastIndexOf(around);
  const nth = isRepeated ? occurrences(text, words, { start: 0, end: from }).length : undefined;
  return { text: words, before, after, nth };
};

/** The locator of a stretch. */
export const locatorOf = (
  docUid: string,
  { text, before, after, nth }: Stretch,
): MessageInitShape<typeof SpanLocatorSchema> => ({
  docUid,
  exactQuote: text,
  contextBefore: before,
  contextAfter: after,
  ...(nth === undefined ? {} : { occurrenceIndex: nth }),
});
