import type { RankedPassage, SlotRanking } from "../../../gen/pincite/memo/v1/candidate_ranking_pb.ts";

/** Where a passage stands: what tells it from every other. */
type Standing = Pick<RankedPassage, "evidenceId" | "startChar" | "endChar">;

/** What tells a passage from every other of its run. */
export const passageKey = ({ evidenceId, startChar, endChar }: Standing): string =>
  `${evidenceId} ${startChar} ${endChar}`;

/**
 * Passages in a model's order: those it named by their places, behind them those it was shown and did not name, as they stood. A passage that it
 * was not shown keeps its place in the list, so that nothing sinks that no model has seen. Every passage stands in it, once.
 */
export const inRankedOrder = <T>(
  listed: readonly T[],
  keyOf: (one: T) => string,
  { passages }: Pick<SlotRanking, "passages">,
): T[] => {
  const ranked = new Map(passages.map((one) => [passageKey(one), one]));
  const shown = listed.filter((one) => ranked.get(keyOf(one))?.shown);
  const placeOf = (one: T): number => ranked.get(keyOf(one))?.place || Number.POSITIVE_INFINITY;
  const ordered = shown.toSorted((a, b) => (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)));
  const places = new Set(shown);
  return listed.map((one) => (places.has(one) ? (ordered.shift() as T) : one));
};
