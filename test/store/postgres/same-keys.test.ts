import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../../src/config.ts";
import { openInstallation } from "../../../src/installation.ts";
import { keyFiles } from "../../../src/main/key-files.ts";
import { openStore } from "../../../src/main/stores.ts";
import { registerKeyIds } from "../../../src/store/postgres/key-ids.ts";
import { openPostgresStore } from "../../../src/store/postgres/open.ts";
import { silentLog } from "../../../src/wire/log.ts";
import { first } from "../../contract/store-samples.ts";
import { newFolder } from "../../support/new-folder.ts";
import { pgliteDatabase } from "../../support/pglite-database.ts";
import { type Cluster, postgresPrograms, startCluster } from "../../support/postgres-cluster.ts";

describe("the ids of keys that a store knows", () => {
  const engine = new PGlite();
  const database = pgliteDatabase(engine);
  const opened = (ids: Readonly<Record<string, string>>) =>
    openPostgresStore({ database, schema: "ids", clock: Date, keyIds: new Map(Object.entries(ids)) });
  afterAll(() => engine.close());

  it("are those of whoever opens it first; others are held to them, key by key", async () => {
    const store = await opened({ "token.key": "aa" });
    await store.commit(first("ann", "run"));
    await store.close();
    // A key that nobody named before is taken from the first one who has it.
    await (await opened({ "token.key": "aa", "checkpoint.pem": "bb" })).close();
    await expect(opened({ "token.key": "aa", "checkpoint.pem": "cc" })).rejects.toMatchObject({
      reason: "DATA_LOSS",
      facts: { file: "checkpoint.pem", own: "cc", theirs: "bb" },
    });
    const again = await opened({ "token.key": "aa" });
    expect((await again.verify()).damages).toEqual([]);
    await again.close();
  });

  it("are replaced by whoever has rotated them, and then the old ones are refused", async () => {
    await registerKeyIds(database, "ids", new Map([["token.key", "dd"]]));
    await expect(opened({ "token.key": "aa" })).rejects.toMatchObject({ facts: { theirs: "dd" } });
    await (await opened({ "token.key": "dd", "checkpoint.pem": "bb" })).close();
    await registerKeyIds(database, "never_laid_out", new Map([["token.key", "dd"]]));
  });

  it("have one winner where several open a new store at once", async () => {
    const open = async (id: string) => {
      const one = openPostgresStore({ database, schema: "race", clock: Date, keyIds: new Map([["token.key", id]]) });
      return one.then(
        (store) => store.close().then(() => id),
        (error) => error.facts.theirs as string,
      );
    };
    const winners = await Promise.all(["aa", "bb", "cc", "dd"].map(open));
    expect(new Set(winners).size).toBe(1);
  });
});

const has = postgresPrograms() !== undefined;
if (!has) console.warn("SKIPPED: servers whose keys differ, over PostgreSQL, which is not installed");

describe.skipIf(!has)("a server whose keys are not those of the others", () => {
  let cluster: Cluster;
  let folder: string;
  const env = { anchors: process.env.PINCITE_ANCHOR_DIR, store: process.env.PINCITE_STORE };
  const keysOf = (name: string): string => join(folder, name, "keys");
  const openAt = (name: string) => {
    const dataDir = join(folder, name);
    const config = readConfig({ dataDir, store: cluster.address() }, {});
    return openStore(config, openInstallation(dataDir), "runs", silentLog);
  };
  /** A folder with the keys of the first server, but for what these files hold. */
  const withoutKeys = (name: string, ...files: readonly string[]): void => {
    mkdirSync(join(folder, name));
    cpSync(keysOf("one"), keysOf(name), { recursive: true });
    for (const file of files) rmSync(join(keysOf(name), file), { recursive: true });
  };

  beforeAll(async () => {
    folder = newFolder("same-keys");
    process.env.PINCITE_ANCHOR_DIR = join(folder, "state");
    cluster = await startCluster();
    await (await openAt("one")).close();
  });
  afterAll(async () => {
    for (const [name, value] of [
      ["PINCITE_ANCHOR_DIR", env.anchors],
      ["PINCITE_STORE", env.store],
    ] as const)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    await cluster.remove();
  });

  it("opens with a copy of them", async () => {
    withoutKeys("same");
    await (await openAt("same")).close();
  });

  it.each([
    ["of checkpoints", "checkpoint.pem"],
    ["of page tokens", "token.key"],
    ["of what is in the database", "scope-wrap.keys"],
  ])("is told which ones differ, and what to do: those %s", async (_, file) => {
    withoutKeys(`other-${file}`, file);
    await expect(openAt(`other-${file}`)).rejects.toMatchObject({
      reason: "DATA_LOSS",
      message: expect.stringMatching(new RegExp(`${file}.*copy the folder keys.*pincite keys rotate`)),
      facts: { file },
    });
  });

  it("does not serve: its command says so, and ends", () => {
    withoutKeys("receipts", ...readdirSync(keysOf("one")).filter((file) => file.startsWith("receipt-")));
    const args = ["bin/pincite.js", "serve", "--port", "0", "--data", join(folder, "receipts")];
    const { status, stderr, stdout } = spawnSync(process.execPath, args, {
      env: { ...process.env, PINCITE_STORE: cluster.address() },
      encoding: "utf8",
      timeout: 60_000,
    });
    expect(status).toBeGreaterThan(0);
    expect(stdout + stderr).toMatch(/receipt-keys\.pb.*copy the folder keys/);
    expect(stdout).not.toContain("http://");
  });

  it("is one with the keys of before a rotation, until the new ones are copied", async () => {
    withoutKeys("late");
    process.env.PINCITE_STORE = cluster.address();
    await keyFiles.rotate(join(folder, "one"));
    // Broken off here, the database knows the receipts' old key still: nobody serves with a key that others do not know.
    await expect(openAt("one")).rejects.toMatchObject({ facts: { file: "receipt-keys.pb" } });
    await keyFiles.rewrap(join(folder, "one"));
    await (await openAt("one")).close();
    await expect(openAt("late")).rejects.toMatchObject({ reason: "DATA_LOSS" });
    cpSync(keysOf("one"), keysOf("late"), { recursive: true });
    await (await openAt("late")).close();
  });
});
