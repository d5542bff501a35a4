import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { sha256Hex } from "../../../src/sha256.ts";
import { requireWholeTables } from "../../../src/store/level/whole-tables.ts";
import { openIn } from "../folders.ts";
import { recordCount, soundAgain, tabled, withHiddenRecord, withTable } from "./tables.ts";

// One flipped bit in a key of a table: LevelDB, which looks at no checksum, copied it at the opening into a table with a sound one, a
// listed artifact was answered with NOT_FOUND, and the reading of checksums behind the server said that nothing was damaged. Or it ended
// the process in the middle of that, twice, before anything was said.

let one: Awaited<ReturnType<typeof tabled>>;
let hidden: { dir: string; found: number };
beforeAll(async () => {
  one = await tabled();
  hidden = await withHiddenRecord(one, (damaged) => damaged);
});

const wholeIn = (dir: string) => ({ database: join(dir, "db"), known: join(dir, "whole-tables") });

describe("a table that is damaged", () => {
  it("refuses the folder at its first opening, before LevelDB copies what is damaged, and says what to do", async () => {
    const before = await readFile(join(hidden.dir, "db", one.name));
    for (const _ of ["once", "and again"])
      await expect(openIn(hidden.dir)).rejects.toMatchObject({
        reason: "DATA_LOSS",
        message: expect.stringMatching(/^the table \d+\.ldb is damaged in the block at byte \d+; .*pincite-salvage/),
      });
    expect(await readFile(join(hidden.dir, "db", one.name))).toEqual(before);
  });

  it("is found by a process of its own where the tables are large", async () => {
    await expect(requireWholeTables(wholeIn(hidden.dir), { ownBytesMax: 0 })).rejects.toMatchObject({
      reason: "DATA_LOSS",
    });
    await requireWholeTables(wholeIn(one.dir), { ownBytesMax: 0 });
  });

  it("is one that lies in the database: a table that was being written when the process was killed refuses nothing", async () => {
    const dir = await withTable(one.dir, "999998.ldb", one.table.subarray(0, 2_000));
    const store = await openIn(dir);
    expect((await store.verify()).damages).toEqual([]);
    await store.close();
  });

  it("is checked once for each content: what its digest says was checked is read and not compared again", async () => {
    const dir = await withTable(one.dir, one.name, one.table);
    await requireWholeTables(wholeIn(dir));
    expect(await readFile(join(dir, "whole-tables"), "utf8")).toBe(`${sha256Hex(one.table)}\n`);
    const damaged = await readFile(join(hidden.dir, "db", one.name));
    await writeFile(join(dir, "db", one.name), damaged);
    await expect(requireWholeTables(wholeIn(dir))).rejects.toMatchObject({ reason: "DATA_LOSS" });
    await writeFile(join(dir, "whole-tables"), `${sha256Hex(damaged)}\n`);
    await requireWholeTables(wholeIn(dir));
  });
});

describe("what LevelDB has copied with a sound checksum", () => {
  it("is told once of an open store whose reads all look whole, by counts and sums", async () => {
    const { dir, found } = await withHiddenRecord(one, soundAgain);
    const told: string[] = [];
    const read: number[] = [];
    const store = await openIn(dir, {
      onDamage: (sentence) => told.push(sentence),
      onScrubbed: (damages) => read.push(damages),
    });
    expect(await store.list("ann", "s")).toHaveLength(found);
    expect(found).toBeLessThan(recordCount);
    await vi.waitFor(() => expect(read).toHaveLength(1), { timeout: 60_000 });
    expect(told).toContain("sealsSum is not what the totals say: something is missing, or older than it was");
    expect(read).toEqual([told.length]);
    expect((await store.verify()).damages).toEqual(expect.arrayContaining(told));
    await store.close();
  });
});
