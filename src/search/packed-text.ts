import { constants, deflateRawSync, inflateRawSync } from "node:zlib";
import { TornBlockError } from "./posting-bytes.ts";
import type { IndexedEntry } from "./recent-words.ts";

/** Texts of fewer bytes do not become smaller. */
const packedFrom = 200;
/** Level 6 makes mail a fiftieth smaller, and takes a third longer. Ends at a byte and says no end of stream, so that texts packed one by one are one stream when put together. */
const packing = { level: 3, finishFlush: constants.Z_SYNC_FLUSH };
/** What a flush writes last (RFC 1951, an empty stored block); left away in store. */
const flushMark = Uint8Array.of(0, 0, 0xff, 0xff);
/** An empty stored block that is the last. */
const streamEnd = Uint8Array.of(1, 0, 0, 0xff, 0xff);

/** An entry's texts as one row: the characters of body, title, people and facets in one string, and how it is cut. */
export interface PackedText {
  /** UTF-8; packed as raw DEFLATE where that is smaller, and then no string. */
  readonly text: string | Uint8Array;
  /** Bytes of the text unpacked; how many people; UTF-16 units of body, title, each person, each facet's name and value. */
  readonly cuts: string;
}

export const packText = ({ title, body, people, facets }: IndexedEntry): PackedText => {
  const pairs = Object.entries(facets).flatMap(([name, values]) => values.flatMap((value) => [name, value]));
  const parts = [body, title, ...people, ...pairs].map((part) => part.toWellFormed());
  const whole = parts.join("");
  const bytes = Buffer.from(whole);
  const cuts = [bytes.length, people.length, ...parts.map(({ length }) => length)].join(",");
  if (bytes.length < packedFrom) return { text: whole, cuts };
  const packed = deflateRawSync(bytes, packing);
  return { text: packed.length < bytes.length ? packed.subarray(0, -flushMark.length) : whole, cuts };
};

/** Texts again, as entries. */
export const unpackText = (packed: PackedText): IndexedEntry => {
  const [whole = ""] = unpackWhole([packed]);
  const [, count = 0, ...lengths] = packed.cuts.split(",").map(Number);
  const parts = cutAt(whole, lengths);
  const facets: Record<string, string[]> = Object.create(null);
  for (let pair = 2 + count; pair < parts.length; pair += 2) {
    const name = parts[pair] as string;
    facets[name] = [...(facets[name] ?? []), parts[pair + 1] as string];
  }
  return { body: parts[0] ?? "", title: parts[1] ?? "", people: parts.slice(2, 2 + count), facets };
};

const cutAt = (whole: string, lengths: readonly number[]): string[] => {
  let at = 0;
  return lengths.map((length) => {
    at += length;
    return whole.slice(at - length, at);
  });
};

/** The bodies alone, which are what hits show. */
export const unpackBodies = (packed: readonly PackedText[]): string[] => {
  const wholes = unpackWhole(packed);
  return packed.map(({ cuts }, number) => (wholes[number] as string).slice(0, Number(cuts.split(",", 3)[2])));
};

/** All at once: setting up the decoder takes longer than a letter does. */
const unpackWhole = (packed: readonly PackedText[]): string[] => {
  const streams = packed.flatMap(({ text }) => (typeof text === "string" ? [] : [text, flushMark]));
  const sizes = packed.map(({ text, cuts }) => (typeof text === "string" ? 0 : Number.parseInt(cuts, 10)));
  const size = sizes.reduce((sum, one) => sum + one, 0);
  // One byte more than there is, so that a longer text shows as damage below rather than as a second piece.
  const options = { chunkSize: Math.max(64, size + 1), maxOutputLength: size + 1 };
  const bytes = size === 0 ? Buffer.alloc(0) : inflateRawSync(Buffer.concat([...streams, streamEnd]), options);
  if (bytes.length !== size) throw new TornBlockError();
  let at = 0;
  return packed.map(({ text }, number) => {
    const from = at;
    at += sizes[number] as number;
    return typeof text === "string" ? text : bytes.toString("utf8", from, at);
  });
};
