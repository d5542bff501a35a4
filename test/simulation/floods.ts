import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { openConnection } from "../../src/client/connection.ts";
import { importFiles } from "../e2e/support/server.ts";
import { SearchesBeside } from "./beside.ts";
import { longText } from "./long-text.ts";
import { startWatchedServer, type WatchedServer } from "./vault-scale-server.ts";

/** As many as flood-thread.ts knows. */
const floodCount = 7;
/** How long each flood lasts, in milliseconds: longer than the server waits for anybody's first request. */
const floodMs = 15_000;
/** How long somebody searches alone before it, in milliseconds. */
const aloneMs = 3_000;
/**
 * What may go by before somebody's search is answered meanwhile, in milliseconds of the server's processor, all its threads together and its own work among them, and what memory may
 * rise by, in MiB. The clock is told and not judged: it counts what else the machine does too.
 */
const [beforeMaxMs, aboveMax] = [1_000, 256];

/**
 * `npm run campaign -- floods`: connections and calls that mean harm, sent to a whole server while somebody searches. Prints what
 * became of them, how long the searches waited, how much of the server's processor went by before one was answered, and what memory did; false when a bound was passed.
 */
export const runFloods = async ([only]: readonly string[]): Promise<boolean> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-floods-"));
  const server = await startWatchedServer(join(dir, "data"));
  try {
    const connection = openConnection(server.url);
    await importFiles(connection, [{ path: "lang.txt", bytes: new TextEncoder().encode(longText()) }]);
    connection.close();
    let isFine = true;
    const wanted = only === undefined ? [...Array(floodCount).keys()] : [Number(only)];
    for (const index of wanted) isFine = (await endure(server, index)) && isFine;
    return isFine;
  } finally {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  }
};

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

const endure = async (server: WatchedServer, index: number): Promise<boolean> => {
  const connection = openConnection(server.url);
  await connection.vaultSearch.search({ query: "toezegging" });
  server.peakMiB();
  const before = server.memoryMiB();
  const alone = new SearchesBeside(connection, "default");
  await new Promise((resolve) => setTimeout(resolve, aloneMs));
  const before50 = median(await alone.end());
  const beside = new SearchesBeside(connection, "default", server.processorSeconds);
  const thread = new Worker(new URL("flood-thread.ts", import.meta.url), {
    workerData: { index, url: server.url, floodMs },
  });
  const [{ name, became }] = (await once(thread, "message")) as [{ name: string; became: string }];
  const times = await beside.end();
  // Somebody who comes now is let in as well.
  const late = openConnection(server.url);
  await late.vaultSearch.search({ query: "toezegging" });
  late.close();
  connection.close();
  const most = Math.max(...beside.processorTimes);
  const above = server.peakMiB() - before;
  console.log(
    `${name}: ${became}; ${times.length} searches beside it, p50 ${median(times).toFixed(0)} ms (${before50.toFixed(0)} alone), at most ${Math.max(...times).toFixed(0)} ms, and ${most.toFixed(0)} ms of the server's processor (p50 ${median(beside.processorTimes).toFixed(0)}, ${beforeMaxMs} at most); memory at most +${above.toFixed(0)} MiB; load ${loadavg()[0]?.toFixed(1)}`,
  );
  return most <= beforeMaxMs && above <= aboveMax;
};
