import { once } from "node:events";
import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { createClient } from "@connectrpc/connect";
import { VaultSearchService } from "../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { filesBelow } from "../e2e/support/bytes-below.ts";
import { ownTransport } from "../support/own-transport.ts";
import { realMail, repeatEvery } from "./vault-scale-mail.ts";
import { startWatchedServer, type WatchedServer } from "./vault-scale-server.ts";
import type { Uploaded, UploadTask } from "./vault-scale-upload.ts";

const uploadFile = new URL("./vault-scale-upload.ts", import.meta.url);
/** Messages of the strand that others search while a large import runs. */
const keptCount = 2_000;
const idleSearches = 1_500;
/** One of each sort that differs in cost: rare, mid, common, several words, phrase. */
const queries = ["arbitration", "contract", "meeting", "gas contract price", '"natural gas"'];

/**
 * `npm run campaign -- vault-scale [messages]`, by default 50,000: imports mail of three sizes into a whole server and
 * prints its memory at each, what it takes on disk, and how soon it answers when it is started again, then searches it while the largest is
 * imported. Prints figures; answers false when a message was lost, a repeat not known, or a search failed.
 */
export const runVaultScale = async ([said = "50000"]: readonly string[]): Promise<boolean> => {
  const count = Number(said);
  if (!Number.isInteger(count) || count < 1) {
    console.error("usage: npm run campaign -- vault-scale [messages], a whole number from 1");
    return false;
  }
  if (realMail().length === 0) {
    console.error("vault-scale needs ../shared/data with the mail sets, which is not beside this checkout");
    return false;
  }
  let holds = true;
  for (const size of new Set([Math.min(1_000, count), Math.ceil(count / 5), count]))
    holds = (await inFolder((dir) => growAndStartAgain(dir, size))) && holds;
  return (await inFolder((dir) => withServer(dir, (server) => searchMeanwhile(server, count)))) && holds;
};

const inFolder = async (work: (dir: string) => Promise<boolean>): Promise<boolean> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-scale-"));
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
};

const withServer = async (dir: string, work: (server: WatchedServer) => Promise<boolean>): Promise<boolean> => {
  const server = await startWatchedServer(dir);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
};

const growAndStartAgain = async (dir: string, count: number): Promise<boolean> => {
  let bytes = 0;
  const holds = await withServer(dir, async (server) => {
    const uploaded = await growOnce(server, count);
    ({ bytes } = uploaded);
    return isWhole(uploaded, count);
  });
  tellBytes(dir, bytes);
  return (await withServer(dir, (server) => searchFirst(server, count))) && holds;
};

/** What the store and the index, encrypted as a server keeps them, take on disk once it has stopped. */
const tellBytes = (dir: string, mailBytes: number): void => {
  const [store, index] = ["vault", "vault-index"].map((name) =>
    filesBelow(join(dir, name)).reduce((sum, path) => sum + statSync(path).size, 0),
  ) as [number, number];
  const a = (bytes: number): string => (bytes / mailBytes).toFixed(2);
  console.log(
    `${(mailBytes / 1e6).toFixed(1)} MB of mail: ${a(store + index)} bytes on disk for each of its bytes, the store ${a(store)}, the index ${a(index)}`,
  );
};

/** The first search of a server that was started again: what was derived is read, and nothing need be made anew. */
const searchFirst = async (server: WatchedServer, count: number): Promise<boolean> => {
  const transport = ownTransport(server.url);
  const search = createClient(VaultSearchService, transport);
  const times: number[] = [];
  let found = 0;
  for (let round = 0; round < 2; round++) {
    const start = performance.now();
    const { result } = await search.search({ strandId: "grown", query: "meeting" });
    times.push(performance.now() - start);
    found = result?.totalCount ?? 0;
  }
  transport.close();
  const [first = 0, second = 0] = times;
  console.log(
    `started again with ${count}: first search ${first.toFixed(0)} ms, second ${second.toFixed(0)} ms, memory ${server.peakMiB().toFixed(0)} MiB`,
  );
  return found > 0;
};

const growOnce = async (server: WatchedServer, count: number): Promise<Uploaded> => {
  const before = server.peakMiB();
  const uploaded = await upload({ url: server.url, strandId: "grown", count });
  const peak = server.peakMiB();
  await setTimeout(1_000);
  const [rate, after] = [Math.round(count / uploaded.seconds), server.memoryMiB()];
  console.log(
    `${count} messages: ${uploaded.seconds.toFixed(1)} s (${rate}/s), memory ${before.toFixed(0)} MiB before, ${peak.toFixed(0)} at most, ${after.toFixed(0)} after`,
  );
  return uploaded;
};

const isWhole = ({ imported, known, otherwise }: Uploaded, count: number): boolean => {
  const repeats = Math.floor(count / repeatEvery);
  if (imported === count && known === repeats && otherwise === 0) return true;
  console.error(`sent ${count} and ${repeats} repeats; ${imported} imported, ${known} known, ${otherwise} otherwise`);
  return false;
};

const upload = async (task: UploadTask): Promise<Uploaded> => {
  const thread = new Worker(uploadFile, { workerData: task });
  const [uploaded] = (await once(thread, "message")) as [Uploaded];
  return uploaded;
};

/** Searches of a strand that rests and of the one that grows, before, during and after. */
const searchMeanwhile = async (server: WatchedServer, count: number): Promise<boolean> => {
  const transport = ownTransport(server.url);
  const searches = createClient(VaultSearchService, transport);
  const timesOf = async (strandId: string, into: number[], until: () => boolean): Promise<void> => {
    for (let round = 0; !until(); round++) {
      const start = performance.now();
      await searches.search({ strandId, query: queries[round % queries.length] ?? "" });
      into.push(performance.now() - start);
      await setTimeout(2);
    }
  };
  const idle = async (strandId: string): Promise<number[]> => {
    const times: number[] = [];
    await timesOf(strandId, [], untilCount(100));
    await timesOf(strandId, times, untilCount(idleSearches));
    return times;
  };
  const kept = await upload({ url: server.url, strandId: "kept", count: keptCount });
  const keptIdle = await idle("kept");
  const [keptBusy, grownBusy]: [number[], number[]] = [[], []];
  let isOver = false;
  const uploading = upload({ url: server.url, strandId: "grown", count }).finally(() => (isOver = true));
  while (!isOver) {
    await timesOf("kept", keptBusy, untilCount(1));
    await timesOf("grown", grownBusy, untilCount(1));
  }
  const uploaded = await uploading;
  const grownIdle = await idle("grown");
  transport.close();
  console.log(
    `searches, ${keptCount} messages at rest: idle ${spread(keptIdle)}; while ${count} are imported ${spread(keptBusy)}`,
  );
  console.log(`searches, the strand that grows: meanwhile ${spread(grownBusy)}; afterwards, idle ${spread(grownIdle)}`);
  console.log(`import with searches beside it: ${Math.round(count / uploaded.seconds)}/s`);
  return isWhole(kept, keptCount) && isWhole(uploaded, count);
};

const untilCount = (count: number): (() => boolean) => {
  let left = count;
  return () => left-- === 0;
};

const spread = (times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(2);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms (${sorted.length} searches)`;
};
