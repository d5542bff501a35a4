import { runHostile } from "./campaign.ts";

/** R6 from the command line; prints what got through and what was tried. True when nothing got through. */
export const simulateHostile = async (args: readonly string[]): Promise<boolean> => {
  const [proposals = 100_000, files = 200, seed = 1, memos] = args.map(Number);
  const report = await runHostile(proposals, files, seed, memos);
  const { unauthorised, leaks, fabricated, fetches, byTrick, faults, ...counts } = report;
  console.log(`hostile model: ${JSON.stringify(counts)}`);
  console.log(`refused: ${JSON.stringify(Object.fromEntries(faults))}`);
  for (const [trick, count] of [...byTrick].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    console.log(`  ${trick}: ${count}`);
  const bad = { unauthorised, leaks, fabricated, fetches };
  for (const [name, found] of Object.entries(bad)) {
    console.log(`${name}: ${found.length}`);
    for (const one of [...new Set(found)].slice(0, 10)) console.error(`  seed ${seed}: ${one}`);
  }
  return Object.values(bad).every((found) => found.length === 0);
};
