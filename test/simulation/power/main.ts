import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { killServer } from "../server-kill.ts";
import { killStore } from "../store-kill.ts";
import { seeded } from "../store-seed.ts";
import { type Honesty, LostDisk } from "./lost-disk.ts";

/** Of so many cuts one is of a whole server, with runs, imports, indexes and erasures; the others of a store that commits, packs and writes files. */
const storesAServer = 5;
/** So much was acknowledged before each cut of a lying disk. */
const liedMin = 64;
/** How many of a lying disk's cuts have to lose something, or the campaign would miss a loss. */
const lossShareMin = 0.9;

/**
 * `npm run campaign -- power [cuts] [seed] [lies] [servers]`: false where something acknowledged was lost or a folder did not open, or where a disk that says
 * that it synced loses nothing in more than a tenth of its cuts. Skipped, loudly, without a C compiler or beside Linux.
 */
export const simulatePower = async (numbers: readonly number[] = []): Promise<boolean> => {
  const [cuts = 200, seed = 1, lies = 20, ofServer = Math.floor(cuts / storesAServer)] = numbers;
  if (
    process.platform !== "linux" ||
    LostDisk.make(join(await mkdtemp(join(tmpdir(), "pincite-power-")), "data"), "honest") === undefined
  ) {
    console.error("SKIPPED: the power is cut on Linux alone, with a C compiler");
    return true;
  }
  const unsynced = { names: 0, bytes: 0 };
  const diskOf = (honesty: Honesty) => (dir: string) => {
    const disk = LostDisk.make(dir, honesty)!;
    return {
      // Where nothing was acknowledged nothing can be lost, whatever the disk says.
      ...(honesty === "lying" && { acknowledgedMin: liedMin }),
      begin: () => disk.begin(),
      cut: async (random: () => number) => {
        const lost = await disk.cut(random);
        if (honesty === "lying") return;
        unsynced.names += lost.names;
        unsynced.bytes += lost.bytes;
      },
    };
  };
  const [store, liar, server] = await Promise.all([
    killStore(cuts - ofServer, seeded(seed), diskOf("honest")),
    killStore(lies, seeded(seed + 1), diskOf("lying")),
    killServer(ofServer, seeded(seed + 2), diskOf("honest")),
  ]);
  const ofStore = { lost: store.lost.length, torn: store.torn.length };
  console.log(`power, seed ${seed}: stores ${JSON.stringify({ ...store, ...ofStore })}`);
  const counts = { lost: server.lost.length, twice: server.twice.length, damages: server.damages.length };
  console.log(
    `servers ${JSON.stringify({ ...server, ...counts })}; dropped or torn in both ${JSON.stringify(unsynced)}`,
  );
  console.log(`a disk that lies: ${lies - liar.whole} of ${lies} cuts lose`);
  const bad = [...store.lost, ...store.torn, ...server.lost, ...server.twice, ...server.damages];
  for (const sentence of bad) console.error(`seed ${seed}: ${sentence}`);
  return bad.length === 0 && lies - liar.whole >= lies * lossShareMin;
};
