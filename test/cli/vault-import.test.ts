import { once } from "node:events";
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { csvLeftOut } from "../../src/cli/print/import-csv.ts";
import { vaultFilesAt } from "../../src/cli/vault-files.ts";
import { type Clients, startTestServer, type TestServer } from "../e2e/support/server.ts";
import { newFolder } from "../support/new-folder.ts";
import { ownToken } from "../support/own-transport.ts";
import { cli } from "./support/cli.ts";
import { breakingProxy } from "./support/proxy.ts";

const lockedFiles = join(import.meta.dirname, "../vault/locked/files");

let server: TestServer;
const folder = newFolder("vault-import");
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** A folder of its own with these files. */
const made = (name: string, files: Readonly<Record<string, string>>): string => {
  const path = join(folder, name);
  mkdirSync(path);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text);
  return path;
};

const letters = (count: number, size = 20): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `brief-${String(n).padStart(4, "0")}.txt`,
      `brief ${n} ${"woord ".repeat(size)}`,
    ]),
  );

const run = (path: string, strand: string, deps: Parameters<typeof cli>[1] = {}, url = server.url) =>
  cli(["vault", "import", path, "--strand", strand, "--url", url], {
    ...deps,
    env: { PINCITE_TOKEN: ownToken(), ...deps.env },
  });

const pathsIn = async ({ docs }: Pick<Clients, "docs">, strandId: string): Promise<string[]> => {
  const paths: string[] = [];
  for (let pageToken = ""; ; ) {
    const page = await docs.listDocs({ strandId, pageToken, pageSize: 200 });
    paths.push(...page.docs.map((doc) => doc.path));
    if (page.nextPageToken === "") return paths.sort();
    pageToken = page.nextPageToken;
  }
};

describe("pincite vault import", () => {
  it("asks for the password of what is locked, once more where it was wrong, and writes none down", async () => {
    const path = made("locked", { "a.txt": "een" });
    for (const name of ["standard.docx", "old.zip"]) copyFileSync(join(lockedFiles, name), join(path, name));
    const [answers, questions] = [["mis", "geheim", "geheim é"], [] as string[]];
    const ask = async (question: string) => {
      questions.push(question);
      return answers.shift();
    };
    const { code, out, err } = await run(path, "locked", { ask });
    expect(questions.map((question) => question.split(".")[0])).toEqual([
      "4 files are protected by a password (locked/old",
      "4 files are protected by a password (locked/old",
      "1 file is protected by a password (locked/standard",
    ]);
    expect(err).toContain("3 of 4 opened with it. The password is kept nowhere.");
    expect(out).toContain("5 imported");
    expect(out).toContain("0 refused");
    expect(code).toBe(0);
    expect(out + err).not.toContain("geheim");
    expect(await pathsIn(server, "locked")).toHaveLength(5);
  });

  it("takes passwords from a file where nobody can be asked, and else refuses what is locked", async () => {
    const path = made("locked-file", {});
    copyFileSync(join(lockedFiles, "standard.docx"), join(path, "brief.docx"));
    const refused = await run(path, "locked-file", { ask: async () => undefined });
    expect(refused.code).toBe(2);
    expect(refused.out).toContain("brief.docx: REFUSED (it is protected by a password");
    writeFileSync(join(folder, "woorden"), "mis\ngeheim é\n");
    const argv = ["vault", "import", path, "--strand", "locked-file", "--passwords", join(folder, "woorden")];
    const taken = await cli([...argv, "--url", server.url], { env: { PINCITE_TOKEN: ownToken() } });
    expect([taken.code, taken.out]).toEqual([0, expect.stringContaining("1 imported")]);
    // What a reader should know of a file is told of few files as of many.
    expect(taken.out).toContain("note on 1 document: This file came with a password and was opened with it.");
  });

  it("reports each item with what became of it, refusals last, and says in its exit code that there are some", async () => {
    const path = made("mix", { "a.txt": "een", "b.txt": "een", "foto.xyz": "?", "leeg.txt": "" });
    const first = await run(path, "mix");
    expect(first.code).toBe(2);
    const rows = first.out.trim().split("\n");
    expect(rows.map((row) => row.replace(/vault:\w+/, "vault:…"))).toEqual([
      "mix/a.txt: imported  vault:…",
      expect.stringMatching(/^mix\/b\.txt: known already \(.*another path.*\) {2}vault:…$/),
      expect.stringMatching(/^mix\/foto\.xyz: REFUSED \(.*save it as.*\)$/),
      "mix/leeg.txt: REFUSED (it is empty; check that it was saved whole)",
      "1 imported, 1 known already, 0 replaced, 2 refused",
    ]);
    expect(first.err).toMatch(/2 items were refused, everything else is imported/);
  });

  it("groups what was refused of many files by its reason, and writes every row as CSV", async () => {
    const broken = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`tabel-${n}.xlsx`, "x"]));
    const path = made("many", { ...letters(60), ...broken, "=cmd.txt": 'met "aanhaling", komma' });
    const { out, code } = await cli([
      "vault",
      "import",
      path,
      "--strand",
      "many",
      "--url",
      server.url,
      "--report",
      join(folder, "r.csv"),
    ]);
    expect(code).toBe(2);
    expect(out.trim().split("\n")).toEqual([
      expect.stringMatching(/^5 REFUSED: it is damaged or was not saved whole; open it in the program/),
      "  many/tabel-0.xlsx",
      "  many/tabel-1.xlsx",
      "  many/tabel-2.xlsx",
      "  and 2 more",
      "61 imported, 0 known already, 0 replaced, 5 refused",
    ]);
    const csv = readFileSync(join(folder, "r.csv"), "utf8");
    expect(csv.startsWith('\ufeff"path","outcome"')).toBe(true);
    expect(csv.trimEnd().split("\r\n")).toHaveLength(67);
    expect(csv).toMatch(/\r\n"many\/tabel-4.xlsx","REFUSED","it is damaged or was not saved whole; open it/);
  });

  it("writes no cell that a spreadsheet would run", () =>
    expect(csvLeftOut({ name: '=HYPERLINK("x")', reason: "r" })).toContain('"\'=HYPERLINK(""x"")","REFUSED"'));

  it("names the document that another replaces", async () => {
    const path = made("twice", { "a.txt": "eerst" });
    const first = await run(path, "twice");
    const [before] = /vault:\w+/.exec(first.out) ?? [];
    writeFileSync(join(path, "a.txt"), "dan");
    const second = await run(path, "twice");
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(second.out).toContain(`replaces an earlier one (instead of ${before})`);
    expect(second.out).toContain("0 imported, 0 known already, 1 replaced, 0 refused");
  });

  it("sends nothing that is there already, and says so", async () => {
    const path = made("again", letters(30));
    expect((await run(path, "again")).out).toContain("30 imported, 0 known already");
    const watched = await breakingProxy(server.url);
    const second = await run(path, "again", {}, watched.url);
    expect(second.out).toContain("0 imported, 30 known already");
    expect(second.code).toBe(0);
    await watched.close();
  });

  it("refuses what leads out of the folder or is no file, with its reason", async () => {
    const outside = made("outside", { "geheim.txt": "niet voor u" });
    const path = made("links", { "a.txt": "een" });
    symlinkSync(join(outside, "geheim.txt"), join(path, "uit.txt"));
    symlinkSync(join(path, "a.txt"), join(path, "binnen.txt"));
    symlinkSync(join(path, "weg.txt"), join(path, "stuk.txt"));
    symlinkSync(path, join(path, "rond"));
    const socket = createServer().listen(join(path, "s.sock"));
    await once(socket, "listening");
    const { files, leftOut } = vaultFilesAt([path]);
    expect(files.map(({ name }) => name)).toEqual(["links/a.txt", "links/binnen.txt"]);
    expect(leftOut.map(({ name, reason }) => [name, reason.split(/[;,]/)[0]])).toEqual([
      ["links/rond", "it is a link out of the folder"],
      ["links/s.sock", "it is a socket or pipe"],
      ["links/stuk.txt", "it is a link to a file that is not there"],
      ["links/uit.txt", "it is a link out of the folder"],
    ]);
    const { code, out } = await run(path, "links");
    expect(code).toBe(2);
    expect(out).toMatch(/links\/uit\.txt: REFUSED \(it is a link out of the folder/);
    expect(out).toContain("1 imported, 1 known already, 0 replaced, 4 refused");
    socket.close();
    expect(vaultFilesAt(["/dev/null"]).leftOut[0]?.reason).toMatch(/it is a device/);
  });

  it.skipIf(process.getuid?.() === 0)("refuses a file that may not be read, and imports the others", async () => {
    const path = made("closed", { "a.txt": "een", "b.txt": "twee" });
    (await import("node:fs")).chmodSync(join(path, "a.txt"), 0);
    const { code, out } = await run(path, "closed");
    expect(code).toBe(2);
    expect(out).toMatch(/closed\/a\.txt: REFUSED \(it cannot be read; check its permissions\)/);
    expect(out).toContain("1 imported, 0 known already, 0 replaced, 1 refused");
  });

  it("refuses two files that would replace each other before it sends anything", async () => {
    const [one, two] = [made("een", {}), made("twee", {})];
    for (const each of [one, two]) {
      mkdirSync(join(each, "post"));
      writeFileSync(join(each, "post", "a.txt"), each);
    }
    const paths = [join(one, "post"), join(two, "post")];
    const { code, err } = await cli(["vault", "import", ...paths, "--url", server.url]);
    expect(code).toBe(2);
    expect(err).toMatch(/would both be imported as post\/a\.txt; import the folder that holds both/);
  });

  it("goes on by itself when the connection breaks, and loses and repeats nothing", async () => {
    const path = made("cut", letters(400, 300));
    const broken = await breakingProxy(server.url, 150_000);
    const { code, out, err } = await run(path, "cut", {}, broken.url);
    expect(err).toMatch(/the connection broke after \d+ of 400 files; trying again/);
    expect(code).toBe(0);
    expect(broken.cuts()).toBe(1);
    const [, imported = "", known = ""] = /(\d+) imported, (\d+) known already, 0 replaced, 0 refused/.exec(out) ?? [];
    expect(Number(imported) + Number(known)).toBe(400);
    expect(await pathsIn(server, "cut")).toEqual(Object.keys(letters(400)).map((name) => `cut/${name}`));
    await broken.close();
  });

  it("stops in good order when it is told to, and another run sends only the rest", async () => {
    const path = made("stop", letters(600, 300));
    const stop = new AbortController();
    const seen: string[] = [];
    const stderr = {
      write: (text: string | Uint8Array) => {
        seen.push(String(text));
        if (/^import: /.test(String(text))) stop.abort();
      },
    };
    const first = await run(path, "stop", { stop: stop.signal, stderr });
    expect(first.code).toBe(130);
    expect(seen.join("")).toMatch(
      /stopped after \d+ of 600 files; run the same command again, and only the rest is sent/,
    );
    const there = (await pathsIn(server, "stop")).length;
    expect(there).toBeGreaterThan(0);
    expect(there).toBeLessThan(600);
    const second = await run(path, "stop");
    expect(second.code).toBe(0);
    expect(second.out).toContain(`${600 - there} imported, ${there} known already, 0 replaced, 0 refused`);
  });

  it("draws a bar where a person looks on, and clears it before the report", async () => {
    const path = made("bar", letters(120));
    const drawn: string[] = [];
    const stderr = { isTTY: true, write: (text: string | Uint8Array) => drawn.push(String(text)) };
    expect((await run(path, "bar", { stderr })).code).toBe(0);
    expect(drawn[0]).toMatch(/\[[#.]{24}\] \d+\/120 files {2}[\d.]+\/[\d.]+ MB {2}\d+ documents\/s$/);
    expect(drawn.at(-1)).toBe("\r\u001b[K");
  });

  it("says at once that there is no server, without trying again", async () => {
    const path = made("none", { "a.txt": "een" });
    const { code, err } = await run(path, "none", {}, "http://127.0.0.1:1");
    expect(code).toBe(5);
    expect(err).toMatch(/no server answers at 127\.0\.0\.1:\d+/);
    expect(err).not.toMatch(/trying again/);
  });
});

it("names files of a folder from the folder on", () => {
  const path = made("names", { "b.txt": "b", ".hidden": "x" });
  mkdirSync(join(path, "2025"));
  writeFileSync(join(path, "2025", "a.txt"), "a");
  expect(vaultFilesAt([path]).files.map(({ name }) => name)).toEqual([
    `${basename(path)}/2025/a.txt`,
    `${basename(path)}/b.txt`,
  ]);
});

// Mail servers keep the subfolders of a mailbox so; they were passed over without a word.
it("goes into folders of a Maildir, whose names begin with a full stop", () => {
  const path = made("maildir", { ".hidden": "x" });
  for (const inside of ["cur", "new", ".Sent", ".Sent/cur", ".Sent/new", ".cache"]) mkdirSync(join(path, inside));
  writeFileSync(join(path, "cur", "1.M1P1.host:2,S"), "a");
  writeFileSync(join(path, ".Sent", "cur", "2.M1P1.host:2,S"), "b");
  writeFileSync(join(path, ".cache", "x.txt"), "c");
  const { files, leftOut } = vaultFilesAt([path]);
  expect(files.map(({ name }) => name)).toEqual([
    `${basename(path)}/.Sent/cur/2.M1P1.host:2,S`,
    `${basename(path)}/cur/1.M1P1.host:2,S`,
  ]);
  expect(leftOut).toEqual([
    { name: `${basename(path)}/.cache`, reason: expect.stringMatching(/hidden folder.*by its own path/) },
  ]);
});
