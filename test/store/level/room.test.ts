import { describe, expect, it } from "vitest";
import { emptyHead } from "../../../src/store/store.ts";
import { event, reasonOf, text } from "../../contract/store-samples.ts";
import { newFolder, openIn } from "../folders.ts";

const mib = 1024 * 1024;

/** A store on a disk that has so much left; `looks` counts how often it was asked. */
const onDisk = async (freeBytes: number) => {
  const disk = { freeBytes, looks: 0 };
  const freeBytesNow = () => {
    disk.looks += 1;
    return disk.freeBytes;
  };
  const failures: unknown[] = [];
  const store = await openIn(newFolder(), {
    freeBytes: freeBytesNow,
    onFailure: (cause) => failures.push(cause),
  });
  return { disk, store, failures };
};

const blobOf = (bytes: number, fill = 1) => ({ owner: "ann", blobs: [new Uint8Array(bytes).fill(fill)] });

describe("a disk that fills", () => {
  it("gets nothing more once twice what comes would touch the reserve of 64 MiB; what is there is read on", async () => {
    const { store, failures } = await onDisk(70 * mib);
    await store.commit({ owner: "ann", stream: "r", expect: emptyHead, events: [event("one")] });
    await store.commit(blobOf(2 * mib));
    const refused = store.commit(blobOf(2 * mib, 2));
    await expect(refused).rejects.toThrow(/^The disk of .* is too full: it has 6\d MiB left/);
    expect(await reasonOf(store.commit(blobOf(2 * mib, 3)))).toBe("LIMIT_EXCEEDED");
    expect(await store.read("ann", "r")).toHaveLength(1);
    expect(store.healthy).toBe(true);
    expect(failures).toEqual([]);
    await store.close();
  });

  it("is looked at once a second at most, and what is taken in between is counted", async () => {
    const { disk, store } = await onDisk(1_000 * mib);
    for (let n = 0; n < 20; n++)
      await store.commit({ owner: "ann", records: [{ space: "s", key: `${n}`, value: text("v") }] });
    expect(disk.looks).toBeLessThanOrEqual(2);
    await store.close();
  });

  it("refuses a large file while it comes, and leaves nothing of it", async () => {
    const { store } = await onDisk(80 * mib);
    const pieces = Array.from({ length: 20 }, () => new Uint8Array(mib));
    expect(await reasonOf(store.stageBlob("ann", pieces))).toBe("LIMIT_EXCEEDED");
    expect(store.healthy).toBe(true);
    await store.close();
  });

  it("is not taken for full where the file system does not say", async () => {
    const store = await openIn(newFolder(), {
      freeBytes: () => {
        throw new Error("no statfs");
      },
    });
    await store.commit({ owner: "ann", records: [{ space: "s", key: "k", value: text("v") }] });
    expect(await store.record("ann", "s", "k")).toEqual(text("v"));
    await store.close();
  });
});
