import { execFile } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { recordKey } from "../../../src/store/level/keys.ts";
import type { UncleanEnd } from "../../../src/store/level/unclean-end.ts";
import { append, reasonOf, text } from "../../contract/store-samples.ts";
import { behindItsBack, crashCopy, newFolder, openIn, removeFoldersAfterwards } from "../folders.ts";

removeFoldersAfterwards();

/** A folder as a process leaves it that ends without a word. */
const crashed = async (): Promise<string> => {
  const dir = await newFolder();
  const store = await openIn(dir);
  await append(store, "ann", "run", ["a", "b"]);
  await store.commit({ owner: "ann", blobs: [text("blob")], records: [{ space: "s", key: "k", value: text("v") }] });
  const copy = await crashCopy(dir);
  await store.close();
  return copy;
};

/** Opens, waits for `reports` reports, closes, and gives them. */
const openAndHear = async (dir: string, reports: number): Promise<UncleanEnd[]> => {
  const heard: UncleanEnd[] = [];
  let enough: () => void = () => {};
  const all = new Promise<void>((resolve) => {
    enough = resolve;
  });
  const store = await openIn(dir, { onUncleanEnd: (end) => heard.push(end) === reports && enough() });
  if (reports > 0) await all;
  await store.close();
  return heard;
};

describe("a store that was not closed in order", () => {
  it("says so once at the next opening, with what the quick check found, and not after a clean close", async () => {
    const dir = await crashed();
    const [end] = await openAndHear(dir, 1);
    expect(end).toMatchObject({ inARow: 1, damages: [] });
    expect(end?.sentence).toContain("a quick check found all keys");
    expect(await openAndHear(dir, 0)).toEqual([]);
  });

  it("says before LevelDB opens that it is the second time in a row", async () => {
    const dir = await crashed();
    const store = await openIn(dir);
    const again = await crashCopy(dir);
    await store.close();
    const [before, after] = await openAndHear(again, 2);
    expect(before).toMatchObject({ inARow: 2 });
    expect(before?.sentence).toContain("2 times in a row");
    expect(before?.damages).toBeUndefined();
    expect(after).toMatchObject({ inARow: 2, damages: [] });
  });

  it("names the kind of what the quick check misses, and repairs nothing", async () => {
    const dir = await crashed();
    await behindItsBack(dir, (db) => db.del(recordKey("ann", "s", "k")));
    const [end] = await openAndHear(dir, 1);
    expect(end?.damages).toEqual(["recordCount is 2, but 1 keys were found"]);
    expect(end?.sentence).toContain("put a backup back");
    const store = await openIn(dir);
    expect(await store.record("ann", "s", "k")).toBeUndefined();
    await store.close();
  });

  it("counts an opening whose marker was cut by the end itself", async () => {
    const dir = await crashed();
    await writeFile(join(dir, "open"), "");
    expect((await openAndHear(dir, 1))[0]?.inARow).toBe(1);
  });

  it("is one whose write failed, closed or not", async () => {
    const dir = await newFolder();
    const store = await openIn(dir, { faults: { batch: () => Promise.reject(new Error("EIO")) } });
    expect(await reasonOf(append(store, "ann", "run", ["a"]))).toBe("STORE_FAILED");
    await store.close();
    expect(await openAndHear(dir, 1)).toHaveLength(1);
  });

  it("is not one that was refused at open, nor one that another process has open", async () => {
    const dir = await newFolder();
    const store = await openIn(dir);
    expect(await reasonOf(openIn(dir))).toBe("STORE_UNAVAILABLE");
    await store.close();
    expect(await openAndHear(dir, 0)).toEqual([]);
    await rm(join(dir, "checkpoints"));
    expect(await reasonOf(openIn(dir))).toBe("DATA_LOSS");
    await expect(readFile(join(dir, "open"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("is one whose process was ended by an abort, as LevelDB's assertions do", async () => {
    const dir = await newFolder();
    const open = new URL("../../../src/store/level/open.ts", import.meta.url).href;
    const program = `const { openLevelStore } = await import(${JSON.stringify(open)});
      await openLevelStore({ dir: ${JSON.stringify(dir)}, clock: { now: () => 1 } });
      process.abort();`;
    const run = promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
    await expect(run).rejects.toMatchObject({ signal: "SIGABRT" });
    expect((await openAndHear(dir, 1))[0]).toMatchObject({ inARow: 1, damages: [] });
  });
});
