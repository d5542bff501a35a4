import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Operation } from "../../../src/store/ordered-map.ts";
import type { Store } from "../../../src/store/store.ts";
import { append, collect, first, payload, reasonOf, take, text } from "../../contract/store-samples.ts";
import { crashCopy, newFolder, openIn } from "../folders.ts";

const diskFull = Object.assign(new Error("no space left"), { code: "ENOSPC" });

/** A store whose batches fail from the `nth` on; `written` says whether the failing one reaches the disk all the same. */
const failing = async (nth: number, written: boolean) => {
  const dir = newFolder();
  const failures: unknown[] = [];
  let batches = 0;
  const batch = async (write: () => Promise<void>): Promise<void> => {
    batches += 1;
    if (batches < nth) return write();
    if (written) await write();
    throw diskFull;
  };
  const store = await openIn(dir, { faults: { batch }, onFailure: (cause) => failures.push(cause) });
  return { dir, store, failures, batches: () => batches };
};

/** A store whose first batch is not written before it is released; `sizes` counts the commits of each batch so far. */
const heldBack = async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const sizes: number[] = [];
  const dir = newFolder();
  const batch = async (write: () => Promise<void>, operations: readonly Operation[]): Promise<void> => {
    sizes.push(operations.filter(({ key }) => key.includes("!c!")).length);
    await released;
    await write();
  };
  return { store: await openIn(dir, { faults: { batch } }), sizes, release };
};

const wave = (store: Store, name: string, count: number) =>
  Array.from({ length: count }, (_, n) => store.commit(first("ann", `${name}${n}`)));

describe("the committer", () => {
  it("writes commits that wait together in one batch, and those that come meanwhile in the next", async () => {
    const { store, sizes, release } = await heldBack();
    const one = wave(store, "one", 7);
    await new Promise(setImmediate);
    const two = wave(store, "two", 100);
    release();
    await Promise.all([...one, ...two]);
    expect(sizes).toEqual([7, 100]);
    await store.close();
  });

  it("checks a commit of the next batch against what the batch before it wrote", async () => {
    const { store, release } = await heldBack();
    const begun = wave(store, "one", 8);
    await new Promise(setImmediate);
    const again = Promise.all(["one0", "one7"].map((name) => reasonOf(store.commit(first("ann", name)))));
    release();
    await Promise.all(begun);
    expect(await again).toEqual(["RUN_VERSION_STALE", "RUN_VERSION_STALE"]);
    await store.close();
  });

  it("writes nothing when all commits of a batch are refused or change nothing", async () => {
    const { store, batches } = await failing(1, false);
    const stale = first("ann", "run", { expect: { seq: 1, hash: payload } });
    expect(await reasonOf(store.commit(stale))).toBe("RUN_VERSION_STALE");
    expect(await reasonOf(store.commit({ owner: "ann" }))).toBe("none");
    await store.lease("ann", "turn", "holder", 1_000);
    expect(batches()).toBe(0);
    await store.close();
  });

  it("splits what waits into batches of at most 1,024 commits", async () => {
    const { store, batches } = await failing(Number.POSITIVE_INFINITY, false);
    // No scope begins here, so that none of them waits for keys.
    const record = (n: number) => ({ space: "s", key: String(n), value: text("v") });
    await Promise.all(Array.from({ length: 2_500 }, (_, n) => store.commit({ owner: "ann", records: [record(n)] })));
    expect(batches()).toBe(3);
    await store.close();
  });
});

describe("the first write that fails", () => {
  it("rejects its commit as unknown, tells main once and turns the store unhealthy", async () => {
    const { store, failures } = await failing(1, false);
    expect(await reasonOf(store.commit(first("ann", "run")))).toBe("STORE_FAILED");
    expect(store.healthy).toBe(false);
    expect(failures).toEqual([diskFull]);
    await store.close();
  });

  it("rejects all commits of its batch and all that wait behind it, and writes nothing more", async () => {
    const { store, batches } = await failing(1, false);
    const calls = Array.from({ length: 3_000 }, (_, n) => reasonOf(store.commit(first("ann", `run${n}`))));
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["STORE_FAILED"]));
    expect(await reasonOf(store.commit(first("ann", "later")))).toBe("STORE_FAILED");
    expect(batches()).toBe(1);
    await store.close();
  });

  it("rejects as unknown even what would have been refused", async () => {
    const { store } = await failing(1, false);
    const [, stale] = await Promise.all([
      reasonOf(store.commit(first("ann", "run"))),
      reasonOf(store.commit(first("ann", "run"))),
    ]);
    expect(stale).toBe("STORE_FAILED");
    await store.close();
  });

  it("ends reads, leases and watches too", async () => {
    const { store } = await failing(2, false);
    await store.commit(first("ann", "run"));
    const watching = reasonOf(take(store.watch("ann", { after: 1n, signal: new AbortController().signal }), 1));
    await reasonOf(store.commit(first("ann", "other")));
    expect(await watching).toBe("STORE_FAILED");
    expect(await reasonOf(store.read("ann", "run"))).toBe("STORE_FAILED");
    expect(await reasonOf(store.lease("ann", "k", "h", 1))).toBe("STORE_FAILED");
    expect(await reasonOf(collect(store.streamBlob("ann", payload)))).toBe("STORE_FAILED");
    await store.close();
  });

  for (const written of [false, true])
    it(`loses nothing that was acknowledged, when the failing batch was ${written ? "" : "not "}written`, async () => {
      const { dir, store } = await failing(6, written);
      const acknowledged: string[] = [];
      for (let n = 0; n < 10; n += 1) {
        const idempotency = { key: `k${n}`, payloadDigest: payload, answer: text("done") };
        const outcome = await reasonOf(store.commit(first("ann", `run${n}`, { idempotency })));
        if (outcome === "none") acknowledged.push(`run${n}`);
      }
      expect(acknowledged).toHaveLength(5);
      await store.close();
      const again = await openIn(dir);
      for (const stream of acknowledged) expect((await again.head("ann", stream)).seq).toBe(1);
      // The commit whose outcome was unknown is learnt by its key: all of it, or none.
      expect((await again.idempotency("ann", "k5")) !== undefined).toBe(written);
      expect((await again.head("ann", "run5")).seq).toBe(written ? 1 : 0);
      expect((await again.head("ann", "run6")).seq).toBe(0);
      expect((await again.verify()).damages).toEqual([]);
      await again.close();
    });

  it("is also a blob file that cannot be written", async () => {
    const dir = newFolder();
    const failures: unknown[] = [];
    const store = await openIn(dir, { onFailure: (cause) => failures.push(cause) });
    await append(store, "ann", "run", ["a"]);
    await rm(join(dir, "blobs"), { recursive: true });
    await writeFile(join(dir, "blobs"), "in the way");
    expect(await reasonOf(store.commit({ owner: "ann", blobs: [new Uint8Array(5 * 1024 * 1024)] }))).toBe(
      "STORE_FAILED",
    );
    expect(store.healthy).toBe(false);
    expect(failures).toHaveLength(1);
    await store.close();
    await rm(join(dir, "blobs"));
    const again = await openIn(dir);
    expect((await again.head("ann", "run")).seq).toBe(1);
    await again.close();
  });

  it("is also a checkpoint that cannot be signed", async () => {
    const dir = newFolder();
    let broken = false;
    const sign = (): Uint8Array => {
      if (broken) throw new Error("the key is gone");
      return new Uint8Array(64);
    };
    let failed: (cause: unknown) => void;
    const failure = new Promise((resolve) => {
      failed = resolve;
    });
    const store = await openIn(dir, {
      signer: { keyId: "k", sign },
      checkpointMs: 5,
      onFailure: (cause) => failed(cause),
    });
    broken = true;
    await append(store, "ann", "run", ["a"]);
    expect(await failure).toBeInstanceOf(Error);
    expect(store.healthy).toBe(false);
    const copy = await crashCopy(dir);
    await store.close();
    const again = await openIn(copy);
    expect((await again.head("ann", "run")).seq).toBe(1);
    await again.close();
  });
});
