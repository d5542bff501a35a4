import { mutateReceipts } from "../proof/mutations.ts";
import { seeded } from "./store-seed.ts";

/**
 * The long run against receipts and key manifests: `npm run campaign -- receipts [mutations] [seed]`, by default 20,000
 * and 1. Prints how often each change was tried; false if one was taken.
 */
export const runReceipts = (given: readonly string[]): boolean => {
  const [mutations = 20_000, seed = 1] = given.map(Number);
  const { tried, accepted } = mutateReceipts(mutations, seeded(seed));
  console.log(`receipts: ${JSON.stringify(tried)}, accepted: ${accepted.length}`);
  for (const what of accepted) console.error(`seed ${seed}: ${what}`);
  return accepted.length === 0;
};
