import { seeded } from "../store-seed.ts";

/** Choices that a seed repeats. */
export interface SeededRandom {
  /** From 0 to `below`, exclusive. */
  int(below: number): number;
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  letters(count: number): string;
}

export const seededRandom = (seed: number): SeededRandom => {
  const next = seeded(seed);
  const int = (below: number) => Math.floor(next() * below);
  return {
    int,
    chance: (share) => next() < share,
    pick: (from) => from[int(from.length)] as never,
    letters: (count) => Array.from({ length: count }, () => "ABCDEFGHJKLMNPQRSTUVWXYZ"[int(24)]).join(""),
  };
};
