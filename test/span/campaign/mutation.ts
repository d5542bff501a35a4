import type { SpanSource } from "../../../src/span/source.ts";

export type Random = () => number;

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Where a quote was taken, for mutations that need more than its words. Offsets are UTF-16 units. */
export interface Taken {
  readonly text: SpanSource;
  readonly place: Place;
  /** Words of another text of the same set that begin as this quote does, or undefined. */
  readonly sibling: (quote: string, random: Random) => string | undefined;
}

/** A changed quote; undefined where the change does not apply to it. */
export type Mutation = (quote: string, random: Random, taken: Taken) => string | undefined;

export const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

export const insertAt = (quote: string, at: number | undefined, words: string): string | undefined =>
  at === undefined || at < 0 ? undefined : quote.slice(0, at) + words + quote.slice(at);

/** Replaces one match, chosen at random; the pattern must be global. */
export const replaceRandom = (
  quote: string,
  pattern: RegExp,
  by: (found: string) => string,
  random: Random,
): string | undefined => {
  const found = [...quote.matchAll(pattern)];
  if (found.length === 0) return undefined;
  const match = pick(random, found);
  return quote.slice(0, match.index) + by(match[0]) + quote.slice(match.index + match[0].length);
};

export const replaceOne = (quote: string, from: string, to: string, random: Random): string | undefined =>
  replaceRandom(quote, new RegExp(from.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"), "gu"), () => to, random);
