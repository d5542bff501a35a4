import type { Scan } from "./scan.ts";
import type { Token } from "./token.ts";

/** Parts of the day in minutes since midnight, both ends part of it: a clock at noon is told as morning and as afternoon. */
const parts: readonly (readonly [words: string, from: number, to: number])[] = [
  ["nacht|night", 0, 360],
  ["ochtend|morgens|morning", 240, 720],
  ["middag|namiddag|afternoon", 720, 1080],
  ["avond|evening", 1020, 1440],
];
const patterns = parts.map(
  ([words, from, to]) => [new RegExp(`(?<!\\p{L})(?:van)?(?:${words})(?:en|s)?(?!\\p{L})`, "giu"), from, to] as const,
);

/** Every part of a day that the text names: `in de ochtend`, `vanmiddag`, `woensdagmiddag` behind its weekday. */
export const readDayparts = (scan: Scan): Token[] =>
  patterns.flatMap(([pattern, from, to]) => scan.take(pattern, () => ({ kind: "daypart" as const, from, to })));
