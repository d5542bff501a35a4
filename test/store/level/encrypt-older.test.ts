import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scopeOfNamed } from "../../../src/main/scopes.ts";
import { sha256Hex } from "../../../src/sha256.ts";
import { isEncrypted } from "../../../src/store/level/commit-record.ts";
import { parseKey, secretKey } from "../../../src/store/level/keys.ts";
import type { LevelStore } from "../../../src/store/level/level-store.ts";
import type { LevelStoreOptions, OlderScopes } from "../../../src/store/level/options.ts";
import { decodeKey, encodeKey } from "../../../src/store/level/secrets/key-record.ts";
import { storeLimits } from "../../../src/store/limits.ts";
import type { Store } from "../../../src/store/store.ts";
import { append, bodies } from "../../contract/store-samples.ts";
import { goldenStores, unpackStore } from "../../golden/stores/unpack.ts";
import { behindItsBack, crashCopy, newFolder, openIn, removeFoldersAfterwards } from "../folders.ts";
import { expectAll, writtenIn } from "./carry/expect-all.ts";

removeFoldersAfterwards();

const opened = (dir: string, options: Partial<LevelStoreOptions> = {}): Promise<Store> =>
  openIn(dir, { scopeOf: scopeOfNamed, ...options });

/** Opens a store, and waits until what is behind the opening is done. */
const encryptedIn = async (dir: string): Promise<{ store: Store; older: OlderScopes }> => {
  const store = (await opened(dir)) as LevelStore;
  return { store, older: await store.encryptOlder() };
};

/** A damaged one is not encrypted either, for all that anybody can tell. */
const isPlain = (key: string, value: Uint8Array): boolean => {
  try {
    return !isEncrypted(key, value);
  } catch {
    return true;
  }
};

/** Keys of records of scopes that stand unencrypted; those of the owner's own scope may. */
const plainIn = async (dir: string): Promise<string[]> => {
  const found: string[] = [];
  await behindItsBack(dir, async (db) => {
    for await (const [key, value] of db.iterator()) {
      const { kind = "", rest = [] } = parseKey(key) ?? {};
      const [scope] = rest;
      if (kind === "c" && scope !== "" && isPlain(key, Uint8Array.from(value))) found.push(key);
    }
  });
  return found;
};

describe("what was written before scopes had keys", () => {
  it.each(goldenStores)("is encrypted and reads as it did: %s", async (name) => {
    const dataDir = unpackStore(name);
    for (const part of ["runs", "vault", "law"]) {
      const dir = join(dataDir, part);
      const written = await writtenIn(dir);
      await (await opened(dir)).close();
      const before = await plainIn(dir);
      const { store, older } = await encryptedIn(dir);
      expect(older).toEqual({ encrypted: expect.any(Number), damaged: 0 });
      expect(older.encrypted > 0).toBe(before.length > 0);
      await expectAll(store, written);
      await store.close();
      expect(await plainIn(dir)).toEqual([]);
      const again = await encryptedIn(dir);
      expect(again.older).toEqual({ encrypted: 0, damaged: 0 });
      await expectAll(again.store, written);
      await again.store.close();
    }
  });

  it("is encrypted in the end however often a kill comes between", async () => {
    const dir = join(unpackStore("waiting"), "runs");
    const written = await writtenIn(dir);
    await (await opened(dir)).close();
    const copies: string[] = [];
    let batches = 0;
    const killing: LevelStoreOptions["faults"] = {
      batch: async (write) => {
        await write();
        batches += 1;
        if (batches % 3 === 0 && copies.length < 4) copies.push(await crashCopy(dir));
      },
    };
    const store = (await opened(dir, { faults: killing })) as LevelStore;
    await store.encryptOlder();
    await store.close();
    expect(copies).toHaveLength(4);
    for (const copy of copies) {
      const { store: next, older } = await encryptedIn(copy);
      expect(older.damaged).toBe(0);
      await expectAll(next, written);
      await next.close();
      expect(await plainIn(copy)).toEqual([]);
    }
  });

  it("goes on while runs are written to, and closes in the middle", async () => {
    const dir = join(unpackStore("waiting"), "runs");
    const store = (await opened(dir)) as LevelStore;
    const owner = (await store.owners())[0]!;
    const running = store.encryptOlder();
    for (let n = 0; n < 20; n++) await append(store, owner, "a new run", [`event ${n}`]);
    await running;
    expect(bodies(await store.read(owner, "a new run"))).toHaveLength(20);
    expect((await store.verify()).damages).toEqual([]);
    await store.close();
    expect(await plainIn(dir)).toEqual([]);

    const other = join(unpackStore("demo"), "runs");
    const closing = (await opened(other)) as LevelStore;
    const cut = closing.encryptOlder().catch(() => undefined);
    await closing.close();
    await cut;
    const { store: next, older } = await encryptedIn(other);
    expect(older.encrypted).toBeGreaterThan(0);
    expect((await next.verify()).damages).toEqual([]);
    await next.close();
  });

  it("is encrypted in files as well", async () => {
    const dir = await newFolder();
    const words = Buffer.from("Kanarie in een groot stuk. ");
    const large = Uint8Array.from(Buffer.alloc(storeLimits.inlineBlobBytesMax + 1, words));
    const store = await openIn(dir);
    await append(store, "ann", "run", ["one"]);
    await store.commit({ owner: "ann", scopes: [{ scope: "doc/1", blobs: [large] }] });
    await store.close();
    // As a program of before would have left it: the file plain, and the scope marked as one that may hold plain things.
    const [file] = readdirSync(join(dir, "blobs"), { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    );
    const path = join(file!.parentPath, file!.name);
    writeFileSync(path, large);
    const at = secretKey("ann", "doc/1");
    await behindItsBack(dir, async (db) => {
      const { number } = decodeKey(at, Uint8Array.from((await db.get(at))!));
      await db.put(at, encodeKey(at, { number, hasPlain: true }));
    });
    const { store: next, older } = await encryptedIn(dir);
    expect(older).toEqual({ encrypted: 1, damaged: 0 });
    expect(readFileSync(path).includes(words)).toBe(false);
    expect(sha256Hex(await next.getBlob("ann", sha256Hex(large)))).toBe(sha256Hex(large));
    await next.close();
  });

  it("is told where it is damaged, and stays as it is", async () => {
    const dir = join(unpackStore("waiting"), "runs");
    await (await opened(dir)).close();
    const [hurt] = await plainIn(dir);
    await behindItsBack(dir, async (db) => {
      const value = Uint8Array.from((await db.get(hurt!))!);
      value[value.length >> 1]! ^= 1;
      await db.put(hurt!, value);
    });
    const { store, older } = await encryptedIn(dir);
    expect(older.damaged).toBe(1);
    expect((await store.verify()).damages.length).toBeGreaterThan(0);
    await store.close();
    expect(await plainIn(dir)).toContain(hurt);
  });
});
