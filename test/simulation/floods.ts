import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { openConnection } from "../../src/client/connection.ts";
import { importFiles } from "../e2e/support/server.ts";
import { type Gone, SearchesBeside } from "./beside.ts";
import { longText } from "./long-text.ts";
import { startWatchedServer, type WatchedServer } from "./vault-scale-server.ts";

/** As many as flood-thread.ts knows. */
const floodCount = 7;
/** How long each flood lasts, in milliseconds: longer than the server waits for anybody's first request. */
const floodMs = 15_000;
/** How long somebody searches alone before it, in milliseconds. */
const aloneMs = 3_000;
/**
 * What may go by before somebody's search is answered meanwhile, in milliseconds: of the server's processor, all its threads together and its own work among them; and of the clock, less what
 * the threads in its way waited for a processor that others had. And what memory may rise by, in MiB.
 */
const [processorMax, clockMax, aboveMax] = [1_000, 2_000, 256];
/** What a server does that stands still without using its processor, as still.mjs has it; each must be seen by the clock, and not by the processor alone. */
const controls = ["blocked", "awaited"];

/**
 * `npm run campaign -- floods [one]`: connections and calls that mean harm, sent to a whole server while somebody searches. Prints what
 * became of them, how long the searches waited, how much of the server's processor went by before one was answered, and what memory did; false when a bound was passed, or when a server that stood still for three seconds, its control, passed none.
 */
export const runFloods = async ([only]: readonly string[]): Promise<boolean> => {
  let isFine = true;
  const wanted = only === undefined ? [...Array(floodCount).keys()] : [Number(only)];
  await withServer({}, async (server) => {
    for (const index of wanted) isFine = isWithin(await endure(server, index)) && isFine;
  });
  for (const still of controls) {
    const settings = { NODE_OPTIONS: `--import=${stillModule}`, PINCITE_STILL: still };
    console.log(`control, a server that stands still (${still}):`);
    await withServer(settings, async (server) => {
      const seen = await endure(server, only === undefined ? 0 : Number(only));
      if (seen.processor <= processorMax && seen.clock > clockMax) return;
      console.error(`standing still was not seen by the clock, or by the processor too: ${still}`);
      isFine = false;
    });
  }
  return isFine;
};

const stillModule = fileURLToPath(new URL("./still.mjs", import.meta.url));

const withServer = async (settings: NodeJS.ProcessEnv, use: (server: WatchedServer) => Promise<void>) => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-floods-"));
  const server = await startWatchedServer(join(dir, "data"), settings);
  try {
    const connection = openConnection(server.url);
    await importFiles(connection, [{ path: "lang.txt", bytes: new TextEncoder().encode(longText()) }]);
    connection.close();
    await use(server);
  } finally {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  }
};

/** The most that went by before a search was answered. */
interface Most {
  readonly processor: number;
  /** Of the clock, less waiting. */
  readonly clock: number;
  readonly aboveMiB: number;
}

const isWithin = ({ processor, clock, aboveMiB }: Most): boolean =>
  processor <= processorMax && clock <= clockMax && aboveMiB <= aboveMax;

/**
 * The clock between a search and its answer, less what the threads in its way waited for a processor: the server's main thread, which takes and answers it, and the one that asks. They stand in a chain, so that a search waits at one of
 * them at a time and their sum is the most that may be taken off; it may be more than held this search up, where a thread waited while the search stood elsewhere. What the pool's threads waited is told and stays in: they wait side by side, and their sum could be more than went by.
 */
export const clockOf = ({ clock, main, client }: Gone): number => Math.max(0, clock - main - client);

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

const endure = async (server: WatchedServer, index: number): Promise<Most> => {
  const connection = openConnection(server.url);
  await connection.vaultSearch.search({ query: "toezegging" });
  server.peakMiB();
  const before = server.memoryMiB();
  const alone = new SearchesBeside(connection, "default");
  await new Promise((resolve) => setTimeout(resolve, aloneMs));
  const before50 = median(await alone.end());
  const beside = new SearchesBeside(connection, "default", server);
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
  const aboveMiB = server.peakMiB() - before;
  const most = (of: (one: Gone) => number): number => Math.max(...beside.gone.map(of));
  const [processor, clock] = [most((one) => one.processor), most(clockOf)];
  const slowest = beside.gone.toSorted((a, b) => b.clock - a.clock)[0]!;
  const ms = (time: number): string => time.toFixed(0);
  console.log(
    `${name}: ${became}; ${times.length} searches beside it, p50 ${ms(median(times))} ms (${ms(before50)} alone), at most ${ms(slowest.clock)} ms, in which the server waited ${ms(slowest.main)} for a processor, its pool ${ms(slowest.pool)} and who asks ${ms(slowest.client)}; less these at most ${ms(clock)} ms (${clockMax}); ${ms(processor)} ms of the server's processor (p50 ${ms(median(beside.gone.map((one) => one.processor)))}, ${processorMax} at most); memory at most +${aboveMiB.toFixed(0)} MiB; load ${loadavg()[0]?.toFixed(1)}`,
  );
  return { processor, clock, aboveMiB };
};
