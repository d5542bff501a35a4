import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { ImportedItem_Outcome as Outcome } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { uploadFile } from "../../src/cli/vault-upload.ts";
import { type Connection, openConnection } from "../../src/client/connection.ts";
import { type Bomb, bombs } from "../vault/support/bombs.ts";
import { SearchesBeside } from "./beside.ts";
import { startWatchedServer, type WatchedServer } from "./vault-scale-server.ts";

/** What is asked of each: the server's seconds of processor until its refusal, without those of the searches beside it, and MiB above what stood before. */
const [secondsMax, aboveMax] = [2, 256];
/** Searches by which it is measured what one takes: beside a refusal that waits for a busy machine there are hundreds. */
const searchesMeasured = 100;
/** How long memory may take to come back, in milliseconds. */
const settleMs = 1_500;

/**
 * `npm run campaign -- bombs [from] [to]`: sends each file, from one number to another, that is made to cost more than it is to a whole server, and prints how much of the processor its
 * refusal took, how far the server's memory rose, and how long searches beside it waited; false when a bound was passed or a document came in.
 */
export const runBombs = async ([from = 0, to = bombs.length]: readonly number[] = []): Promise<boolean> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-bombs-"));
  const server = await startWatchedServer(join(dir, "data"));
  const [connection, other] = [openConnection(server.url), openConnection(server.url)];
  try {
    await send(connection, dir, { name: "a text", path: "a.txt", make: () => new TextEncoder().encode("toezegging") });
    const start = server.memoryMiB();
    const perSearch = await searchCost(server, other);
    console.log(
      `a search takes ${(perSearch * 1000).toFixed(2)} ms of processor, which is taken off for each beside a bomb`,
    );
    let isFine = true;
    let [slowest, most, waited] = [0, 0, 0];
    for (const bomb of bombs.slice(from, to)) {
      const one = await explode({ server, connection, other, dir, perSearch }, bomb);
      isFine &&= one.became !== "NOT REFUSED" && one.processor <= secondsMax && one.aboveMiB <= aboveMax;
      [slowest, most] = [Math.max(slowest, one.processor), Math.max(most, one.aboveMiB)];
      waited = Math.max(waited, one.waitedMs);
      console.log(
        `${bomb.path}, ${bomb.name}: ${one.became} in ${one.processor.toFixed(2)} s of processor (${one.withSearches.toFixed(2)} with ${one.searches} searches, ${one.seconds.toFixed(2)} by the clock), at most +${one.aboveMiB.toFixed(0)} MiB, a search beside it at most ${one.waitedMs.toFixed(0)} ms`,
      );
    }
    console.log(
      `${bombs.slice(from, to).length} bombs: ${slowest.toFixed(2)} s of processor and +${most.toFixed(0)} MiB at most (${secondsMax} and ${aboveMax}); searches beside them at most ${waited.toFixed(0)} ms; memory ${start.toFixed(0)} MiB before, ${server.memoryMiB().toFixed(0)} after; load ${loadavg()[0]?.toFixed(1)}`,
    );
    return isFine;
  } finally {
    connection.close();
    other.close();
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  }
};

interface Scene {
  readonly server: WatchedServer;
  readonly connection: Connection;
  readonly other: Connection;
  readonly dir: string;
  /** Seconds of processor that one search beside a bomb takes. */
  readonly perSearch: number;
}

/** Seconds of processor that a search takes the server; the first ones, which prepare what later ones find, are not measured. */
const searchCost = async (server: WatchedServer, other: Connection): Promise<number> => {
  const search = async (): Promise<void> => {
    for (let left = searchesMeasured; left > 0; left--)
      await other.vaultSearch.search({ strandId: "default", query: "toezegging" });
  };
  for (let left = 5; left > 0; left--) await search();
  const had = server.processorSeconds();
  await search();
  return (server.processorSeconds() - had) / searchesMeasured;
};

const explode = async ({ server, connection, other, dir, perSearch }: Scene, bomb: Bomb) => {
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  server.peakMiB();
  const before = server.memoryMiB();
  // Made before the clock starts: a gigabyte takes this process seconds to pack, in which no search could be sent.
  const bytes = bomb.make();
  const beside = new SearchesBeside(other, "default");
  const [started, had] = [performance.now(), server.processorSeconds()];
  const documents = await send(connection, dir, { ...bomb, make: () => bytes });
  const seconds = (performance.now() - started) / 1000;
  const withSearches = server.processorSeconds() - had;
  const times = await beside.end();
  const processor = withSearches - times.length * perSearch;
  const became = documents === 0 ? "refused" : bomb.isTaken ? "taken" : "NOT REFUSED";
  return {
    became,
    seconds,
    processor,
    withSearches,
    searches: times.length,
    aboveMiB: server.peakMiB() - before,
    waitedMs: Math.max(...times),
  };
};

/** Sends a file; gives how many documents came of it. */
const send = async (
  connection: Connection,
  dir: string,
  { path: name, make }: Pick<Bomb, "path" | "make" | "name">,
) => {
  const bytes = make();
  const path = join(dir, name);
  await writeFile(path, bytes);
  let documents = 0;
  const order = { strandId: "default", dryRun: false, stop: new AbortController().signal };
  await uploadFile(connection, { name, path, sizeBytes: bytes.length }, order, {
    sent: () => undefined,
    read: () => undefined,
    row: ({ outcome }) => (documents += outcome === Outcome.IMPORTED ? 1 : 0),
  });
  return documents;
};
