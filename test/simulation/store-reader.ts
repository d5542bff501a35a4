import { writeSync } from "node:fs";
import { DomainError } from "../../src/error.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import type { Store } from "../../src/store/store.ts";
import { blobs, bodyOf, clock, streams } from "./store-content.ts";

/** Reads everything that was put and sorts it into refused, missing and other than it was. */
const readAll = async (store: Store) => {
  const count = { refused: 0, missing: 0, wrong: 0 };
  const look = async (call: Promise<Uint8Array | undefined>, expected: Uint8Array): Promise<void> => {
    try {
      const bytes = await call;
      if (bytes === undefined) count.missing += 1;
      else if (Buffer.compare(bytes, expected) !== 0) count.wrong += 1;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.reason === "ARTIFACT_NOT_FOUND") count.missing += 1;
      else count.refused += 1;
    }
  };
  for (const stream of streams)
    for (let seq = 1; seq <= 30; seq += 1) {
      const expected = Buffer.from(bodyOf(stream, seq));
      await look(
        store.read("ann", stream, { fromSeq: seq, limit: 1 }).then(([event]) => event?.body),
        expected,
      );
      await look(
        store.idempotency("ann", `${stream}.${seq}`).then((state) => state?.answer),
        expected,
      );
      await look(store.record("ann", "s", `${stream}.${seq}`), expected);
    }
  for (const bytes of blobs) await look(store.getBlob("ann", sha256Hex(bytes)), bytes);
  return count;
};

/** Opens the folder given, reads all of it and prints one line: `open`, or the numbers of damages, refused, missing, wrong. */
const judge = async (dir: string): Promise<string> => {
  let store: Store;
  try {
    store = await openLevelStore({ dir, clock });
  } catch (error) {
    if (error instanceof DomainError && error.reason === "DATA_LOSS") return "refused";
    throw error;
  }
  const { damages } = await store.verify();
  const { refused, missing, wrong } = await readAll(store);
  await store.close();
  return `read ${damages.length} ${refused} ${missing} ${wrong}`;
};

writeSync(1, await judge(process.argv[2] ?? ""));
