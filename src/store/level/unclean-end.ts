import type { DurableMap } from "../ordered-map.ts";
import { quickCheck } from "./quick-check.ts";
import type { Totals } from "./totals.ts";

/** What is known about openings that were not followed by a clean close. */
export interface UncleanEnd {
  /** Fit for one line of a log; holds no content of the store. */
  readonly sentence: string;
  /** Openings in a row that ended so, from 1. */
  readonly inARow: number;
  /** What the quick check found, empty when all keys are there. Absent before the check, and when a close cut it short. */
  readonly damages?: readonly string[];
}

/**
 * Told before LevelDB opens. Once is an ordinary kill and is reported with its check; twice may mean that LevelDB ends the
 * process before any check can be done, and then this line is the only one.
 */
export const announceUncleanEnd = (inARow: number, report?: (end: UncleanEnd) => void): void => {
  if (inARow < 2) return;
  const sentence = `the store has not been closed in order ${inARow} times in a row; if an assertion of LevelDB ended the process, a table of it is damaged: see pincite store check, and put a backup back with pincite restore`;
  report?.({ inARow, sentence });
};

/** Checks in the background, as of now, and tells what was found. Nothing is repaired. */
export const checkAfterUncleanEnd = (
  map: DurableMap,
  totals: Totals,
  inARow: number,
  report?: (end: UncleanEnd) => void,
): void => {
  if (inARow === 0 || !report) return;
  const view = map.view();
  void quickCheck(map, view, totals)
    .then((damages) => report({ inARow, sentence: sentenceOf(damages), ...(damages && { damages }) }))
    .finally(() => view.close());
};

const sentenceOf = (damages: readonly string[] | undefined): string => {
  const how = "the store was not closed in order the last time";
  if (!damages) return `${how}; it was closed before the quick check of its keys was done`;
  if (damages.length === 0)
    return `${how}; a quick check found all keys; pincite store check checks their values while no server has it`;
  return `${how}, and a quick check found damage (${damages.join("; ")}): it does not heal by itself, put a backup back with pincite restore`;
};
