import { flipServer } from "./server-flip.ts";
import { killServer } from "./server-kill.ts";
import { simulateStore } from "./store.ts";
import { seeded } from "./store-seed.ts";

/**
 * The long runs: `npm run simulate [kills] [flips] [seed]`, by default 50 kills and 50 flips of a whole server, then the
 * store alone. Prints what happened; ends with 1 if anything acknowledged was lost, happened twice or was damaged unseen.
 */
const counts = process.argv.slice(2).map(Number);
if (counts.some((count) => !Number.isInteger(count) || count < 0)) {
  process.stderr.write("usage: npm run simulate -- [kills] [flips] [seed], whole numbers\n");
  process.exit(2);
}
const [kills = 50, flips = 50, seed = 1] = counts;

const killed = await killServer(kills, seeded(seed));
const { lost, twice, damages, ...killCounts } = killed;
console.log(
  `server killed: ${JSON.stringify({ ...killCounts, lost: lost.length, twice: twice.length, damages: damages.length })}`,
);
const { wrong, ...flipCounts } = await flipServer(flips, seeded(seed + 1));
console.log(`server flipped: ${JSON.stringify({ ...flipCounts, wrong: wrong.length })}`);
const bad = [...lost, ...twice, ...damages, ...wrong];
for (const sentence of bad) console.error(`seed ${seed}: ${sentence}`);
const storeHolds = await simulateStore(20, 100, seed);
process.exitCode = bad.length === 0 && storeHolds ? 0 : 1;
