import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { ImportedItem_Outcome as Outcome } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { uploadFile } from "../../src/cli/vault-upload.ts";
import { type Connection, openConnection } from "../../src/client/connection.ts";
import { type Bomb, bombs } from "../vault/support/bombs.ts";
import { SearchesBeside } from "./beside.ts";
import { startWatchedServer, type WatchedServer } from "./vault-scale-server.ts";

/** What is asked of each: the server's seconds of processor until its refusal, while nobody else asks it anything, and MiB above what stood before, also beside searches. */
const [secondsMax, aboveMax] = [2, 256];
/** How long memory may take to come back, in milliseconds. */
const settleMs = 1_500;

/** What stays is looked at right after each round, a minute later, and after so many searches, which let the collector run. */
const [laterMs, searchesLater] = [60_000, 500];

/**
 * `npm run campaign -- bombs [from] [to] [rounds]`: sends each file, from one number to another, that is made to cost more than it is to a whole server, once alone, to a strand of its own, and
 * once while somebody searches where it comes in; prints how much of the processor its refusal took, how far the server's memory rose, and how long the searches waited. False when a bound was passed or a
 * document came in. What a search takes differs twofold with what the machine does, so that none is taken off: nobody searches while the processor is measured. Prints what memory the server keeps after each round (default: one).
 */
export const runBombs = async ([from = 0, to = bombs.length, rounds = 1]: readonly number[] = []): Promise<boolean> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-bombs-"));
  const server = await startWatchedServer(join(dir, "data"));
  const [connection, other] = [openConnection(server.url), openConnection(server.url)];
  try {
    await send(connection, dir, { name: "a text", path: "a.txt", make: () => new TextEncoder().encode("toezegging") });
    console.log(`memory before: ${held(server)}`);
    let isFine = true;
    for (let round = 1; round <= rounds; round++) {
      isFine = (await explodeAll({ server, connection, other, dir }, bombs.slice(from, to))) && isFine;
      console.log(`memory right after round ${round}: ${held(server)}`);
      await new Promise((resolve) => setTimeout(resolve, laterMs));
      console.log(`memory a minute later: ${held(server)}`);
      for (let n = 0; n < searchesLater; n++)
        await other.vaultSearch.search({ strandId: "default", query: "toezegging" });
      console.log(`memory after ${searchesLater} searches: ${held(server)}`);
    }
    return isFine;
  } finally {
    connection.close();
    other.close();
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  }
};

const held = (server: WatchedServer): string => `${server.memoryMiB().toFixed(0)} MiB (${server.memoryParts()})`;

const explodeAll = async (scene: Scene, wanted: readonly Bomb[]): Promise<boolean> => {
  let isFine = true;
  let [slowest, most, waited] = [0, 0, 0];
  for (const bomb of wanted) {
    const one = await explode(scene, bomb);
    isFine &&= one.became !== "NOT REFUSED" && one.processor <= secondsMax && one.aboveMiB <= aboveMax;
    [slowest, most] = [Math.max(slowest, one.processor), Math.max(most, one.aboveMiB)];
    waited = Math.max(waited, one.waitedMs);
    console.log(
      `${bomb.path}, ${bomb.name}: ${one.became} in ${one.processor.toFixed(2)} s of processor (${one.seconds.toFixed(2)} by the clock), at most +${one.aboveMiB.toFixed(0)} MiB; again, one of ${one.searches} searches beside it at most ${one.waitedMs.toFixed(0)} ms; ${scene.server.memoryMiB().toFixed(0)} MiB held`,
    );
  }
  console.log(
    `${wanted.length} bombs: ${slowest.toFixed(2)} s of processor and +${most.toFixed(0)} MiB at most (${secondsMax} and ${aboveMax}); searches beside them at most ${waited.toFixed(0)} ms; load ${loadavg()[0]?.toFixed(1)}`,
  );
  return isFine;
};

interface Scene {
  readonly server: WatchedServer;
  readonly connection: Connection;
  readonly other: Connection;
  readonly dir: string;
}

const explode = async ({ server, connection, other, dir }: Scene, bomb: Bomb) => {
  // Made before the clock starts: a gigabyte takes this process seconds to pack, in which no search could be sent.
  const bytes = bomb.make();
  const made = { ...bomb, make: () => bytes };
  await settled();
  server.peakMiB();
  const before = server.memoryMiB();
  const [started, had] = [performance.now(), server.processorSeconds()];
  const alone = await send(connection, dir, made, "alone");
  const processor = server.processorSeconds() - had;
  const seconds = (performance.now() - started) / 1000;
  await settled();
  const beside = new SearchesBeside(other, "default");
  const documents = alone + (await send(connection, dir, made));
  const times = await beside.end();
  return {
    became: documents === 0 ? "refused" : bomb.isTaken ? "taken" : "NOT REFUSED",
    seconds,
    processor,
    searches: times.length,
    aboveMiB: server.peakMiB() - before,
    waitedMs: Math.max(...times),
  };
};

const settled = () => new Promise((resolve) => setTimeout(resolve, settleMs));

/** Sends a file; gives how many documents came of it. */
const send = async (
  connection: Connection,
  dir: string,
  { path: name, make }: Pick<Bomb, "path" | "make" | "name">,
  strandId = "default",
) => {
  const bytes = make();
  const path = join(dir, name);
  await writeFile(path, bytes);
  let documents = 0;
  const order = { strandId, dryRun: false, stop: new AbortController().signal };
  await uploadFile(connection, { name, path, sizeBytes: bytes.length }, order, {
    sent: () => undefined,
    read: () => undefined,
    row: ({ outcome }) => (documents += outcome === Outcome.IMPORTED ? 1 : 0),
  });
  return documents;
};
