import { create } from "@bufbuild/protobuf";
import { type Chunk, ChunkSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { CodePointIndex } from "./code-points.ts";
import { graphemeBorderBefore, graphemeBorderFrom } from "./grapheme.ts";
import type { Place } from "./occurrences.ts";
import { sentencePlaces } from "./sentences.ts";

/** Part of every chunk_uid; rises when the same text would be cut elsewhere. */
const chunkerVersion = 1;
/** A chunk is closed at the next paragraph once it has so many characters (UTF-16 units). */
const enough = 600;
/** And never holds more, unless one character of the reader's is longer. */
const most = 1_200;

/**
 * Cuts a text into passages of about 600 to 1,200 characters: whole paragraphs or units as long as they fit, else whole
 * sentences, else words, never inside a grapheme cluster. White space between chunks belongs to none.
 *
 * @param borders code point offsets at which a unit, segment or page begins; a chunk that has enough ends there
 * @returns chunks in order of start, named `<doc_uid>#1:<n>` with n from 0
 */
export const chunkText = (docUid: string, text: string, borders: readonly number[] = []): Chunk[] => {
  const index = new CodePointIndex(text);
  const cuts = borders.map((border) => index.toUtf16(border));
  return grouped(blocksOf(text, cuts)).map(({ start, end }, number) =>
    create(ChunkSchema, {
      chunkUid: `${docUid}#${chunkerVersion}:${number}`,
      startChar: index.toCodePoint(start),
      endChar: index.toCodePoint(end),
    }),
  );
};

/** Paragraphs, cut further where a border lies in them or they are too long. */
const blocksOf = (text: string, cuts: readonly number[]): Place[] => {
  const ends = new Set<number>([text.length]);
  for (const match of text.matchAll(/\n+/g)) ends.add(match.index + match[0].length);
  for (const cut of cuts) ends.add(graphemeBorderFrom(text, cut));
  const blocks: Place[] = [];
  let start = 0;
  for (const end of [...ends].sort((left, right) => left - right)) {
    const block = trimmed(text, start, end);
    if (block.end - block.start > most) blocks.push(...bySentence(text, block));
    else if (block.end > block.start) blocks.push(block);
    start = end;
  }
  return blocks;
};

const bySentence = (text: string, block: Place): Place[] =>
  sentencePlaces(text.slice(block.start, block.end)).flatMap(({ start, end }) =>
    byWord(text, { start: block.start + start, end: block.start + end }),
  );

/** A sentence longer than a chunk is cut at white space, or where there is none, between two characters. */
const byWord = (text: string, sentence: Place): Place[] => {
  const pieces: Place[] = [];
  let start = sentence.start;
  while (sentence.end - start > most) {
    // Only so far: a search to the beginning of the text for each piece would take the square of its length.
    const blank = start + text.slice(start, start + most + 1).lastIndexOf(" ");
    const wanted = graphemeBorderBefore(text, blank > start + enough ? blank : start + most, start);
    const end = wanted > start ? wanted : graphemeBorderFrom(text, start + most);
    const piece = trimmed(text, start, end);
    if (piece.end > piece.start) pieces.push(piece);
    start = end;
  }
  const rest = trimmed(text, start, sentence.end);
  return rest.end > rest.start ? [...pieces, rest] : pieces;
};

/** Neighbouring blocks put together until they are enough. */
const grouped = (blocks: readonly Place[]): Place[] => {
  const groups: Place[] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    const fits = last && last.end - last.start < enough && block.end - last.start <= most;
    if (fits) groups[groups.length - 1] = { start: last.start, end: block.end };
    else groups.push(block);
  }
  return groups;
};

const trimmed = (text: string, from: number, to: number): Place => {
  let [start, end] = [from, to];
  while (start < end && /\s/.test(text[start] as string)) start++;
  while (end > start && /\s/.test(text[end - 1] as string)) end--;
  return { start, end };
};
