import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { voiceOf } from "../../span/describe.ts";
import type { Place } from "../../span/occurrences.ts";
import { piecePlaces } from "../../span/pieces.ts";
import type { SpanSource } from "../../span/source.ts";

/** A sentence of a paper that may be quoted: UTF-16 places of the canonical text, with its neighbours in the same chunk. */
export interface SentenceUnit extends Place {
  readonly text: string;
  readonly chunkUid: string;
  readonly voice: Voice;
  readonly speaker: string;
  /** The day that stands with the words, as the source writes it; empty: the paper's. */
  readonly dateText: string;
}

/** Shorter than the first a quote matches noise; longer than the second nobody reads it in a sentence. */
const charsLeast = 12;
const charsMost = 900;
const wordsLeast = 3;
/** A line of so few words that ends in a comma calls somebody: a salutation. */
const callMost = 8;

const unspoken: ReadonlySet<Voice> = new Set([Voice.SIGNATURE, Voice.DISCLAIMER, Voice.EDITOR]);

/** The sentences of a paper, items of lists, messages and rows among them, in order; what nobody said or claims is left out. */
export const sentenceUnits = (source: SpanSource): SentenceUnit[] => {
  const known = units.get(source);
  if (known) return known;
  const body = bodyStart(source);
  const made = source.canonical.chunks.flatMap(({ chunkUid, startChar, endChar }) => {
    const start = source.codePoints.toUtf16(startChar);
    const text = source.text.slice(start, source.codePoints.toUtf16(endChar));
    return piecePlaces(text)
      .map((place) => ({ start: place.start + start, end: place.end + start }))
      .filter((place) => place.start >= body)
      .flatMap((place) => unitAt(source, chunkUid, trimmed(source.text, place)));
  });
  units.set(source, made);
  return made;
};

/** Where a mail's own words begin: behind the lines `Name: value` at its head, which end with an empty line. */
const bodyStart = ({ text }: SpanSource): number =>
  /^(?:\p{Lu}[\p{L}-]{1,20}: [^\n]*\n(?:[ \t][^\n]*\n)*){3,}\n/u.exec(text)?.[0].length ?? 0;

const units = new WeakMap<SpanSource, SentenceUnit[]>();

const unitAt = (source: SpanSource, chunkUid: string, place: Place): SentenceUnit[] => {
  const text = source.text.slice(place.start, place.end);
  if (text.length < charsLeast || text.length > charsMost) return [];
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).length;
  if (words < wordsLeast || (words <= callMost && /,\s*$/u.test(text))) return [];
  const range = { start: source.codePoints.toCodePoint(place.start), end: source.codePoints.toCodePoint(place.end) };
  const { voice, speaker, segmentDateText } = voiceOf(source, range);
  if (unspoken.has(voice) || announces(source, place, text)) return [];
  return [{ ...place, text, chunkUid, voice, speaker, dateText: segmentDateText }];
};

/** A line that only says whose words follow: it ends in a colon, and quoted or forwarded words begin right behind it. */
const announces = (source: SpanSource, { end }: Place, text: string): boolean => {
  if (!/:\s*$/u.test(text)) return false;
  const gap = /^\s*(?:>\s*)*/u.exec(source.text.slice(end, end + gapMax))?.[0].length ?? 0;
  const next = source.codePoints.toCodePoint(end + gap);
  return source.structure.segments.some(
    ({ startChar, voice }) =>
      (voice === Voice.QUOTED || voice === Voice.FORWARDED) && Math.abs(startChar - next) <= nearby,
  );
};

/** Characters between such a line and what it announces, and how far the segment may begin beside that. */
const gapMax = 24;
const nearby = 4;

const trimmed = (text: string, { start, end }: Place): Place => {
  let [from, to] = [start, end];
  while (from < to && /[\s>]/u.test(text[from] as string)) from++;
  while (to > from && /\s/u.test(text[to - 1] as string)) to--;
  return { start: from, end: to };
};
