import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { ImportedItem_Outcome as Outcome } from "../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { uploadFile } from "../../src/cli/vault-upload.ts";
import { type Connection, openConnection } from "../../src/client/connection.ts";
import { type Bomb, bombs } from "../vault/support/bombs.ts";
import { SearchesBeside } from "./beside.ts";
import { startWatchedServer, type WatchedServer } from "./vault-scale-server.ts";

/** What is asked of each: the server's seconds of processor until its refusal, those of the searches beside it included, and MiB above what stood before. */
const [secondsMax, aboveMax] = [2, 256];
/** How long memory may take to come back, in milliseconds. */
const settleMs = 1_500;

/**
 * `npm run campaign -- bombs [from]`: sends each file, from a number on, that is made to cost more than it is to a whole server, and prints how much of the processor its
 * refusal took, how far the server's memory rose, and how long searches beside it waited; false when a bound was passed or a document came in.
 */
export const runBombs = async ([from = 0]: readonly number[] = []): Promise<boolean> => {
  const dir = await mkdtemp(join(tmpdir(), "pincite-bombs-"));
  const server = await startWatchedServer(join(dir, "data"));
  const [connection, other] = [openConnection(server.url), openConnection(server.url)];
  try {
    await send(connection, dir, { name: "a text", path: "a.txt", make: () => new TextEncoder().encode("toezegging") });
    const start = server.memoryMiB();
    let isFine = true;
    let [slowest, most, waited] = [0, 0, 0];
    for (const bomb of bombs.slice(from)) {
      const one = await explode({ server, connection, other, dir }, bomb);
      isFine &&= one.became !== "NOT REFUSED" && one.processor <= secondsMax && one.aboveMiB <= aboveMax;
      [slowest, most] = [Math.max(slowest, one.processor), Math.max(most, one.aboveMiB)];
      waited = Math.max(waited, one.waitedMs);
      console.log(
        `${bomb.path}, ${bomb.name}: ${one.became} in ${one.processor.toFixed(2)} s of processor (${one.seconds.toFixed(2)} by the clock), at most +${one.aboveMiB.toFixed(0)} MiB, a search beside it at most ${one.waitedMs.toFixed(0)} ms`,
      );
    }
    console.log(
      `${bombs.length - from} bombs: ${slowest.toFixed(2)} s of processor and +${most.toFixed(0)} MiB at most (${secondsMax} and ${aboveMax}); searches beside them at most ${waited.toFixed(0)} ms; memory ${start.toFixed(0)} MiB before, ${server.memoryMiB().toFixed(0)} after; load ${loadavg()[0]?.toFixed(1)}`,
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
}

const explode = async ({ server, connection, other, dir }: Scene, bomb: Bomb) => {
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  server.peakMiB();
  const before = server.memoryMiB();
  // Made before the clock starts: a gigabyte takes this process seconds to pack, in which no search could be sent.
  const bytes = bomb.make();
  const beside = new SearchesBeside(other, "default");
  const [started, had] = [performance.now(), server.processorSeconds()];
  const documents = await send(connection, dir, { ...bomb, make: () => bytes });
  const seconds = (performance.now() - started) / 1000;
  const processor = server.processorSeconds() - had;
  const times = await beside.end();
  const became = documents === 0 ? "refused" : bomb.isTaken ? "taken" : "NOT REFUSED";
  return { became, seconds, processor, aboveMiB: server.peakMiB() - before, waitedMs: Math.max(...times) };
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
