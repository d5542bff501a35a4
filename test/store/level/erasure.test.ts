import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { storeLimits } from "../../../src/store/limits.ts";
import type { Store } from "../../../src/store/store.ts";
import { append, bodies, collect, digestOf, first, payload, reasonOf, text } from "../../contract/store-samples.ts";
import { crashCopy, newFolder, openIn } from "../folders.ts";

/** Words that compression cannot hide: no part of them occurs twice. */
const canary = "kanarie 7f3Qz-Wx9Lb2";
const padded = (size: number): Uint8Array => Uint8Array.from(Buffer.concat([Buffer.from(canary), Buffer.alloc(size)]));

/** A run whose events, answers and blobs of all sizes hold the canary, beside a run without it. */
const filled = async (store: Store): Promise<void> => {
  const blobs = [10, 5_000, storeLimits.inlineBlobBytesMax].map(padded);
  const answered = { idempotency: { key: "begin", payloadDigest: payload, answer: text(canary) } };
  await append(store, "ann", "other", ["before"]);
  await store.commit(first("ann", "run", { blobs, scopes: [{ scope: "doc/1", blobs }], ...answered }));
  await append(store, "ann", "run", [canary, "third", canary]);
  await append(store, "ann", "other", ["after"]);
};

/** Files of a folder in which the canary stands. */
const holders = async (dir: string): Promise<string[]> => {
  const files = await readdir(dir, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const file of files) {
    const path = join(file.parentPath, file.name);
    if (file.isFile() && (await readFile(path)).includes(canary)) found.push(path.slice(dir.length + 1));
  }
  return found;
};

/** Files of large blobs; what they hold is encrypted. */
const largeFiles = async (dir: string): Promise<string[]> =>
  (await readdir(join(dir, "blobs"), { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name));

const bothErased = { owner: "ann", erase: [{ scope: "run" }, { scope: "doc/1" }] };

const isGone = async (store: Store): Promise<void> => {
  expect(bodies(await store.read("ann", "other"))).toEqual(["before", "after"]);
  expect(await reasonOf(store.read("ann", "run"))).toBe("ERASED");
  expect((await store.head("ann", "run")).seq).toBe(4);
  expect((await store.verify()).damages).toEqual([]);
};

describe("erasure on disk", () => {
  it("leaves no byte of what was erased below the folder, when the commit resolves", async () => {
    const dir = newFolder();
    let store = await openIn(dir);
    await filled(store);
    // A plain byte of it stands nowhere: the rest is shown by keys that are gone, and files.
    expect(await holders(dir)).toEqual([]);
    expect(await largeFiles(dir)).toHaveLength(2);
    await store.commit(bothErased);
    expect(await largeFiles(dir)).toEqual([]);
    expect(await holders(dir)).toEqual([]);
    await isGone(store);
    await store.close();
    store = await openIn(dir);
    await isGone(store);
    await store.close();
    expect(await holders(dir)).toEqual([]);
  });

  it("reaches what was packed, compacted before, and copied aside by an opening", async () => {
    const dir = newFolder();
    let store = await openIn(dir);
    await filled(store);
    await store.pack("ann", "run");
    const crashed = await crashCopy(dir);
    await store.close();
    store = await openIn(crashed);
    expect(await readdir(join(crashed, "log-copy"))).not.toEqual([]);
    await store.commit(bothErased);
    expect(await holders(crashed)).toEqual([]);
    await isGone(store);
    await store.close();
  });

  it("is ended by the next opening where a kill came between", async () => {
    const dir = newFolder();
    let copy = "";
    const store = await openIn(dir, {
      faults: {
        batch: async (write, operations) => {
          await write();
          if (operations.some(({ key }) => key.includes("!x!"))) copy ||= await crashCopy(dir);
        },
      },
    });
    await filled(store);
    await store.commit(bothErased);
    await store.close();
    expect(await largeFiles(copy)).toHaveLength(2);
    const again = await openIn(copy);
    expect(await largeFiles(copy)).toEqual([]);
    expect(await holders(copy)).toEqual([]);
    await isGone(again);
    await again.close();
  });

  it("waits for a backup that is under way", async () => {
    const dir = newFolder();
    const store = await openIn(dir);
    await filled(store);
    const moment = store.moment();
    let isDone = false;
    const erasure = store.commit(bothErased).then(() => (isDone = true));
    while ((await store.erasedAt("ann", "run")) === undefined) await new Promise(setImmediate);
    expect((await collect(moment.contents())).length).toBeGreaterThan(0);
    expect(isDone).toBe(false);
    await moment.close();
    await erasure;
    expect(await holders(dir)).toEqual([]);
    await store.close();
  });

  it("erases a damaged scope like a whole one", async () => {
    const dir = newFolder();
    let lost = false;
    const store = await openIn(dir, {
      faults: {
        batch: (write, operations) => {
          const [at] = operations.keys();
          const one = operations.findIndex(({ key }) => key === "ann!c!run!00000002");
          if (one >= 0 && at !== undefined && !lost && operations[one]?.type === "put") {
            lost = true;
            (operations as unknown[])[one] = { type: "put", key: "ann!c!run!00000002", value: text(canary) };
          }
          return write();
        },
      },
    });
    await filled(store);
    expect([lost, await reasonOf(store.read("ann", "run"))]).toEqual([true, "DATA_LOSS"]);
    await store.commit(bothErased);
    expect(await holders(dir)).toEqual([]);
    expect(await reasonOf(store.getBlob("ann", digestOf(canary)))).toBe("ARTIFACT_NOT_FOUND");
    for (const size of [10, 5_000])
      expect(await reasonOf(store.getBlob("ann", digestOf(Buffer.from(padded(size)).toString())))).toBe("ERASED");
    await store.close();
  });

  it("leaves no file of a commit that was refused because its scope was erased meanwhile", async () => {
    const dir = newFolder();
    const store = await openIn(dir);
    await filled(store);
    const late = store.commit({ owner: "ann", scopes: [{ scope: "doc/1", blobs: [padded(5 * 1024 * 1024)] }] });
    const [, refusal] = await Promise.all([store.commit(bothErased), reasonOf(late)]);
    expect(["ERASED", "none"]).toContain(refusal);
    expect(await holders(dir)).toEqual([]);
    await store.close();
  });
});
