import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { openConnection } from "../../src/client/connection.ts";
import { SearchesBeside } from "./beside.ts";
import { startWatchedServer, type WatchedServer } from "./vault-scale-server.ts";

/** As many as flood-thread.ts knows. */
const floodCount = 6;
/** How long each flood lasts, in milliseconds: longer than the server waits for anybody's first request. */
const floodMs = 15_000;
/** The longest that somebody's search may wait meanwhile, in milliseconds, and what memory may rise by, in MiB. */
const [waitMaxMs, aboveMax] = [2_000, 256];

/**
 * `npm run campaign -- floods`: connections and calls that mean harm, sent to a whole server while somebody searches. Prints what
 * became of them, how long the searches waited and what memory did; false when a bound was passed.
 */
export const runFloods = async ([only]: readonly string[]): Promise<boolean> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-floods-"));
  const server = await startWatchedServer(join(dir, "data"));
  try {
    let isFine = true;
    const wanted = only === undefined ? [...Array(floodCount).keys()] : [Number(only)];
    for (const index of wanted) isFine = (await endure(server, index)) && isFine;
    return isFine;
  } finally {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  }
};

const endure = async (server: WatchedServer, index: number): Promise<boolean> => {
  const connection = openConnection(server.url);
  await connection.vaultSearch.search({ query: "toezegging" });
  server.peakMiB();
  const before = server.memoryMiB();
  const beside = new SearchesBeside(connection, "default");
  const thread = new Worker(new URL("flood-thread.ts", import.meta.url), {
    workerData: { index, url: server.url, floodMs },
  });
  const [{ name, became }] = (await once(thread, "message")) as [{ name: string; became: string }];
  const times = (await beside.end()).toSorted((a, b) => a - b);
  // Somebody who comes now is let in as well.
  const late = openConnection(server.url);
  await late.vaultSearch.search({ query: "toezegging" });
  late.close();
  connection.close();
  const most = times.at(-1) ?? 0;
  const above = server.peakMiB() - before;
  console.log(
    `${name}: ${became}; ${times.length} searches beside it, p50 ${times[times.length >> 1]?.toFixed(0)} ms, at most ${most.toFixed(0)} ms; memory at most +${above.toFixed(0)} MiB; load ${loadavg()[0]?.toFixed(1)}`,
  );
  return most <= waitMaxMs && above <= aboveMax;
};
