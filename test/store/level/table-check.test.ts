import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { liveTables } from "../../../src/store/level/live-tables.ts";
import { checkTables, tableDamage } from "../../../src/store/level/table-check.ts";
import { crashCopy } from "../folders.ts";
import { tabled } from "./tables.ts";

let one: Awaited<ReturnType<typeof tabled>>;
let folder = "";
let path = "";
let table: Buffer;

beforeAll(async () => {
  one = await tabled();
  folder = join(one.dir, "db");
  path = join(folder, one.name);
  ({ table } = one);
});

describe("the check of LevelDB's tables", () => {
  it("finds nothing in what LevelDB wrote", async () => {
    expect(table.length).toBeGreaterThan(15_000);
    expect(await checkTables(folder)).toEqual([]);
  });

  it("finds a flipped bit in every byte that is not padding", () => {
    const unseen: number[] = [];
    for (let at = 0; at < table.length; at += 7) {
      const damaged = Buffer.from(table);
      damaged[at]! ^= 1 << (at & 7);
      if (tableDamage(damaged) === undefined) unseen.push(at);
    }
    // The footer's handles take fewer bytes than there is room for.
    expect(unseen.filter((at) => at < table.length - 48)).toEqual([]);
  });

  it("finds a table that was cut, emptied or has grown", () => {
    for (const length of [0, 10, 47, 48, 1_000, table.length - 1])
      expect(tableDamage(table.subarray(0, length)), `${length} bytes`).toBeDefined();
    expect(tableDamage(Buffer.concat([Buffer.of(0), table]))).toBeDefined();
  });

  it("names the table and the place", async () => {
    const damaged = Buffer.from(table);
    damaged[5_000]! ^= 4;
    await writeFile(path, damaged);
    const [sentence, ...others] = await checkTables(folder);
    expect(sentence).toMatch(/^the table \d+\.ldb is damaged in the block at byte \d+$/);
    expect(others).toEqual([]);
    await writeFile(path, table);
  });

  it("knows which tables are those of the database, and passes over one that is being written or was replaced", async () => {
    await writeFile(join(folder, "999999.ldb"), table.subarray(0, 3_000));
    expect(await liveTables(folder)).toEqual([one.name]);
    expect(await checkTables(folder)).toEqual([]);
    await rm(join(folder, "999999.ldb"));
  });

  it("looks at all tables where the manifest cannot be read", async () => {
    const copy = await crashCopy(one.dir);
    await rm(join(copy, "db", "CURRENT"));
    expect(await liveTables(join(copy, "db"))).toContain(one.name);
  });
});
