import { existsSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startPincite, storeFolders } from "../../src/main.ts";
import { runSalvage } from "../../src/salvage/main.ts";
import { newFolder } from "../support/new-folder.ts";
import { unpackStore } from "../support/stores/unpack.ts";
import { cli } from "./support/cli.ts";

const base = newFolder("salvaged");
const into = (name: string) => join(base, name);
const run = (...argv: string[]) => cli(argv, { storeFolders });

/** Runs one command line of `pincite-salvage`. */
const salvage = async (...argv: string[]) => {
  const [out, err]: string[][] = [[], []];
  const into = (lines: string[]) => ({ write: (text: string) => lines.push(text) });
  const code = await runSalvage(argv, { PINCITE_LANG: "en" }, { stdout: into(out!), stderr: into(err!) });
  return { code, out: out!.join(""), err: err!.join("") };
};

const data = unpackStore();

describe("pincite-salvage", () => {
  it("gives a whole folder back whole", async () => {
    const { code, out } = await salvage(into("whole"), "--data", data);
    expect(out.replaceAll(/\d+/g, "n")).toMatch(
      /^runs: n events, n artifacts, n records are held; n whole, n not\nvault/,
    );
    expect(out).not.toMatch(/^ /m);
    expect(out).toMatch(/^runs: .*; [1-9]\d* whole, 0 not/m);
    expect(code).toBe(0);
    expect((await run("store", "check", "--data", into("whole"))).code).toBe(0);
  });

  it("saves what it can where LevelDB opens nothing, names what is lost by its run, and says so in Dutch too", async () => {
    const database = join(data, "runs/db");
    const names = readdirSync(database);
    for (const name of names.filter((one) => /^(CURRENT|MANIFEST)/.test(one))) rmSync(join(database, name));
    const largest = names
      .filter((one) => /\.(ldb|log)$/.test(one))
      .toSorted((a, b) => readFileSync(join(database, b)).length - readFileSync(join(database, a)).length)[0]!;
    const { length } = readFileSync(join(database, largest));
    truncateSync(join(database, largest), Math.floor(length / 2));
    expect((await run("store", "check", "--data", data)).out).toContain("it cannot be opened");
    const { code, out, err } = await salvage(into("half"), "--data", data, "--lang", "nl");
    expect(code).toBe(6);
    expect(out).toContain("CURRENT is missing");
    expect(out).toMatch(/runs: [1-9]\d* gebeurtenissen/);
    expect(err).toContain("Wat de controles doorstaat");
    expect(readFileSync(join(into("half"), "salvaged"), "utf8")).toContain("CURRENT is missing");
    expect((await run("store", "check", "--data", into("half"))).code).toBe(0);
    const server = await startPincite({ dataDir: into("half"), port: 0, log: "silent" });
    await server.stop();
  });

  it("writes over nothing, and asks for a folder that has a store", async () => {
    expect((await salvage(data, "--data", data)).err).toContain("holds something");
    expect((await salvage(into("none"), "--data", "/nowhere")).err).toContain("There is no store");
    expect(existsSync(into("none"))).toBe(false);
  });
});
