import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Passage } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { AnsweredText } from "../../../../gen/pincite/memo/v1/letter_pb.ts";
import { type SpanLocatorSchema, Voice } from "../../../../gen/pincite/span/v1/span_pb.ts";
import { CodePointIndex } from "../../../span/code-points.ts";
import { sentencesOf } from "../../../span/sentences.ts";

/** A stretch of the letter as it stands there, with the words around it. */
export interface Stretch {
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

/** The parts that a letter has by its form: what stands above its text, the sentences of its text, what stands below it. */
export interface LetterForm {
  readonly docUid: string;
  readonly head: readonly Stretch[];
  readonly salutation: Stretch | undefined;
  readonly sentences: readonly Stretch[];
  readonly tail: readonly Stretch[];
}

/** Formulas that open and close a letter, alone on a line of a few words: closed classes of the form of letters. */
const opening =
  /^(?:beste|geachte|lieve|hallo|dag|goede(?:morgen|middag|navond)|dear|hello|hi|good (?:morning|afternoon))\b/iu;
const closing =
  /^(?:met\s+(?:\p{L}+\s+)?groet|(?:\p{L}+\s+)?groet(?:en|jes)?\b|hoogachtend|mvg\b|(?:kind|best|warm)\s+regards|regards\b|(?:yours\s+)?(?:sincerely|faithfully|truly)|sincerely\s+yours)/iu;
const formulaWordsMax = 8;
/** The beginning of an item of a list: it ends what stood before it. */
const listItem = /\n(?=[ \t]*(?:[-–•*]|\d{1,2}[.)]|[a-z][.)])[ \t])/u;
/** What numbers or marks an item, which is no part of its words. */
const listMark = /^(?:[-–•*]|\d{1,2}[.)]|[a-z][.)])[ \t]+/u;
/** `Name: value`, as headers and the heads of letters have it. */
export const labelled = /^(?<label>[\p{L}][\p{L}. -]{0,30}?)\s*:\s*(?<value>\S.*)$/u;

/** Takes a letter apart by its form, in its writer's own words: what it quotes from others is no part of it. */
export const letterForm = (letter: AnsweredText): LetterForm => {
  const text = ownText(letter);
  const lines = linesOf(text);
  const open = lines.findIndex((line) => isFormula(line, opening));
  const start = open >= 0 ? open + 1 : afterHeader(lines);
  const close = lines.findIndex((line, at) => at >= start && isFormula(line, closing));
  const end = close >= 0 ? close : lines.length;
  const [from, to] = [lines[start]?.start ?? text.length, lines[end]?.start ?? text.length];
  return {
    docUid: letter.docUid,
    head: stretchesOf(text, lines.slice(0, Math.max(0, open >= 0 ? open : start))),
    salutation: open >= 0 ? stretchesOf(text, lines.slice(open, open + 1))[0] : undefined,
    sentences: stretchesOf(text, sentencesIn(text, from, to)),
    tail: stretchesOf(text, lines.slice(end + 1)),
  };
};

/** What the writer says; where that is only a covering header, what is forwarded below it is the letter. */
const ownText = ({ passages }: AnsweredText): string => {
  const own = passages.filter(({ voice }) => voice === Voice.AUTHOR || voice === Voice.UNSPECIFIED);
  const signed = new Set<Voice>([Voice.AUTHOR, Voice.UNSPECIFIED, Voice.SIGNATURE]);
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
}
type Line = Range & { readonly text: string };

const linesOf = (text: string): Line[] => {
  let at = 0;
  return text.split("\n").map((line) => {
    const start = at;
    at += line.length + 1;
    return { text: line.trim(), start, end: start + line.length };
  });
};

const isFormula = ({ text }: Line, formula: RegExp): boolean =>
  formula.test(text) && text.split(/\s+/u).length <= formulaWordsMax;

/** A letter without a salutation begins below its header lines, if it has any. */
const afterHeader = (lines: readonly Line[]): number => {
  const first = lines.findIndex(({ text }) => text !== "" && !labelled.test(text));
  return lines.slice(0, Math.max(0, first)).some(({ text }) => labelled.test(text)) ? first : 0;
};

const sentencesIn = (text: string, from: number, to: number): Range[] => {
  const found: Range[] = [];
  let at = from;
  for (const block of text.slice(from, to).split(listItem)) {
    const index = new CodePointIndex(block);
    for (const { start, end } of sentencesOf(block)) {
      const from = index.toUtf16(start);
      const mark = listMark.exec(block.slice(from))?.[0].length ?? 0;
      found.push({ start: at + from + mark, end: at + index.toUtf16(end) });
    }
    at += block.length + 1;
  }
  return found;
};

/** No line or sentence that long is one, and no quote takes it. In UTF-16 units. */
const unitsMost = 4_000;

/** Words around a stretch that tell it from another of the same words, in UTF-16 units. */
const contextUnits = 60;

const stretchesOf = (text: string, ranges: readonly Range[]): Stretch[] =>
  ranges.flatMap(({ start, end }) => {
    const words = text.slice(start, end);
    if (words.trim() === "" || words.length > unitsMost) return [];
    const from = start + words.search(/\S/u);
    const to = start + words.trimEnd().length;
    return [
      {
        text: text.slice(from, to),
        before: text.slice(Math.max(0, from - contextUnits), from).toWellFormed(),
        after: text.slice(to, to + contextUnits).toWellFormed(),
      },
    ];
  });

/** The locator of a stretch. */
export const locatorOf = (
  docUid: string,
  { text, before, after }: Stretch,
): MessageInitShape<typeof SpanLocatorSchema> => ({
  docUid,
  exactQuote: text,
  contextBefore: before,
  contextAfter: after,
});
