import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { sha256Hex } from "../../../src/sha256.ts";
import { encodeEvent } from "../../../src/store/event-chain.ts";
import { decodeCommit, encodeCommit } from "../../../src/store/level/commit-record.ts";
import {
  artifactKey,
  commitKey,
  headKey,
  idempotencyKey,
  locatorKey,
  ownerKey,
  positionKey,
  recordKey,
} from "../../../src/store/level/keys.ts";
import { KeyFile } from "../../../src/store/level/secrets/key-file.ts";
import type { Store } from "../../../src/store/store.ts";
import { append, digestOf, event, first, payload, reasonOf, take, text } from "../../contract/store-samples.ts";
import { behindItsBack, crashCopy, flip, newFolder, openIn, type RawDatabase } from "../folders.ts";

const large = new Uint8Array(5 * 1024 * 1024).fill(3);
/** Too large for a record, and too small for a file. */
const middling = new Uint8Array(9_000).fill(4);

const fill = async (): Promise<string> => {
  const dir = newFolder();
  const store = await openIn(dir);
  await append(store, "bob", "run", ["a", "b", "c", "d"]);
  await store.close();
  // Openings enough that no checkpoint compared at open names these heads: here damage shall show on reading.
  for (let n = 0; n < 5; n += 1) await (await openIn(dir)).close();
  const again = await openIn(dir);
  await again.commit({
    owner: "bob",
    blobs: [text("blob"), middling, large],
    records: [{ space: "s", key: "k", value: text("v") }],
    idempotency: { key: "command", payloadDigest: payload, answer: text("done") },
  });
  await again.close();
  return dir;
};

let whole: string;
beforeAll(async () => {
  whole = await fill();
});
/** A copy of the one folder that was filled. */
const filled = (): Promise<string> => crashCopy(whole);

const watchFirst = (store: Store) => take(store.watch("bob", { after: 0n, signal: new AbortController().signal }), 4);

/** What was damaged behind the store's back, and every read that must refuse it. */
const damages: [string, (db: RawDatabase) => Promise<void>, (store: Store) => Promise<unknown>][] = [
  ["a blob", (db) => flip(db, commitKey("bob", "", 1), 15), (store) => store.getBlob("bob", digestOf("blob"))],
  [
    "a blob that stands by itself",
    (db) => flip(db, artifactKey("bob", sha256Hex(middling), ""), 1),
    (store) => store.getBlob("bob", sha256Hex(middling)),
  ],
  [
    "a blob that stands by itself and is gone",
    (db) => db.del(artifactKey("bob", sha256Hex(middling), "")),
    (store) => store.getBlob("bob", sha256Hex(middling)),
  ],
  [
    "a locator",
    (db) => flip(db, locatorKey("bob", digestOf("blob"), ""), 3),
    (store) => store.getBlob("bob", digestOf("blob")),
  ],
  [
    "the locator of another blob",
    (db) => copy(db, locatorKey("bob", sha256Hex(large), ""), locatorKey("bob", digestOf("blob"), "")),
    (store) => store.getBlob("bob", digestOf("blob")),
  ],
  ["a record", (db) => flip(db, recordKey("bob", "s", "k"), 2), (store) => store.record("bob", "s", "k")],
  ["a listed record", (db) => flip(db, recordKey("bob", "s", "k"), -1), (store) => store.list("bob", "s")],
  ["a command", (db) => flip(db, idempotencyKey("bob", "command"), 30), (store) => store.idempotency("bob", "command")],
  ["an answer", (db) => flip(db, commitKey("bob", "", 1), -20), (store) => store.idempotency("bob", "command")],
  ["a missing answer", (db) => db.del(commitKey("bob", "", 1)), (store) => store.idempotency("bob", "command")],
  ["a missing event", (db) => db.del(commitKey("bob", "run", 2)), (store) => store.read("bob", "run")],
  ["a missing first event", (db) => db.del(commitKey("bob", "run", 1)), (store) => store.read("bob", "run")],
  [
    "a missing event, read by itself",
    (db) => db.del(commitKey("bob", "run", 3)),
    (store) => store.read("bob", "run", { fromSeq: 3, limit: 1 }),
  ],
  [
    "a missing last event",
    (db) => db.del(commitKey("bob", "run", 4)),
    (store) => store.read("bob", "run", { fromSeq: 4 }),
  ],
  ["a position", (db) => flip(db, positionKey("bob", 2n), 4), watchFirst],
  ["a missing position", (db) => db.del(positionKey("bob", 2n)), watchFirst],
  ["a missing first position", (db) => db.del(positionKey("bob", 1n)), watchFirst],
  ["a missing last position", (db) => db.del(positionKey("bob", 4n)), watchFirst],
  ["a position that names another event", (db) => swap(db, positionKey("bob", 1n), positionKey("bob", 2n)), watchFirst],
  ["a head", (db) => flip(db, headKey("bob", "run"), 6), (store) => store.head("bob", "run")],
  ["a missing head", (db) => db.del(headKey("bob", "run")), (store) => store.head("bob", "run")],
  ["a missing head, for a writer", (db) => db.del(headKey("bob", "run")), (store) => store.commit(first("bob", "run"))],
  ["an owner's position", (db) => flip(db, ownerKey("bob"), 3), (store) => store.commit(first("bob", "new"))],
  ["a missing owner's position", (db) => db.del(ownerKey("bob")), (store) => store.commit(first("bob", "new"))],
  [
    "two events in each other's place",
    (db) => swap(db, commitKey("bob", "run", 1), commitKey("bob", "run", 2)),
    (store) => store.read("bob", "run"),
  ],
  [
    "an event forged with its own check",
    (db) => forge(db, 2),
    (store) => store.read("bob", "run", { fromSeq: 2, limit: 1 }),
  ],
  ["a last event forged with its own check", (db) => forge(db, 4), (store) => store.read("bob", "run", { fromSeq: 4 })],
  ["a forged event, for a watcher", (db) => forge(db, 3), watchFirst],
];

const copy = async (db: RawDatabase, from: string, to: string): Promise<void> =>
  db.put(to, Uint8Array.from((await db.get(from))!));

const swap = async (db: RawDatabase, one: string, other: string): Promise<void> => {
  const [a, b] = [Uint8Array.from((await db.get(one))!), Uint8Array.from((await db.get(other))!)];
  await db.batch([
    { type: "put", key: one, value: b },
    { type: "put", key: other, value: a },
  ]);
};

/** Works with the keys that lie beside a database. */
const withKeysOf = async <T>(db: RawDatabase, work: (keys: KeyFile) => Promise<T>): Promise<T> => {
  const keys = await KeyFile.open(dirname((db as unknown as { location: string }).location), 1);
  try {
    return await work(keys);
  } finally {
    await keys.close();
  }
};

/** An event that is well-formed, in its place and in a record with the right check, but not the one that was committed. */
const forge = async (db: RawDatabase, seq: number): Promise<void> => {
  const key = commitKey("bob", "run", seq);
  const record = await withKeysOf(db, async (keys) => decodeCommit(key, (await db.get(key))!, keys));
  const forged = encodeEvent("bob", "run", seq, "0".repeat(64), event("forged"));
  await db.put(key, encodeCommit(key, { ...record, events: [forged.bytes] }));
};

describe("damage behind the store's back", () => {
  for (const [what, damage, call] of damages)
    it(`is refused with DATA_LOSS and found by verify: ${what}`, async () => {
      const dir = await filled();
      await behindItsBack(dir, damage);
      const store = await openIn(dir);
      expect(await reasonOf(call(store))).toBe("DATA_LOSS");
      expect((await store.verify()).damages).not.toEqual([]);
      await store.close();
    });

  it("is refused for a flipped bit in any byte of an event", async () => {
    const dir = await filled();
    let length = 0;
    await behindItsBack(dir, async (db) => {
      length = (await db.get(commitKey("bob", "run", 3)))!.length;
    });
    for (let at = 0; at < length; at += 3) {
      await behindItsBack(dir, (db) => flip(db, commitKey("bob", "run", 3), at));
      const store = await openIn(dir);
      expect(await reasonOf(store.read("bob", "run")), `byte ${at}`).toBe("DATA_LOSS");
      await store.close();
      await behindItsBack(dir, (db) => flip(db, commitKey("bob", "run", 3), at));
    }
  });

  it("is refused for a blob's file that changed, grew or shrank", async () => {
    const dir = await filled();
    const files = (await readdir(join(dir, "blobs"), { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
    const path = join(files[0]!.parentPath, files[0]!.name);
    const whole = await readFile(path);
    const flipped = Buffer.from(whole);
    flipped[1_000]! ^= 1;
    const store = await openIn(dir);
    for (const bytes of [flipped, whole.subarray(1), Buffer.concat([whole, Buffer.of(0)]), Buffer.alloc(0)]) {
      await writeFile(path, bytes);
      expect(await reasonOf(store.getBlob("bob", sha256Hex(large)))).toBe("DATA_LOSS");
      expect((await store.verify()).damages).toHaveLength(1);
    }
    await store.commit({ owner: "bob", blobs: [large] });
    expect((await store.verify()).damages).toEqual([]);
    await store.close();
  });

  it("heals a damaged blob when the same bytes are put again", async () => {
    const dir = await filled();
    await behindItsBack(dir, (db) => flip(db, artifactKey("bob", sha256Hex(middling), ""), 0));
    const store = await openIn(dir);
    await store.commit({ owner: "bob", blobs: [middling] });
    expect(await store.getBlob("bob", sha256Hex(middling))).toEqual(middling);
    expect((await store.verify()).damages).toEqual([]);
    await store.close();
  });

  it("gives a blob again that stood in a damaged record, when the same bytes are put again", async () => {
    const dir = await filled();
    await behindItsBack(dir, (db) => flip(db, commitKey("bob", "", 1), 15));
    const store = await openIn(dir);
    await store.commit({ owner: "bob", blobs: [text("blob")] });
    expect(await store.getBlob("bob", digestOf("blob"))).toEqual(text("blob"));
    await store.close();
  });

  it("gives a blob as another scope has it", async () => {
    const dir = await filled();
    const before = await openIn(dir);
    await before.commit({ ...first("bob", "other"), blobs: [middling] });
    await before.close();
    await behindItsBack(dir, (db) => flip(db, artifactKey("bob", sha256Hex(middling), ""), 0));
    const store = await openIn(dir);
    expect(await store.getBlob("bob", sha256Hex(middling))).toEqual(middling);
    expect((await store.verify()).damages).toHaveLength(1);
    await store.close();
  });

  it("is found by verify when a locator or a command is missing altogether", async () => {
    for (const key of [locatorKey("bob", digestOf("blob"), ""), idempotencyKey("bob", "command")]) {
      const dir = await filled();
      await behindItsBack(dir, (db) => db.del(key));
      const store = await openIn(dir);
      expect((await store.verify()).damages).not.toEqual([]);
      await store.close();
    }
  });

  it("does not hinder the neighbours of what is damaged", async () => {
    const dir = await filled();
    await behindItsBack(dir, (db) => flip(db, headKey("bob", "run"), 6));
    const store = await openIn(dir);
    const outcomes = await Promise.all(
      [first("bob", "run"), first("bob", "good"), first("ann", "run")].map((c) => reasonOf(store.commit(c))),
    );
    expect(outcomes).toEqual(["DATA_LOSS", "none", "none"]);
    await store.close();
  });

  it("is refused at open when the log lost a bit before acknowledged records", async () => {
    const dir = newFolder();
    const store = await openIn(dir);
    await append(store, "ann", "run", ["a", "b", "c", "d", "e"]);
    const [log] = (await readdir(join(dir, "db"))).filter((name) => name.endsWith(".log"));
    const bytes = await readFile(join(dir, "db", log!));
    await store.close();
    bytes[Math.floor(bytes.length / 2)]! ^= 4;
    await writeFile(join(dir, "db", log!), bytes);
    expect(await reasonOf(openIn(dir))).toBe("DATA_LOSS");
  });
});
