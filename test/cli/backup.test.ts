import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { describe, expect, it, vi } from "vitest";
import { BackupManifestSchema } from "../../gen/pincite/backup/v1/backup_manifest_pb.ts";
import type { RunningPincite } from "../../src/cli/types.ts";
import { restoreBackup, startPincite, storeFolders } from "../../src/main.ts";
import { newFolder } from "../support/new-folder.ts";
import { unpackStore } from "../support/stores/unpack.ts";
import { cli } from "./support/cli.ts";
import { largeMail } from "./support/large-mail.ts";

const scratch = newFolder("backup");

const run = (...argv: string[]) => cli(argv, { storeFolders, restoreBackup });
const serve = (dataDir: string): Promise<RunningPincite> => startPincite({ dataDir, port: 0, log: "silent" });
const filesIn = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

/** What a person sees of a server: its runs and its documents. */
const seenAt = async (url: string) => {
  const answers = [];
  for (const argv of [
    ["run", "list"],
    ["run", "show", "latest"],
    ["vault", "list"],
    ["law", "list"],
  ])
    answers.push((await run(...argv, "--url", url)).out);
  return answers;
};

describe("a backup of a server", () => {
  const data = unpackStore();
  const backup = join(scratch, "backup");
  const restored = join(scratch, "restored");

  it("is taken while it runs, gone on with after a stop, and comes back as a folder that answers alike", async () => {
    const server = await serve(data);
    // An artifact that is a file of its own.
    const large = join(scratch, "large.eml");
    writeFileSync(large, largeMail);
    expect((await run("vault", "import", large, "--strand", "bron", "--url", server.url)).out).toContain("1 imported");
    const first = await run("backup", backup, "--url", server.url);
    expect(first).toMatchObject({ code: 0, err: expect.stringContaining("keys") });
    expect(first.out).toMatch(/stores runs, vault, law are backed up, with [1-9]\d* artifacts/);
    for (const path of filesIn(backup)) expect(statSync(path).mode & 0o077).toBe(0);

    // As a backup that was broken off: one artifact never came, one is damaged, and nothing says that it is whole.
    const artifacts = filesIn(join(backup, "artifacts"));
    rmSync(artifacts[0]!);
    writeFileSync(artifacts[1]!, "half");
    rmSync(join(backup, "backup.pb"));
    expect((await run("restore", backup, "--data", restored)).err).toContain("no whole backup");
    const again = await run("backup", backup, "--url", server.url);
    expect(Number(/^(\d+) of them were new/m.exec(again.out)?.[1])).toBeLessThanOrEqual(2);

    const before = await seenAt(server.url);
    await server.stop();
    const back = await run("restore", backup, "--data", restored);
    expect(back.out).toMatch(/^runs: [1-9]\d* events, [1-9]\d* artifacts, \d+ records: whole$/m);
    expect(back.code).toBe(0);
    expect((await run("store", "check", "--data", restored)).code).toBe(0);
    const other = await serve(restored);
    expect(await seenAt(other.url)).toEqual(before);
    await other.stop();
  });

  it("is refused where it is damaged, or where the folder holds something", async () => {
    expect((await run("restore", backup, "--data", restored)).err).toContain("holds something");
    const damaged = filesIn(join(backup, "artifacts")).at(-1)!;
    const bytes = readFileSync(damaged);
    writeFileSync(damaged, Buffer.concat([bytes, Buffer.from([0])]));
    const { code, err } = await run("restore", backup, "--data", join(scratch, "other"));
    expect(err).toContain("The backup is not whole");
    expect(code).toBe(6);
    expect(existsSync(join(scratch, "other"))).toBe(false);
    writeFileSync(damaged, bytes);
    // A bit in an item was an error of whatever read it, before the digest of all of them was looked at.
    const [items] = filesIn(backup).filter((path) => /^items-/.test(basename(path)) && statSync(path).size > 1_000);
    const all = readFileSync(items!);
    for (const place of [0, 1, 2, 3]) {
      writeFileSync(items!, all.with(place, all[place]! ^ 4));
      const refused = await run("restore", backup, "--data", join(scratch, "other"));
      expect(refused).toMatchObject({ code: 6, err: expect.stringContaining("the items of a store are damaged") });
    }
    writeFileSync(items!, all);
    // Keys had come by then.
    expect(existsSync(join(scratch, "other.restoring"))).toBe(false);
    // One bit in the name of a key: it came back under that name, and the server that was restored made itself another.
    const manifest = join(backup, "backup.pb");
    const whole = readFileSync(manifest);
    const at = whole.indexOf("checkpoint.pem");
    writeFileSync(manifest, whole.with(at, whole[at]! ^ 1));
    expect((await run("restore", backup, "--data", join(scratch, "other"))).err).toContain("backup.pb is damaged");
    expect(existsSync(join(scratch, "other"))).toBe(false);
    writeFileSync(manifest, whole);
  });

  it("takes the place of the folder that went on after it, and this is noted", async () => {
    const server = await serve(restored);
    expect((await run("run", "new", "--profile", "email-reply", "--title", "later", "--url", server.url)).code).toBe(0);
    await server.stop();
    renameSync(restored, `${restored}-lost`);
    expect((await run("restore", backup, "--data", restored)).code).toBe(0);
    expect(readFileSync(join(restored, "anchors", "accepted"), "utf8")).toMatch(/ runs \d+ \d+\n/);
    const back = await serve(restored);
    expect((await run("run", "list", "--url", back.url)).out).not.toContain("later");
    await back.stop();
  });
});

describe("a backup", () => {
  it("forgets what was erased since the one before, and what was erased does not come back with an older one", async () => {
    const data = unpackStore();
    const [older, newer] = [join(scratch, "older"), join(scratch, "newer")];
    vi.stubEnv("PINCITE_ERASURE", "on");
    const server = await serve(data);
    const made = await run("run", "new", "--profile", "email-reply", "--title", "erased later", "--url", server.url);
    const runId = /run-[0-9A-Za-z]{26}/.exec(made.out + made.err)?.[0] ?? "";
    expect((await run("backup", older, "--url", server.url)).code).toBe(0);
    expect((await run("backup", newer, "--url", server.url)).code).toBe(0);
    const before = filesIn(join(newer, "artifacts")).length;
    const shown = await run("run", "erase", runId, "--reason", "asked-for", "--url", server.url);
    const digest = /[0-9a-f]{64}/.exec(shown.out + shown.err)?.[0] ?? "";
    const erased = await run(
      "run",
      "erase",
      runId,
      "--reason",
      "asked-for",
      "--yes",
      "--plan",
      digest,
      "--url",
      server.url,
    );
    expect(erased.err).toBe("");
    expect((await run("backup", newer, "--url", server.url)).code).toBe(0);
    expect(filesIn(join(newer, "artifacts")).length).toBeLessThan(before);
    await server.stop();

    rmSync(data, { recursive: true });
    expect((await run("restore", older, "--data", data)).code).toBe(0);
    // What was erased is erased again, whatever a server may erase otherwise.
    vi.unstubAllEnvs();
    const back = await serve(data);
    expect((await run("run", "show", runId, "--url", back.url)).err).toContain("was erased");
    await back.stop();
  });

  it("is encrypted to whom it names, grows by what is new, tells damage, and comes back with the private half alone", async () => {
    const server = await serve(unpackStore());
    const key = join(scratch, "key.txt");
    const recipient = (await run("backup-key", key)).out.trim();
    expect(recipient).toMatch(/^age1/);
    expect(statSync(key).mode & 0o077).toBe(0);
    expect((await run("backup-key", key)).code).not.toBe(0);
    const sealed = join(scratch, "sealed");
    expect((await run("backup", sealed, "--url", server.url)).err).toContain("not encrypted");
    const clear = filesIn(sealed).map((path) => basename(path));
    const toKey = ["--recipient", recipient, "--url", server.url];
    const first = await run("backup", sealed, ...toKey);
    expect(first).toMatchObject({ code: 0, err: expect.stringContaining("is encrypted; one key can open it") });
    // Nothing of the one in clear is left, neither a name nor a byte.
    const files = filesIn(sealed);
    expect(files.map((path) => basename(path)).filter((name) => clear.includes(name))).toEqual([]);
    for (const path of files) expect(readFileSync(path, "latin1")).toMatch(/^age-encryption\.org\/v1\n/);
    expect(files.filter((path) => !path.endsWith(".age"))).toEqual([]);

    expect((await run("backup", sealed, ...toKey)).out).toMatch(/^0 of them were new/m);
    const damaged = filesIn(join(sealed, "artifacts"))[0]!;
    writeFileSync(damaged, readFileSync(damaged).subarray(1));
    const mended = await run("backup", sealed, ...toKey);
    expect(mended.out).toMatch(/^[01] of them were new/m);
    expect(existsSync(damaged)).toBe(false);
    expect((await run("backup", sealed, "--url", server.url)).err).toContain("name its key with --recipient");
    expect((await run("backup", sealed, "--recipient", "age1x", "--url", server.url)).err).toContain(
      "no key to encrypt",
    );
    const before = await seenAt(server.url);
    await server.stop();

    const target = join(scratch, "unsealed");
    const restore = (...more: string[]) => run("restore", sealed, "--data", target, ...more);
    expect((await restore()).err).toContain("--identity");
    const other = join(scratch, "other.txt");
    await run("backup-key", other);
    expect((await restore("--identity", other)).err).toContain("encrypted to another key");
    expect((await restore("--identity", damaged)).err).toContain("no file");
    writeFileSync(other, "nothing\n");
    expect((await restore("--identity", other)).err).toContain("no private key");
    expect(existsSync(target)).toBe(false);
    expect(await restore("--identity", key)).toMatchObject({ code: 0, err: "" });
    const back = await serve(target);
    expect(await seenAt(back.url)).toEqual(before);
    await back.stop();
  });

  it("names no file outside the folder, nor in a store", async () => {
    const server = await serve(unpackStore());
    const hostile = join(scratch, "hostile-file");
    expect((await run("backup", hostile, "--url", server.url)).code).toBe(0);
    await server.stop();
    const path = join(hostile, "backup.pb");
    const honest = readFileSync(path);
    for (const name of [
      "../outside",
      "keys/../../outside",
      "runs/db/CURRENT",
      "anchors/accepted",
      "keys/a/b",
      "keys/..",
    ]) {
      const manifest = fromBinary(BackupManifestSchema, honest);
      manifest.files[0]!.path = name;
      manifest.sha256 = new Uint8Array();
      writeFileSync(path, toBinary(BackupManifestSchema, manifest));
      const { code, err } = await run("restore", hostile, "--data", join(scratch, "inside"));
      expect({ code, err }).toMatchObject({ code: 6, err: expect.stringContaining(name) });
    }
    // What a digest names is a name within the folder.
    const manifest = fromBinary(BackupManifestSchema, honest);
    manifest.stores[0]!.itemsSha256 = "x/../../../outside";
    manifest.sha256 = new Uint8Array();
    writeFileSync(path, toBinary(BackupManifestSchema, manifest));
    const { err } = await run("restore", hostile, "--data", join(scratch, "inside"));
    expect(err).toContain("backup.pb is damaged");
  });

  it("names no store outside the folder", async () => {
    const server = await serve(unpackStore());
    const hostile = join(scratch, "hostile");
    expect((await run("backup", hostile, "--url", server.url)).code).toBe(0);
    await server.stop();
    const manifest = fromBinary(BackupManifestSchema, readFileSync(join(hostile, "backup.pb")));
    manifest.stores[0]!.store = "../outside";
    manifest.sha256 = new Uint8Array();
    writeFileSync(join(hostile, "backup.pb"), toBinary(BackupManifestSchema, manifest));
    const { code, err } = await run("restore", hostile, "--data", join(scratch, "inside"));
    expect({ code, err }).toMatchObject({ code: 6, err: expect.stringContaining("../outside") });
    expect(existsSync(join(scratch, "outside"))).toBe(false);
  });
});

describe("a server without a folder", () => {
  it("is backed up too, without keys", async () => {
    const server = await startPincite({ dataDir: undefined, port: 0, log: "silent" });
    await run("run", "new", "--profile", "email-reply", "--title", "in memory", "--url", server.url);
    const backup = join(scratch, "memory");
    expect((await run("backup", backup, "--url", server.url)).code).toBe(0);
    await server.stop();
    expect((await run("restore", backup, "--data", join(scratch, "from-memory"))).code).toBe(0);
  });
});
