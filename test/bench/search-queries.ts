import type { IndexEntry } from "../../src/search/full-text-index.ts";
import { queryTerms } from "../../src/search/words/analysis.ts";

export interface QueryClass {
  readonly name: string;
  readonly queries: readonly string[];
  /** Others like them, asked once each. */
  readonly fresh: readonly string[];
  /** The same query as FTS5 reads it. */
  readonly plainOf: (query: string) => string;
}

const perClass = 8;
const plainWord = /^[a-z]{4,}$/;

/**
 * Queries of each sort, found in the texts themselves by the share of entries that hold the word: rare about one in two
 * thousand, mid one in fifty, common from a quarter. Deterministic; never printed, since the texts are real people's.
 */
export const queryClasses = (entries: readonly IndexEntry[]): QueryClass[] => {
  const { words, pairs } = counted(entries);
  const near = (counts: ReadonlyMap<string, number>, share: number): string[] =>
    [...counts]
      .map(([word, count]) => [word, Math.abs(Math.log(count / (share * entries.length)))] as const)
      .sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
      .slice(0, 2 * perClass)
      .map(([word]) => word);
  const [rare, mid, common] = [near(words, 1 / 2000), near(words, 1 / 50), near(words, 1 / 3)];
  const and = mid.map((word, number) => `+${word} +${common[number] ?? word}`);
  const same = (query: string): string => `"${query}"`;
  const phrases = near(pairs, 1 / 100).map((pair) => `"${pair}"`);
  const classes: readonly (readonly [string, readonly string[], (query: string) => string])[] = [
    ["rare", rare, same],
    ["mid", mid, same],
    ["common", common, same],
    ["and of two", and, (query) => query.replaceAll("+", "").replace(" ", " AND ")],
    ["phrase", phrases, (query) => query],
  ];
  return classes.map(([name, all, plainOf]) => ({
    name,
    queries: all.slice(0, perClass),
    fresh: all.slice(perClass),
    plainOf,
  }));
};

const counted = (entries: readonly IndexEntry[]) => {
  const words = new Map<string, number>();
  const pairs = new Map<string, number>();
  const raise = (counts: Map<string, number>, one: string): void => void counts.set(one, (counts.get(one) ?? 0) + 1);
  for (const { body } of entries) {
    const sequence = body.toLowerCase().split(/[^a-z0-9]+/);
    for (const word of new Set(sequence)) if (plainWord.test(word)) raise(words, word);
    const seen = new Set<string>();
    sequence.forEach((word, at) => {
      const next = sequence[at + 1] ?? "";
      if (plainWord.test(word) && plainWord.test(next)) seen.add(`${word} ${next}`);
    });
    for (const pair of seen) raise(pairs, pair);
  }
  for (const word of words.keys()) if (isStop(word)) words.delete(word);
  return { words, pairs };
};

/** Stop words are dropped from queries, so they would measure nothing. */
const isStop = (word: string): boolean => queryTerms(`${word} arbeidsovereenkomst`).length < 2;
