import { readdir, truncate } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { storeLimits } from "../../../src/store/limits.ts";
import { wordsBelow } from "../../e2e/support/bytes-below.ts";
import { crashCopy, newFolder, openIn } from "../folders.ts";

const large = () => [new Uint8Array(storeLimits.inlineBlobBytesMax), new Uint8Array(1)];
const draftsIn = (dir: string) => readdir(join(dir, "blobs", "drafts")).catch(() => []);

/** Cuts every file of a blob short. */
const cutShort = async (blobs: string): Promise<void> => {
  const entries = await readdir(blobs, { recursive: true, withFileTypes: true });
  for (const entry of entries) if (entry.isFile()) await truncate(join(entry.parentPath, entry.name), 10);
};

it("leaves no file of a staged blob that was discarded, or whose pieces broke off", async () => {
  const dir = newFolder();
  const store = await openIn(dir);
  await (await store.stageBlob("ann", large())).discard();
  const broken = (function* () {
    yield* large();
    throw new Error("gone");
  })();
  await expect(store.stageBlob("ann", broken)).rejects.toThrow("gone");
  expect(await draftsIn(dir)).toEqual([]);
  await store.close();
});

it("removes what a process that ended had begun to take in, and keeps what it had committed", async () => {
  const dir = newFolder();
  const store = await openIn(dir);
  const committed = await store.stageBlob("ann", large());
  await store.commit({ owner: "ann", staged: [committed] });
  const begun = await store.stageBlob("ann", [...large(), new Uint8Array(1)]);
  const copy = await crashCopy(dir);
  expect(await draftsIn(copy)).toHaveLength(2);
  const reopened = await openIn(copy);
  expect(await draftsIn(copy)).toEqual([]);
  expect(await reopened.blobSize("ann", committed.digest)).toBe(committed.sizeBytes);
  expect(await reopened.blobSize("ann", begun.digest)).toBeUndefined();
  expect((await reopened.verify()).damages).toEqual([]);
  for (const each of [committed, begun]) await each.discard();
  await Promise.all([store.close(), reopened.close()]);
});

it("heals a damaged file of a blob that is staged and committed again", async () => {
  const dir = newFolder();
  const store = await openIn(dir);
  const put = async () => {
    const staged = await store.stageBlob("ann", large());
    await store.commit({ owner: "ann", staged: [staged] });
    await staged.discard();
  };
  await put();
  await cutShort(join(dir, "blobs"));
  expect((await store.verify()).damages).toHaveLength(1);
  await put();
  expect((await store.verify()).damages).toEqual([]);
  await store.close();
});

// What a disk keeps of a file that was removed is what stood in it.
it("has a staged blob on the disk encrypted alone, under one owner or scope or several", async () => {
  const dir = newFolder();
  const store = await openIn(dir);
  const text = Buffer.from("kwabbelbrood ".repeat(storeLimits.inlineBlobBytesMax / 8));
  const staged = await store.stageBlob("ann", [text.subarray(0, 1_001), text.subarray(1_001)]);
  expect(await draftsIn(dir)).toHaveLength(1);
  expect(wordsBelow(dir, ["kwabbelbrood"])).toEqual([]);
  expect(Buffer.concat([...staged.read()]).equals(text)).toBe(true);
  await store.commit({ owner: "ann", scopes: ["one", "two"].map((scope) => ({ scope, staged: [staged] })) });
  await staged.discard();
  expect(wordsBelow(dir, ["kwabbelbrood"])).toEqual([]);
  expect(Buffer.from(await store.getBlob("ann", staged.digest)).equals(text)).toBe(true);
  await store.close();
});
