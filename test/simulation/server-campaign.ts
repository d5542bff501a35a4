import { flipServer } from "./server-flip.ts";
import { killServer } from "./server-kill.ts";
import { simulateStore } from "./store.ts";
import { seeded } from "./store-seed.ts";

/**
 * Kills a whole server (default 50 times) and flips bytes of its store (default 50), then does both to the store alone.
 * False if anything acknowledged was lost, happened twice or was damaged unseen.
 */
export const simulateServer = async (args: readonly string[]): Promise<boolean> => {
  const [kills = 50, flips = 50, seed = 1] = args.map(Number);
  const { lost, twice, damages, ...killCounts } = await killServer(kills, seeded(seed));
  const killed = { ...killCounts, lost: lost.length, twice: twice.length, damages: damages.length };
  console.log(`server killed: ${JSON.stringify(killed)}`);
  const { wrong, ...flipCounts } = await flipServer(flips, seeded(seed + 1));
  console.log(`server flipped: ${JSON.stringify({ ...flipCounts, wrong: wrong.length })}`);
  const bad = [...lost, ...twice, ...damages, ...wrong];
  for (const sentence of bad) console.error(`seed ${seed}: ${sentence}`);
  return (await simulateStore(20, 100, seed)) && bad.length === 0;
};
