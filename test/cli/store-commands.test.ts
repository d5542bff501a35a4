import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startPincite, storeFolders } from "../../src/main.ts";
import { goldenUser, unpackStore } from "../golden/stores/unpack.ts";
import { cli } from "./support/cli.ts";

const run = (...argv: string[]) => cli(argv, { storeFolders });

describe("pincite store check", () => {
  it("says of each store how much was read and that it is whole", async () => {
    const { code, out } = await run("store", "check", "--data", unpackStore("vault"));
    expect(out.split("\n").map((line) => line.replaceAll(/\d+/g, "n"))).toEqual([
      "runs: n events, n artifacts, n records: whole",
      "vault: n events, n artifacts, n records: whole",
      "law: n events, n artifacts, n records: whole",
      "",
    ]);
    expect(code).toBe(0);
  });

  it("names what was flipped, and ends as a fault", async () => {
    const data = unpackStore("vault");
    const blobs = join(data, "vault/blobs/dd56de4137951d9c92681b03416ec15f/4a");
    const file = join(blobs, "4a554c0a34b5b1607106c55f2f0b0ceaa5b73c90d0066674e4c9ad93b8eec693");
    const bytes = readFileSync(file);
    bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const { code, out, err } = await run("store", "check", "--data", data);
    expect(code).toBe(6);
    expect(out).toMatch(/vault: .*: 1 damaged\n {2}.*4a554c0a34b5/);
    expect(err).toContain("put a backup back");
  });

  it("asks for a folder that has a store, which no server has open", async () => {
    expect((await run("store", "check")).code).toBe(2);
    expect((await run("store", "check", "--data", "/nowhere")).err).toContain("There is no store in /nowhere");
    const data = unpackStore("cut-off");
    const server = await startPincite({ dataDir: data, port: 0, user: goldenUser, log: "silent" });
    for (const command of ["check", "rebuild", "pack", "accept"]) {
      const { code, err } = await run("store", command, "--data", data);
      expect(err).toContain("A server has");
      expect(code).toBe(4);
    }
    await server.stop();
  });
});

describe("pincite store rebuild", () => {
  it("builds the index of a store of 0.1.0 anew, and the same when it is repeated", async () => {
    const data = unpackStore("waiting");
    const first = /^runs: (\d+) records from (\d+) events; (\d+) that/.exec(
      (await run("store", "rebuild", "--data", data)).out,
    );
    const [, written, events, removed] = first?.map(Number) ?? [];
    // Its lineage took three spaces that are no more.
    expect(removed).toBeGreaterThan(2 * (written ?? 0));
    expect((await run("store", "rebuild", "--data", data)).out).toMatch(new RegExp(`from ${events} events; \\d+ that`));
    expect((await run("store", "check", "--data", data)).code).toBe(0);
  });
});

describe("pincite store pack", () => {
  it("packs the finalised runs of a store of 0.1.0, once, and leaves them whole", async () => {
    const data = unpackStore("demo");
    const [, runs, records] =
      /^(\d+) finalised runs packed: (\d+) records went/.exec((await run("store", "pack", "--data", data)).out) ?? [];
    expect(Number(runs)).toBeGreaterThan(0);
    expect(Number(records)).toBeGreaterThan(10 * Number(runs));
    expect((await run("store", "pack", "--data", data)).out).toBe(
      "0 finalised runs packed: 0 records went into others\n",
    );
    expect((await run("store", "check", "--data", data)).out).toMatch(/^runs: .*whole/);
    expect((await cli(["store", "pack", "--data", data], { storeFolders, env: { PINCITE_LANG: "nl" } })).out).toContain(
      "samengepakt",
    );
  });
});

describe("pincite store accept", () => {
  it("removes what 0.1.0 wrote once it was carried over, and says that there is nothing more", async () => {
    const data = unpackStore("waiting");
    expect((await run("store", "check", "--data", data)).code).toBe(0);
    expect(existsSync(join(data, "runs/db-before"))).toBe(true);
    const first = await run("store", "accept", "--data", data);
    expect(first.out).toContain("runs: what an earlier version wrote is gone");
    expect(existsSync(join(data, "runs/db-before"))).toBe(false);
    expect((await run("store", "accept", "--data", data)).out).toContain("nothing was kept");
    expect((await run("store", "check", "--data", data)).code).toBe(0);
  });

  it("carries a database of before over that was put back, although one is kept already", async () => {
    const [data, older] = [unpackStore("waiting"), unpackStore("waiting")];
    expect((await run("store", "check", "--data", data)).code).toBe(0);
    const runs = join(data, "runs");
    rmSync(join(runs, "db"), { recursive: true });
    cpSync(join(older, "runs/db"), join(runs, "db"), { recursive: true });
    cpSync(join(older, "runs/checkpoints"), join(runs, "checkpoints"));
    expect((await run("store", "check", "--data", data)).err).toContain("pincite store accept");
    expect((await run("store", "accept", "--data", data)).out).toContain("runs: what an earlier version wrote is gone");
    expect((await run("store", "check", "--data", data)).out).toMatch(/runs: .*whole/);
    for (const name of ["db-before", "db-older", "db-coming"]) expect(existsSync(join(runs, name)), name).toBe(false);
  });

  it("keeps it while what has taken its place is damaged", async () => {
    const data = unpackStore("vault");
    const blobs = join(data, "vault/blobs/dd56de4137951d9c92681b03416ec15f/4a");
    rmSync(blobs, { recursive: true });
    const { code, err } = await run("store", "accept", "--data", data);
    expect(code).toBe(6);
    expect(err).toContain("is kept");
    expect(existsSync(join(data, "vault/db-before"))).toBe(true);
  });
});
