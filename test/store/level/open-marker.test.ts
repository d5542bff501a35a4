import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { readOpenMarker } from "../../../src/store/level/open-marker.ts";
import { append, reasonOf } from "../../contract/store-samples.ts";
import { crashCopy, newFolder, openIn } from "../folders.ts";

/** Openings in a row that did not end with a close, as the folder tells. */
const endsOf = async (dir: string): Promise<number> => (await readOpenMarker(join(dir, "open"))).uncleanEnds;

/** A folder as a process leaves it that ends without a word. */
const crashed = async (of?: string): Promise<string> => {
  const dir = of ?? newFolder();
  const store = await openIn(dir);
  await append(store, "ann", "run", ["a", "b"]);
  const copy = await crashCopy(dir);
  await store.close();
  return copy;
};

describe("a store that was not closed in order", () => {
  it("tells it at the next opening, how often in a row, and no more after a clean close", async () => {
    const once = await crashed();
    expect(await endsOf(once)).toBe(1);
    const twice = await crashed(once);
    expect([await endsOf(once), await endsOf(twice)]).toEqual([0, 2]);
  });

  it("is one whose marker was cut by the end itself", async () => {
    const dir = await crashed();
    await writeFile(join(dir, "open"), "");
    expect(await endsOf(dir)).toBe(1);
  });

  it("is one whose write failed, closed or not", async () => {
    const dir = newFolder();
    const store = await openIn(dir, { faults: { batch: () => Promise.reject(new Error("EIO")) } });
    expect(await reasonOf(append(store, "ann", "run", ["a"]))).toBe("STORE_FAILED");
    await store.close();
    expect(await endsOf(dir)).toBe(1);
  });

  it("is not one that was refused at open, nor one that another process has open", async () => {
    const dir = newFolder();
    const store = await openIn(dir);
    expect(await reasonOf(openIn(dir))).toBe("STORE_UNAVAILABLE");
    await store.close();
    expect(await endsOf(dir)).toBe(0);
    await rm(join(dir, "checkpoints"));
    expect(await reasonOf(openIn(dir))).toBe("DATA_LOSS");
    expect(await endsOf(dir)).toBe(0);
  });

  it("is one whose process was ended by an abort, as LevelDB's assertions do", async () => {
    const dir = newFolder();
    const open = new URL("../../../src/store/level/open.ts", import.meta.url).href;
    const program = `const { openLevelStore } = await import(${JSON.stringify(open)});
      await openLevelStore({ dir: ${JSON.stringify(dir)}, clock: { now: () => 1 } });
      process.abort();`;
    const run = promisify(execFile)(process.execPath, ["--input-type=module", "-e", program]);
    await expect(run).rejects.toMatchObject({ signal: "SIGABRT" });
    expect(await endsOf(dir)).toBe(1);
  });
});
