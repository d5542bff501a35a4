import { generateKeyPairSync, sign, verify } from "node:crypto";
import { appendFile, cp, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256Hex } from "../../../src/sha256.ts";
import type { CheckpointSigner } from "../../../src/store/checkpoint-signer.ts";
import { openCheckpoint } from "../../../src/store/level/checkpoint.ts";
import { CheckpointFile } from "../../../src/store/level/checkpoint-file.ts";
import { encodeTotals, noTotals } from "../../../src/store/level/totals.ts";
import { append, bodies, digestOf, first, payload, reasonOf, text } from "../../contract/store-samples.ts";
import { behindItsBack, crashCopy, newFolder, openIn } from "../folders.ts";

const large = new Uint8Array(5 * 1024 * 1024).fill(3);

const everything = first("ann", "run", {
  blobs: [text("blob"), large],
  records: [{ space: "s", key: "k", value: text("v") }],
  idempotency: { key: "command", payloadDigest: payload, answer: text("done") },
});

const expectEverything = async (dir: string) => {
  const store = await openIn(dir);
  expect(bodies(await store.read("ann", "run"))).toEqual(["first"]);
  expect(await store.getBlob("ann", digestOf("blob"))).toEqual(text("blob"));
  expect(Buffer.compare(await store.getBlob("ann", sha256Hex(large)), large)).toBe(0);
  expect(await store.record("ann", "s", "k")).toEqual(text("v"));
  expect((await store.idempotency("ann", "command"))?.answer).toEqual(text("done"));
  expect(await store.verify()).toEqual({ events: 1, blobs: 2, records: 1, damages: [] });
  await store.close();
};

/** A folder whose store has taken one commit and was closed. */
const usedFolder = async () => {
  const dir = newFolder();
  const store = await openIn(dir);
  await append(store, "ann", "run", ["a", "b"]);
  await store.close();
  return dir;
};

const lastCheckpoint = async (dir: string) =>
  openCheckpoint((await CheckpointFile.read(join(dir, "checkpoints")))!.at(-1)!);

describe("opening again", () => {
  it("finds everything after a close", async () => {
    const dir = newFolder();
    const store = await openIn(dir);
    await store.commit(everything);
    await store.close();
    await expectEverything(dir);
    await expectEverything(dir);
  });

  it("finds everything that was acknowledged after a crash", async () => {
    const dir = newFolder();
    const store = await openIn(dir);
    await store.commit(everything);
    const copy = await crashCopy(dir);
    await store.close();
    await expectEverything(copy);
  });

  it("goes on where it was: heads, positions, watches and checkpoints", async () => {
    const dir = newFolder();
    for (let n = 1; n <= 4; n += 1) {
      const store = await openIn(dir);
      await append(store, "ann", "run", [String(n)]);
      expect(bodies(await store.read("ann", "run"))).toHaveLength(n);
      expect((await store.commit({ owner: "ann" })).position).toBe(BigInt(n));
      await store.close();
    }
  });

  it("makes the fences of an earlier opening stale and gives higher ones", async () => {
    const dir = newFolder();
    const before = await openIn(dir);
    const old = await before.lease("ann", "turn", "a", 1e9);
    await before.close();
    const store = await openIn(dir);
    expect(await reasonOf(store.commit({ owner: "ann", fence: old }))).toBe("FENCED");
    expect((await store.lease("ann", "turn", "b", 1_000)).value).toBeGreaterThan(old.value);
    await store.close();
  });

  it("refuses a folder that another store has open, and leaves that one alone", async () => {
    const dir = newFolder();
    const store = await openIn(dir);
    await append(store, "ann", "run", ["a"]);
    const refusal = await openIn(dir).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ reason: "STORE_UNAVAILABLE", facts: { cause: "LEVEL_LOCKED" } });
    expect((refusal as Error).message).toContain("another pincite has this folder open");
    await append(store, "ann", "run", ["b"]);
    await store.close();
    const again = await openIn(dir);
    expect(bodies(await again.read("ann", "run"))).toEqual(["a", "b"]);
    await again.close();
  });

  it("refuses a folder that a later version has written", async () => {
    const dir = await usedFolder();
    const state = encodeTotals({ ...noTotals, batch: 99n, formatVersion: 5, minWriter: 5 } as never);
    await behindItsBack(dir, (db) => db.put("!state", state));
    expect(await reasonOf(openIn(dir))).toBe("UNSUPPORTED");
  });

  it.each([1, 3])("refuses a folder of layout %d, and names the last version that reads it", async (version) => {
    const dir = await usedFolder();
    const state = encodeTotals({
      ...noTotals,
      batch: 99n,
      formatVersion: version,
      minReader: 0,
      minWriter: 0,
    } as never);
    await behindItsBack(dir, (db) => db.put("!state", state));
    const refusal = await openIn(dir).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ reason: "UNSUPPORTED", facts: { formatVersion: String(version) } });
    expect((refusal as Error).message).toContain("The last version that reads it is 0.1.0");
  });

  it("keeps a copy of the logs as they were before", async () => {
    const dir = newFolder();
    const store = await openIn(dir);
    await append(store, "ann", "run", ["in the log"]);
    const copy = await crashCopy(dir);
    await store.close();
    await (await openIn(copy)).close();
    const logs = await readdir(join(copy, "log-copy"));
    const contents = await Promise.all(logs.map((name) => readFile(join(copy, "log-copy", name), "latin1")));
    expect(contents.join("")).toContain("ann!c!run!00000001");
  });
});

describe("a database that is older than its checkpoint", () => {
  it("is refused with what to do about it", async () => {
    const dir = await usedFolder();
    await cp(join(dir, "db"), join(dir, "yesterday"), { recursive: true });
    const store = await openIn(dir);
    await append(store, "ann", "run", ["c"]);
    await store.close();
    await rm(join(dir, "db"), { recursive: true });
    await rename(join(dir, "yesterday"), join(dir, "db"));
    const refusal = await openIn(dir).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ reason: "DATA_LOSS" });
    expect((refusal as Error).message).toContain("older copy");
    expect((refusal as Error).message).toContain("restore");
  });

  it("is refused after a crash too, once a second has passed", async () => {
    const dir = await usedFolder();
    await cp(join(dir, "db"), join(dir, "yesterday"), { recursive: true });
    const store = await openIn(dir, { checkpointMs: 5 });
    await append(store, "ann", "run", ["c"]);
    // By what it counts, not by the file's size: on a busy machine the checkpoint may be there before its size is asked for.
    while ((await lastCheckpoint(dir)).eventCount < 3n) await new Promise((resolve) => setTimeout(resolve, 5));
    const copy = await crashCopy(dir);
    await store.close();
    await rm(join(copy, "db"), { recursive: true });
    await rename(join(copy, "yesterday"), join(copy, "db"));
    expect(await reasonOf(openIn(copy))).toBe("DATA_LOSS");
  });

  it("is refused when it is empty", async () => {
    const dir = await usedFolder();
    await rm(join(dir, "db"), { recursive: true });
    expect(await reasonOf(openIn(dir))).toBe("DATA_LOSS");
  });

  it("is refused when it is another one that stands at the same batch", async () => {
    const [dir, other] = [await usedFolder(), newFolder()];
    const store = await openIn(other);
    await append(store, "ann", "run", ["x", "y"]);
    await store.close();
    await rm(join(dir, "db"), { recursive: true });
    await cp(join(other, "db"), join(dir, "db"), { recursive: true });
    expect(await reasonOf(openIn(dir))).toBe("DATA_LOSS");
  });
});

describe("missing files", () => {
  it("are noticed when the file of checkpoints is gone", async () => {
    const dir = await usedFolder();
    await rm(join(dir, "checkpoints"));
    expect(await reasonOf(openIn(dir))).toBe("DATA_LOSS");
  });

  for (const pattern of [/^CURRENT$/, /^MANIFEST/, /\.(ldb|sst)$/, /\.log$/])
    it(`are noticed when ${pattern.source} is gone, and nothing else is deleted`, async () => {
      const dir = await usedFolder();
      await (await openIn(dir)).close();
      const names = await readdir(join(dir, "db"));
      const gone = names.filter((name) => pattern.test(name));
      expect(gone).not.toEqual([]);
      for (const name of gone) await rm(join(dir, "db", name));
      expect(await reasonOf(openIn(dir))).toBe("DATA_LOSS");
      const tables = (list: string[]) => list.filter((name) => /\.(ldb|sst)$/.test(name) && !gone.includes(name));
      expect(await readdir(join(dir, "db"))).toEqual(expect.arrayContaining(tables(names)));
    });

  it("are noticed when a blob's file is gone", async () => {
    const dir = newFolder();
    const store = await openIn(dir);
    await store.commit(everything);
    await rm(join(dir, "blobs"), { recursive: true });
    expect(await reasonOf(store.getBlob("ann", sha256Hex(large)))).toBe("DATA_LOSS");
    expect((await store.verify()).damages).toHaveLength(1);
    await store.close();
  });
});

describe("the file of checkpoints", () => {
  it("may end in a torn entry, which is cut off", async () => {
    const dir = await usedFolder();
    await appendFile(join(dir, "checkpoints"), Uint8Array.of(0, 0, 0, 200, 1, 2, 3));
    await (await openIn(dir)).close();
    await (await openIn(dir)).close();
  });

  it("may lose its last entry, which the entry before still covers", async () => {
    const dir = await usedFolder();
    const { length } = await readFile(join(dir, "checkpoints"));
    await truncate(join(dir, "checkpoints"), length - 3);
    await (await openIn(dir)).close();
  });

  it("is refused when a bit changed before its last entry", async () => {
    const dir = await usedFolder();
    for (const at of [0, 3, 4, 11, 12, 30]) {
      const bytes = await readFile(join(dir, "checkpoints"));
      bytes[at]! ^= 1;
      await writeFile(join(dir, "checkpoints"), bytes);
      expect(await reasonOf(openIn(dir)), `byte ${at}`).toBe("DATA_LOSS");
      bytes[at]! ^= 1;
      await writeFile(join(dir, "checkpoints"), bytes);
    }
    await (await openIn(dir)).close();
  });

  it("is refused when it is older than the database", async () => {
    const dir = await usedFolder();
    const yesterday = await readFile(join(dir, "checkpoints"));
    for (let n = 0; n < 2; n += 1) {
      const store = await openIn(dir);
      await append(store, "ann", "run", ["more"]);
      await store.close();
    }
    await writeFile(join(dir, "checkpoints"), yesterday);
    expect(await reasonOf(openIn(dir))).toBe("DATA_LOSS");
  });

  it("is signed, and refused under another key", async () => {
    const signer = (keyId: string): CheckpointSigner => {
      const { privateKey, publicKey } = generateKeyPairSync("ed25519");
      return {
        keyId,
        sign: (bytes) => sign(null, bytes, privateKey),
        verify: (id, bytes, signature) => id === keyId && verify(null, bytes, publicKey, signature),
      };
    };
    const dir = newFolder();
    const ours = signer("ours");
    const store = await openIn(dir, { signer: ours });
    await append(store, "ann", "run", ["a"]);
    await store.close();
    await (await openIn(dir, { signer: ours })).close();
    expect(await reasonOf(openIn(dir, { signer: signer("ours") }))).toBe("DATA_LOSS");
  });
});
