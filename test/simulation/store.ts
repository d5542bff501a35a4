import { flipStore } from "./store-flip.ts";
import { killStore } from "./store-kill.ts";
import { seeded } from "./store-seed.ts";

/**
 * The long runs against the store: `node test/simulation/store.ts [kills] [damages] [seed]`, by default 20 kills and
 * 100 damages. Prints what happened; ends with 1 if anything acknowledged was lost, torn, wrong or damaged unseen.
 */
export const simulateStore = async (kills: number, damages: number, seed: number): Promise<boolean> => {
  const killed = await killStore(kills, seeded(seed));
  console.log(
    `kills ${killed.kills}, acknowledged ${killed.acknowledged}, lost ${killed.lost.length}, torn ${killed.torn.length}`,
  );
  const flipped = await flipStore(damages, seeded(seed + 1));
  const { rounds, refusedAtOpen, foundLater, aborted, harmless, undetected, wrong } = flipped;
  const { short, listsTold, listsMended } = flipped;
  console.log(
    `damages ${rounds}: refused at open ${refusedAtOpen}, found later ${foundLater}, ended by LevelDB's own assertion ${aborted}, harmless ${harmless}, undetected ${undetected.length}, wrong bytes ${wrong.length}`,
  );
  console.log(
    `lists: short without a word ${short.length} times, told of as damaged ${listsTold} times, mended ${listsMended} times`,
  );
  const bad = [...short, ...killed.lost, ...killed.torn, ...undetected, ...wrong];
  for (const sentence of bad) console.error(`seed ${seed}: ${sentence}`);
  return bad.length === 0;
};

if (import.meta.main) {
  const [kills = 20, damages = 100, seed = 1] = process.argv.slice(2).map(Number);
  process.exitCode = (await simulateStore(kills, damages, seed)) ? 0 : 1;
}
