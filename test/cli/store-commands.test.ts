import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { salvageFolder } from "../../src/main/salvage-folder.ts";
import { startPincite, storeFolders } from "../../src/main.ts";
import { sha256Hex } from "../../src/sha256.ts";
import { newFolder } from "../support/new-folder.ts";
import { unpackStore } from "../support/stores/unpack.ts";
import { cli } from "./support/cli.ts";
import { largeMail } from "./support/large-mail.ts";

const run = (...argv: string[]) => cli(argv, { storeFolders });

describe("pincite store check", () => {
  it("says of each store how much was read and that it is whole", async () => {
    const { code, out } = await run("store", "check", "--data", unpackStore());
    expect(out.split("\n").map((line) => line.replaceAll(/\d+/g, "n"))).toEqual([
      "runs: n events, n artifacts, n records: whole",
      "vault: n events, n artifacts, n records: whole",
      "law: n events, n artifacts, n records: whole",
      "",
    ]);
    expect(code).toBe(0);
  });

  it("names what was flipped, and ends as a fault", async () => {
    const data = unpackStore();
    const server = await startPincite({ dataDir: data, port: 0, log: "silent" });
    const large = join(data, "large.eml");
    writeFileSync(large, largeMail);
    expect((await run("vault", "import", large, "--strand", "bron", "--url", server.url)).out).toContain("1 imported");
    await server.stop();
    const digest = sha256Hex(readFileSync(large));
    const [path] = readdirSync(join(data, "vault/blobs"), { recursive: true }).filter((name) =>
      String(name).endsWith(digest),
    );
    const file = join(data, "vault/blobs", String(path));
    const bytes = readFileSync(file);
    bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
    writeFileSync(file, bytes);
    const { code, out, err } = await run("store", "check", "--data", data);
    expect(code).toBe(6);
    expect(out).toMatch(/vault: .*: 1 damaged\n/);
    expect(out).toContain(digest);
    expect(err).toContain("put a backup back");
  });

  it("asks for a folder that has a store, which no server has open", async () => {
    expect((await run("store", "check")).code).toBe(2);
    expect((await run("store", "check", "--data", "/nowhere")).err).toContain("There is no store in /nowhere");
    const data = unpackStore();
    const server = await startPincite({ dataDir: data, port: 0, log: "silent" });
    for (const command of ["check", "rebuild", "pack"]) {
      const { code, err } = await run("store", command, "--data", data);
      expect(err).toContain("A server has");
      expect(code).toBe(4);
    }
    await server.stop();
  });
});

describe("pincite store rebuild", () => {
  it("builds the index of a store anew, and the same when it is repeated", async () => {
    const data = unpackStore();
    const rebuilt = async () => (await run("store", "rebuild", "--data", data)).out;
    const first = await rebuilt();
    expect(first).toMatch(/^runs: [1-9]\d* records from [1-9]\d* events; [1-9]\d* that/);
    expect(await rebuilt()).toBe(first);
    expect((await run("store", "check", "--data", data)).code).toBe(0);
  });
});

describe("pincite store pack", () => {
  it("packs the finalised runs of a store that was put back, once, and leaves them whole", async () => {
    const data = join(newFolder("unpacked"), "data");
    await salvageFolder(unpackStore(), data);
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
