import { execFile, execFileSync, spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { commitKey, listKey, locatorKey, packKey } from "../../src/store/level/keys.ts";
import { append, digestOf, text } from "../contract/store-samples.ts";
import { behindItsBack, crashCopy, flip, newFolder, openIn } from "../store/folders.ts";

const reader = fileURLToPath(new URL("./read_store.py", import.meta.url));
const worker = fileURLToPath(new URL("../simulation/store-worker.ts", import.meta.url));

const canRun = (() => {
  try {
    execFileSync("python3", ["-c", "import ctypes; ctypes.CDLL('libzstd.so.1')"], { stdio: "ignore" });
    return true;
  } catch {
    console.warn("test/formats: skipped, since there is no python3 with libzstd here");
    return false;
  }
})();

/** What the reader prints, and how it ended. */
const read = (dir: string): Promise<{ code: number; out: string }> =>
  new Promise((resolve) => {
    execFile("python3", [reader, dir], (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, out: stdout + stderr }),
    );
  });

/** A folder as a killed process leaves it, with all kinds of content; without bytes that are a file of their own, which take seconds to read. */
const filled = async (large = 5 * 1024 * 1024): Promise<string> => {
  const dir = newFolder();
  const store = await openIn(dir);
  for (const stream of ["run!1", "run2"]) {
    const expect = await append(store, "ann", stream, ["a", "b", "c"]);
    const events = ["d", "e"].map((body) => ({ type: "t", body: text(body.repeat(2_000)) }));
    const blobs = [text("small"), Buffer.alloc(9_000, "medium"), Buffer.alloc(large, "large")];
    await store.commit({ owner: "ann", stream, expect, events, blobs, scopes: [{ scope: `doc/${stream}`, blobs }] });
  }
  await store.pack("ann", "run2");
  const entries = ["a", "b", "c", "d"].map((key) => ({ list: "a list", key, value: text(key) }));
  await store.commit({ owner: "ann", entries, records: [{ space: "s", key: "k", value: text("v") }] });
  await store.commit({ owner: "ann", entries: [{ list: "a list", key: "b", value: undefined }] });
  await store.commit({ owner: "bob", idempotency: { key: "k", payloadDigest: "d", answer: text("answer") } });
  const copy = await crashCopy(dir);
  await store.close();
  return copy;
};

describe.skipIf(!canRun)("a reader of a stranger's, written from docs/formats alone", () => {
  it("finds all of a store whose process was killed, and no fault", async () => {
    expect(await read(await filled())).toEqual({
      code: 0,
      out: "records 8 events 10 artifacts 12 places 8 entries 3 derived 15\n",
    });
  });

  it("finds no fault where scopes were erased, and one where a key is back", async () => {
    const dir = await filled();
    const kept = await readFile(join(dir, "scope-keys", "keys"));
    const store = await openIn(dir);
    await store.commit({ owner: "ann", erase: [{ scope: "run!1" }, { scope: "doc/run2" }] });
    await store.close();
    expect(await read(dir)).toEqual({
      code: 0,
      out: "records 3 events 10 artifacts 12 places 8 entries 3 derived 14\n",
    });
    await writeFile(join(dir, "scope-keys", "keys"), kept);
    expect((await read(dir)).out).toContain("the key is not destroyed of ann!x!run%211");
  });

  it("reads a store that was killed while it was committed to, again and again", async () => {
    const dir = newFolder();
    for (const round of [0, 1, 2]) {
      await new Promise<void>((resolve) => {
        const child = spawn(process.execPath, [worker, dir, String(round)], { stdio: ["ignore", "pipe", "inherit"] });
        child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), 300));
        child.on("close", () => resolve());
      });
      const { code, out } = await read(dir);
      expect(out).toMatch(/^records [1-9]\d* events [1-9]\d* .*\n$/);
      expect(code).toBe(0);
    }
  });

  const damages: Record<string, Parameters<typeof behindItsBack>[1]> = {
    "a record": (db) => flip(db, commitKey("ann", "run!1", 2), 9),
    "a length inside what is encrypted": (db) => flip(db, commitKey("ann", "run!1", 2), 20),
    "the tag that a record begins with": (db) => flip(db, commitKey("ann", "run!1", 2), 0),
    "the length of a record's check": (db) => flip(db, commitKey("ann", "run!1", 2), -9),
    "a record that is gone": (db) => db.del(commitKey("ann", "run!1", 2)),
    "a number of a list": (db) => db.del(listKey("ann", "a list", 3)),
    "a pack": (db) => flip(db, commitKey("ann", "run2", 1), 40),
    "a pack that is gone": (db) => db.del(commitKey("ann", "run2", 1)),
    "a table of packs": (db) => db.del(packKey("ann", "run2")),
    "a locator": (db) => db.del(locatorKey("ann", digestOf("small"), "run2")),
  };
  for (const [what, damage] of Object.entries(damages))
    it(`names a damage of ${what}`, async () => {
      const dir = await filled(20_000);
      await behindItsBack(dir, damage);
      const { code, out } = await read(dir);
      expect(code).toBe(1);
      expect(out).toMatch(/^records .*\n.+\n/);
    });
});
