import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "../e2e/support/server.ts";
import { cli } from "./support/cli.ts";

let server: TestServer;
let folder: string;
const mail = [
  "Received: from a by b; Tue, 9 Dec 2025 10:15:00 +0100",
  "From: Ank Baas <ank@example.org>",
  "To: Jan Bos <jan@example.org>",
  "Date: Tue, 9 Dec 2025 10:14:05 +0100",
  "Subject: Loon",
  "Content-Type: multipart/mixed; boundary=B",
  "",
  "--B",
  "",
  "Wij betalen het loon niet.",
  "--B",
  "Content-Disposition: attachment; filename=nota.txt",
  "Content-Transfer-Encoding: base64",
  "",
  "ZGUgbm90YQ==",
  "--B--",
].join("\r\n");

beforeAll(async () => {
  server = await startTestServer();
  folder = mkdtempSync(join(tmpdir(), "pincite-vault-docs-"));
  mkdirSync(join(folder, "d"));
  writeFileSync(join(folder, "d", "a.eml"), mail);
  writeFileSync(join(folder, "d", "2025-11-01 verslag.txt"), "Verslag van het gesprek.");
  writeFileSync(join(folder, "d", "b.eml"), mail.replace("+0100\r\nSubject: Loon", "CET\r\nSubject: Zone"));
  await cli(["vault", "import", join(folder, "d"), "--strand", "docs", "--url", server.url]);
}, 30_000);
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const vault = (...argv: string[]) => cli(["vault", ...argv, "--strand", "docs", "--url", server.url]);

describe("pincite vault list", () => {
  it("lists documents, the newest first, with day, type, sender, title and id", async () => {
    const { code, out } = await vault("list");
    expect(code).toBe(0);
    expect(
      out
        .trim()
        .split("\n")
        .map((line) => line.replace(/ {2,}/g, " | ").replace(/vault:\w{12}/, "ID")),
    ).toEqual([
      "2025-12-09 | email | Ank Baas <ank@example.org> | Loon | ID",
      "2025-11-01 | text | 2025-11-01 verslag.txt | ID",
      expect.stringMatching(/^(?:zone unknown \| email|no date \| text)/),
      expect.stringMatching(/^(?:zone unknown \| email|no date \| text)/),
      "4 documents.",
    ]);
  });

  it("lists one type, and so many", async () => {
    expect((await vault("list", "--type", "email")).out).toContain("2 documents.");
    expect((await vault("list", "--limit", "1")).out).toContain("The first 1; --limit shows more.");
    expect((await vault("list", "--limit", "x")).code).toBe(2);
    const empty = await cli(["vault", "list", "--strand", "empty", "--url", server.url]);
    expect(empty.out).toContain("Nothing is in strand empty.");
  });
});

describe("pincite vault show", () => {
  it("shows headers, both dates, where the parts are, and the text", async () => {
    const id = /Loon\s+(vault:\w+)/.exec((await vault("list")).out)?.[1] ?? "";
    const { code, out } = await vault("show", id);
    expect(code).toBe(0);
    expect(out).toContain("title: Loon\n");
    expect(out).toContain("date: Tue, 9 Dec 2025 10:14:05 +0100 (2025-12-09T09:14:05.000Z)\n");
    expect(out).toContain("received: 2025-12-09T09:15:00.000Z\n");
    expect(out).toContain("from: Ank Baas <ank@example.org>\nwith: Jan Bos <jan@example.org>\n");
    const at = mail.indexOf("ZGUgbm90YQ==");
    expect(out).toMatch(
      new RegExp(`part: nota.txt {2}text/plain, 7 bytes, at byte ${at}, 12 bytes of base64 {2}vault:`),
    );
    expect(out).toMatch(/\n\nFrom: Ank Baas[\s\S]*\n\nWij betalen het loon niet\.\n$/);
    expect((await vault("show", id, "--no-text")).out).not.toContain("Wij betalen");
  });

  it("says that a zone is not known, and where a file's date comes from", async () => {
    const { out } = await vault("list");
    const [zone, file] = [/Zone\s+(vault:\w+)/.exec(out)?.[1] ?? "", /verslag\.txt\s+(vault:\w+)/.exec(out)?.[1] ?? ""];
    expect((await vault("show", zone)).out).toMatch(
      /date: Tue, 9 Dec 2025 10:14:05 CET\n[\s\S]*note: Its Date header is no instant/,
    );
    expect((await vault("show", file)).out).toContain(
      "date: 2025-11-01 (2025-11-01T00:00:00.000Z), by its file name\n",
    );
  });

  it("exits with 3 for what is not there", async () =>
    expect((await vault("show", "vault:000000000000")).code).toBe(3));
});
