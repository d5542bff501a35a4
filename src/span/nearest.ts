import { closest, preparePattern } from "./edit-distance.ts";

/** A passage near to a pattern: UTF-16 offsets, and how many single-character edits lie between the two. */
export interface Near {
  readonly start: number;
  readonly end: number;
  readonly distance: number;
}

/** Passages that are compared in full, best-voted first. */
const comparedMax = 48;
/** Steps that all comparisons for one quote may take, of 32 pattern characters each: about a quarter of a second. */
const stepsMax = 12_000_000;
/** A seed that stands more often than this tells nothing about where to look. */
const seedHitsMax = 4_000;
/**
 * Seed lengths tried in turn; a shorter one finds worse quotes and costs more: `indexOf` leaps by the length of what it looks
 * for, and there are more to look for. Four of the longest settle a quote of 200 characters with three edits.
 */
const seedLengths = [48, 24, 12, 6];

/**
 * The passages of a text nearest to a pattern by edit distance, best first, at most `max`, none overlapping a better one.
 *
 * Seeds first, comparison second: a passage with fewer edits than the pattern has disjoint seeds must contain one of
 * them unchanged, and `indexOf` finds those at memory speed. Only where seeds fall together is the distance computed.
 */
export const nearest = (text: string, pattern: string, max: number): Near[] => {
  if (pattern === "" || max <= 0) return [];
  const steps = Math.ceil(pattern.length / 32) * (pattern.length + 4 * bandOf(pattern)) * 2;
  let left = Math.max(1, Math.min(comparedMax * seedLengths.length, Math.floor(stepsMax / steps)));
  for (const length of seedLengths) {
    if (pattern.length < 2 * length && length > 6) continue;
    const seeds = seedsOf(pattern, length);
    const allowed = Math.min(comparedMax, left);
    const found = compareBest(text, pattern, {
      votes: votesFor(text, seeds, bandOf(pattern)),
      seeds: seeds.length,
      max,
      allowed,
    });
    left -= allowed;
    // More edits than seeds could hide a better passage from this round: look again with smaller seeds.
    const isCertain = found[0] !== undefined && found[0].distance < seeds.length;
    if (isCertain || left <= 0 || length === seedLengths.at(-1)) return found;
  }
  return [];
};

interface Seed {
  readonly text: string;
  readonly at: number;
}

const seedsOf = (pattern: string, wanted: number): Seed[] => {
  const length = Math.min(wanted, pattern.length);
  const seeds: Seed[] = [];
  for (let at = 0; at + length <= pattern.length; at += length)
    seeds.push({ text: pattern.slice(at, at + length), at });
  return seeds;
};

/** Width of a band of diagonals in which seeds count together: an eighth of the pattern may shift by edits. */
const bandOf = (pattern: string): number => Math.max(16, pattern.length >>> 3);

/** For each band of diagonals, how many different seeds it holds. */
const votesFor = (text: string, seeds: readonly Seed[], band: number): Map<number, number> => {
  const votes = new Map<number, number>();
  const lastSeed = new Map<number, number>();
  seeds.forEach((seed, number) => {
    let hits = 0;
    for (
      let at = text.indexOf(seed.text);
      at >= 0 && hits < seedHitsMax;
      at = text.indexOf(seed.text, at + 1), hits++
    ) {
      const diagonal = Math.floor((at - seed.at) / band);
      if (lastSeed.get(diagonal) !== number) votes.set(diagonal, (votes.get(diagonal) ?? 0) + 1);
      lastSeed.set(diagonal, number);
    }
  });
  return votes;
};

interface Round {
  readonly votes: ReadonlyMap<number, number>;
  readonly seeds: number;
  readonly max: number;
  /** How many passages may be compared. */
  readonly allowed: number;
}

/** Compares bands in order of votes until those left cannot beat what was found. */
const compareBest = (text: string, pattern: string, { votes, seeds, max, allowed }: Round): Near[] => {
  const both = (diagonal: number): number => (votes.get(diagonal) ?? 0) + (votes.get(diagonal + 1) ?? 0);
  const order = [...votes.keys()].sort((left, right) => both(right) - both(left) || left - right).slice(0, allowed);
  const compare = comparerOf(text, pattern);
  let found: Near[] = [];
  for (const diagonal of order) {
    // Each seed that is missing from a passage costs it at least one edit.
    if (found.length === max && seeds - both(diagonal) > (found.at(-1) as Near).distance) break;
    const near = compare(diagonal);
    if (near.end > near.start) found = keepBest(found, near, max);
  }
  return found;
};

const comparerOf = (text: string, pattern: string): ((diagonal: number) => Near) => {
  const forwards = preparePattern(pattern);
  const backwards = preparePattern(pattern, true);
  const band = bandOf(pattern);
  return (diagonal) => {
    const from = Math.max(0, (diagonal - 1) * band);
    const to = Math.min(text.length, (diagonal + 3) * band + pattern.length);
    const ending = closest(forwards, (at) => text.charCodeAt(from + at), to - from, false);
    const end = from + ending.length;
    const reach = Math.min(end, pattern.length + ending.distance);
    const beginning = closest(backwards, (at) => text.charCodeAt(end - 1 - at), reach, true);
    return { start: end - beginning.length, end, distance: ending.distance };
  };
};

/** The list with one more passage, of overlapping ones only the better, in order of distance, then place. */
const keepBest = (found: readonly Near[], near: Near, max: number): Near[] => {
  const kept: Near[] = [];
  const ordered = [...found, near].sort((left, right) => left.distance - right.distance || left.start - right.start);
  for (const one of ordered) {
    if (!kept.some((other) => one.start < other.end && other.start < one.end)) kept.push(one);
  }
  return kept.slice(0, max);
};
