import { writeSync } from "node:fs";
import { join } from "node:path";
import { Level } from "level";
import { DomainError } from "../../src/error.ts";
import { scopeOfNamed } from "../../src/main/scopes.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { openLevelStore } from "../../src/store/level/open.ts";
import type { Store } from "../../src/store/store.ts";
import { type Written, writtenInDatabase } from "../store/level/carry/written.ts";

const clock = { now: () => 1_000_000 };
const [dir = "", whole = "", killAt = ""] = process.argv.slice(2);

/** Kills the process itself at the so-many-th word about how far the carrying over is. */
const killed = async (): Promise<string> => {
  let words = 0;
  const onCarriedOver = () => {
    words += 1;
    if (words === Number(killAt)) process.kill(process.pid, "SIGKILL");
  };
  await (await openLevelStore({ dir, clock, scopeOf: scopeOfNamed, onCarriedOver })).close();
  return `over after ${words}`;
};

const wanted = async (): Promise<Written> => {
  const db = new Level<string, Uint8Array>(join(whole, "db"), { keyEncoding: "utf8", valueEncoding: "view" });
  await db.open();
  const written = await writtenInDatabase(db);
  await db.close();
  return written;
};

/** Everything that was written, one by one: how much of it is refused, missing, and other than it was. */
const readAll = async (store: Store, { events, blobs, commands, records }: Written) => {
  const count = { refused: 0, missing: 0, wrong: 0 };
  const look = async <T>(call: () => Promise<T | undefined>, isIt: (found: T) => boolean): Promise<void> => {
    try {
      const found = await call();
      if (found === undefined) count.missing += 1;
      else if (!isIt(found)) count.wrong += 1;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      if (error.reason === "ARTIFACT_NOT_FOUND") count.missing += 1;
      else count.refused += 1;
    }
  };
  const same = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
    Buffer.compare(a ?? Buffer.alloc(0), b ?? Buffer.alloc(0)) === 0;
  for (const { owner, stream, seq, hash, position } of events)
    await look(
      async () => (await store.read(owner, stream, { fromSeq: seq, limit: 1 }))[0],
      (found) => found.hash === hash && found.position === position && found.seq === seq,
    );
  for (const { owner, digest } of blobs)
    await look(
      () => store.getBlob(owner, digest),
      (found) => sha256Hex(found) === digest,
    );
  for (const { owner, key, answer } of commands)
    await look(
      () => store.idempotency(owner, key),
      (found) => same(found.answer, answer),
    );
  for (const { owner, space, key, value } of records)
    await look(
      () => store.record(owner, space, key),
      (found) => same(found, value),
    );
  return count;
};

/** Streams that give fewer or more events than were written, without an error. */
const shortStreams = async (store: Store, { events }: Written): Promise<number> => {
  let short = 0;
  for (const [name, written] of Map.groupBy(events, ({ owner, stream }) => JSON.stringify([owner, stream]))) {
    const [owner, stream] = JSON.parse(name) as [string, string];
    try {
      let count = 0;
      for (let page = await store.read(owner, stream); page.length > 0; ) {
        count += page.length;
        page = await store.read(owner, stream, { fromSeq: page.at(-1)!.seq + 1 });
      }
      if (count !== written.length) short += 1;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }
  return short;
};

/** Opens the folder, which carries it over or ends what was begun, and compares all of it with the whole one. */
const judged = async (): Promise<string> => {
  const written = await wanted();
  let store: Store;
  try {
    store = await openLevelStore({ dir, clock, scopeOf: scopeOfNamed });
  } catch (error) {
    if (error instanceof DomainError) return `refused ${error.reason}`;
    throw error;
  }
  const short = await shortStreams(store, written);
  const { refused, missing, wrong } = await readAll(store, written);
  const { damages } = await store.verify();
  await store.close();
  return `read ${damages.length} ${refused} ${missing} ${wrong} ${short}`;
};

writeSync(1, await (killAt === "" ? judged() : killed()));
