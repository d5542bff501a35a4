import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { cellsOf, labelledIn } from "../../letter/lines.ts";
import { readLetter } from "../../letter/read-letter.ts";
import { voiceOf } from "../../span/describe.ts";
import type { Place } from "../../span/occurrences.ts";
import { piecePlaces } from "../../span/pieces.ts";
import { repeatedLines } from "../../span/repeated-lines.ts";
import type { SpanSource } from "../../span/source.ts";
import { announcesWords, aroundVoices, bodyStart } from "../../span/unsaid.ts";
import { labelLines } from "./label-lines.ts";

/** A sentence of a paper that may be quoted: UTF-16 places of the canonical text. */
export interface SentenceUnit extends Place {
  readonly text: string;
  /** The number of its paragraph, which stands in front of its words (`9.2`); empty: it has none. */
  readonly number: string;
  /** The chunk that it lies in; empty where it goes over two. */
  readonly chunkUid: string;
  readonly voice: Voice;
  readonly speaker: string;
  /** The day that stands with the words, as the source writes it; empty: the paper's. */
  readonly dateText: string;
  /** Whether somebody says them to others in a chat; else a paper says or quotes them. */
  readonly isMessage: boolean;
  /** Whether it is a form's label with what it says, too short to stand in any other paper: what surrounds sentences is told without it. */
  readonly isLabel: boolean;
}

/** Shorter than the first a quote matches noise; longer than the second nobody reads it in a sentence. */
const charsLeast = 12;
const charsMost = 900;
const wordsLeast = 3;
/** A line around what is said has so few words. */
const callMost = 8;

const unspoken: ReadonlySet<Voice> = new Set([...aroundVoices, Voice.EDITOR]);

/** The sentences of a paper, items of lists, messages and rows among them, in order; what nobody said or claims is left out. */
export const sentenceUnits = (source: SpanSource): SentenceUnit[] => {
  const known = units.get(source);
  if (known) return known;
  const head = bodyStart(source);
  const body = head || letterBodyStart(source);
  const labels = new Map((isComposed(source) ? [] : labelLines(source)).map((line) => [line.start, line]));
  const isFurniture = source.canonical.pages.length > 1 ? repeatedLines(source.text) : () => false;
  const made = stretchesOf(source)
    .flatMap((stretch) =>
      withShortJoined(
        source,
        withLabels(
          source.text,
          piecePlaces(source.text.slice(stretch.start, stretch.end)).map(({ start, end }) =>
            trimmed(source.text, { start: start + stretch.start, end: end + stretch.start }),
          ),
          labels,
        ),
      ),
    )
    .filter(
      (place) =>
        labels.has(place.start) ||
        (place.start >= head && (place.start >= body || isSentence(source.text, place)) && !isFurniture(place)),
    )
    .flatMap((place) => unitAt(source, place, labels.has(place.start)));
  units.set(source, made);
  return made;
};

/** A stretch with short pieces in a row as one: of a message they are told too (`Was leuk! Dagkaart betaald`), elsewhere each falls away. */
const withShortJoined = (source: SpanSource, pieces: readonly Place[]): readonly Place[] => {
  const [first] = pieces;
  if (!first || !isInMessage(source, first)) return pieces;
  const joined: Place[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    if (before && isShort(source.text, before) && isShort(source.text, piece))
      joined[joined.length - 1] = { start: before.start, end: piece.end };
    else joined.push(piece);
  }
  return joined;
};

/** What is too short to stand by itself behind the label of its line, with the label: `Keuken: schoon. Geen gebreken.` */
const withLabels = (text: string, pieces: readonly Place[], labels: ReadonlyMap<number, Place>): readonly Place[] => {
  const joined: Place[] = [];
  for (const piece of pieces) {
    const before = joined.at(-1);
    const line = before && labels.get(before.start);
    if (before && line && isShort(text, piece) && piece.end <= line.end)
      joined[joined.length - 1] = { start: before.start, end: piece.end };
    else joined.push(piece);
  }
  return joined;
};

const isInMessage = ({ codePoints, structure }: SpanSource, { start, end }: Place): boolean =>
  structure
    .unitsAround({ start: codePoints.toCodePoint(start), end: codePoints.toCodePoint(end) })
    .some(({ element }) => element === "message");

/** Whether nobody would quote a piece by itself, were it of a paper. */
const isShort = (text: string, { start, end }: Place): boolean => {
  const words = text.slice(start, end);
  return end - start < charsLeast || wordCount(words) < wordsLeast;
};

const wordCount = (text: string): number => (text.match(/[\p{L}\p{N}]+/gu) ?? []).length;

/** Words with an end, as the lines of an address have none: a text is no letter for one line that looks like its salutation. */
const isSentence = (text: string, { start, end }: Place): boolean => {
  const words = text.slice(start, end);
  return /[\p{L}\p{N})][.?!]["'”’]?$/u.test(words) && (words.match(/\p{L}{2,}/gu) ?? []).length >= sentenceLeast;
};
const sentenceLeast = 6;

/** Whether the lines `Name: value` at the head are those of a mail or of a calendar's entry; a form begins with its labels too. */
const isComposed = (source: SpanSource): boolean => {
  if (source.canonical.extractor === "ics") return true;
  const kinds = new Set(labelledIn(cellsOf(source.text.slice(0, bodyStart(source)))).map(({ of }) => of));
  return mailLabels.filter((kind) => kinds.has(kind)).length >= mailLabelsLeast;
};
const mailLabels = ["writer", "reader", "subject", "sent"] as const;
const mailLabelsLeast = 2;

/** Where the words of a letter begin: behind its salutation; the start of any other text. */
const letterBodyStart = (source: SpanSource): number => {
  const { salutation, bodyStart: letterBody } = readLetter(source.text);
  return salutation ? letterBody : 0;
};

const units = new WeakMap<SpanSource, SentenceUnit[]>();

/** The number of a paragraph in front of its sentence, which belongs to its place and not to its words. */
const paragraphNumber = /^(?:\d{1,3}(?:\.\d{1,3})+\.?|\d{1,2}[.)])\s+(?=\p{Lu}|$)/u;

/** Where the words of a sentence begin: behind the number of its paragraph, and in minutes behind the name of who says them. */
const saidFrom = (source: SpanSource, { start, end }: Place): number => {
  const text = source.text.slice(start, end);
  const numbered = start + (paragraphNumber.exec(text)?.[0].length ?? 0);
  const range = { start: source.codePoints.toCodePoint(start), end: source.codePoints.toCodePoint(end) };
  const { speaker } = voiceOf(source, range);
  const label = `${speaker}:`;
  return speaker !== "" && text.startsWith(label)
    ? start + label.length + (/^\s*/u.exec(text.slice(label.length))?.[0].length ?? 0)
    : numbered;
};

const unitAt = (source: SpanSource, whole: Place, isOfForm: boolean): SentenceUnit[] => {
  const place = { start: saidFrom(source, whole), end: whole.end };
  const text = source.text.slice(place.start, place.end);
  const isMessage = isInMessage(source, place);
  if (text === "" || text.length > charsMost) return [];
  // Whatever somebody sent in a chat is theirs, if only `Betaald`, and what a form says of a label is the form's.
  if (!isMessage && !isOfForm && (isShort(source.text, place) || (wordCount(text) <= callMost && surrounds(text))))
    return [];
  const range = { start: source.codePoints.toCodePoint(place.start), end: source.codePoints.toCodePoint(place.end) };
  const { voice: told, speaker, segmentDateText } = voiceOf(source, range);
  // A text that says of nothing who speaks is its author's.
  const voice = source.structure.segments.length === 0 ? Voice.AUTHOR : told;
  if (unspoken.has(voice) || (!isMessage && announcesWords(source, place))) return [];
  const [number = ""] =
    paragraphNumber.exec(source.text.slice(whole.start, place.start))?.[0].match(/^[\d.]*\d/u) ?? [];
  return [
    {
      ...place,
      text,
      number,
      chunkUid: chunkOf(source, range),
      voice,
      speaker,
      dateText: segmentDateText,
      isMessage,
      isLabel: isOfForm && isShort(source.text, place),
    },
  ];
};

/** The text cut where somebody else begins to speak, and behind the head of a message: no sentence goes over that. */
const stretchesOf = (source: SpanSource): Place[] => {
  const { canonical, codePoints, structure, text } = source;
  const heads = messageHeads(source);
  const borders = new Set([0, text.length]);
  for (const { startChar, endChar } of structure.segments)
    borders.add(codePoints.toUtf16(startChar)).add(codePoints.toUtf16(endChar));
  for (const { element, quotableStartChar } of canonical.units)
    if (element === "message") borders.add(codePoints.toUtf16(quotableStartChar));
  const sorted = [...borders].toSorted((a, b) => a - b);
  return sorted
    .slice(1)
    .map((end, at) => ({ start: sorted[at] as number, end }))
    .filter(({ start }) => !heads.has(start));
};

/** Where heads of a chat's messages begin: the program wrote them, and what is said stands behind them. */
const messageHeads = ({ canonical, codePoints }: SpanSource): ReadonlySet<number> =>
  new Set(
    canonical.units
      .filter(({ element, startChar, quotableStartChar }) => element === "message" && startChar < quotableStartChar)
      .map(({ startChar }) => codePoints.toUtf16(startChar)),
  );

/** The chunk that a range of code points lies in; empty where it goes over two. */
const chunkOf = ({ canonical: { chunks } }: SpanSource, { start, end }: Place): string => {
  let [low, high] = [0, chunks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((chunks[middle]?.startChar ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const chunk = chunks[low - 1];
  return chunk && end <= chunk.endChar ? chunk.chunkUid : "";
};

/** Lines around what a letter says: a salutation ends in a comma, a head is a place with a day. */
const surrounds = (text: string): boolean =>
  /,\s*$/u.test(text) || /^\p{Lu}[\p{L}'’ -]*,\s*\d{1,2}[\s./-]+[\p{L}\d]+[\s./-]+\d{4}$/u.test(text);

/** What whoever wrote a paper stands under it: its signature, or of a paper without one the lines that no sentence has. */
export const signatureIn = (source: SpanSource): string => {
  const { segments } = source.structure;
  const signed = segments.filter(({ voice }) => voice === Voice.SIGNATURE);
  if (signed.length > 0)
    return signed.map(({ startChar, endChar }) => source.codePoints.slice(startChar, endChar)).join("\n");
  let rest = "";
  let from = bodyStart(source) || letterBodyStart(source);
  for (const { start, end, isLabel } of sentenceUnits(source)) {
    if (isLabel) continue;
    rest += `${source.text.slice(from, Math.max(from, start))}\n`;
    from = Math.max(from, end);
  }
  return `${rest}${source.text.slice(from)}`.slice(0, signatureMax);
};

/** Characters of such lines: more is no signature. */
const signatureMax = 4_000;

const trimmed = (text: string, { start, end }: Place): Place => {
  let [from, to] = [start, end];
  while (from < to && /[\s>]/u.test(text[from] as string)) from++;
  while (to > from && /\s/u.test(text[to - 1] as string)) to--;
  return { start: from, end: to };
};
