import * as fc from "fast-check";
import { replaysAlike } from "../run/journeys.ts";

/**
 * `npm run campaign -- replays [seconds] [seed]`: as many orders of steps as fit into so much time, each a run that goes back up to twice, is changed and is
 * finished again; false where one replays to another state than it had.
 */
export const simulateReplays = ([seconds = 60, seed = 1]: readonly number[] = []): boolean => {
  let [runs, events] = [0, 0];
  const property = replaysAlike(2, (count) => {
    runs += 1;
    events += count;
  });
  const told = fc.check(property, {
    ...{ seed, numRuns: Number.MAX_SAFE_INTEGER, interruptAfterTimeLimit: seconds * 1_000 },
    markInterruptAsFailure: false,
  });
  if (told.failed)
    console.error(
      `seed ${seed}: ${JSON.stringify(told.counterexample)} ${String(told.errorInstance ?? "replays otherwise")}`,
    );
  console.log(
    `seed ${seed}: ${runs} orders of steps, ${events} events, ${told.failed ? "one replays otherwise" : "each replays alike"}`,
  );
  return !told.failed;
};
