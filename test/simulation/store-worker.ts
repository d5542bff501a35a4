import { writeSync } from "node:fs";
import { sha256Hex } from "../../src/sha256.ts";
import { openLevelStore } from "../../src/store/level/open.ts";

/**
 * Commits without end into the store of the folder given, and prints a line for each acknowledgement, until it is killed.
 * Arguments: folder, number of the round. Each of 16 callers writes a stream of its own, with a blob, a record and a
 * command beside each event; every 50th blob is a file. Every 20th commit the stream is packed while others commit.
 */
const [dir = "", round = "0"] = process.argv.slice(2);
const store = await openLevelStore({ dir, clock: { now: () => Date.now() }, checkpointMs: 50 });
writeSync(1, "open\n");

const blobOf = (name: string, n: number): Uint8Array =>
  n % 50 === 49 ? Buffer.alloc(4 * 1024 * 1024 + 1, name) : Buffer.from(`blob of ${name}`);

const write = async (caller: number): Promise<void> => {
  const stream = `run${caller}`;
  let head = await store.head("ann", stream);
  for (let n = 0; ; n += 1) {
    const name = `${round}.${caller}.${n}`;
    const blob = blobOf(name, n);
    const committed = await store.commit({
      owner: "ann",
      stream,
      expect: head,
      events: [{ type: "wrote", body: Buffer.from(name) }],
      blobs: [blob],
      records: [{ space: "last", key: stream, value: Buffer.from(name) }],
      idempotency: { key: name, payloadDigest: "d", answer: Buffer.from(name) },
    });
    head = committed.head;
    // Written synchronously, so that a line in the pipe is an acknowledgement that the caller has seen.
    writeSync(1, `${stream} ${head.seq} ${head.hash} ${name} ${sha256Hex(blob)}\n`);
    if (n % 20 === caller) await store.pack("ann", stream);
  }
};

await Promise.all(Array.from({ length: 16 }, (_, caller) => write(caller)));
