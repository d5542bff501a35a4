import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VaultSearchService } from "../../gen/pincite/vault/v1/vault_search_service_pb.ts";
import { startTestServer, type TestServer } from "../e2e/support/server.ts";
import { newFolder } from "../support/new-folder.ts";
import { ownTransport } from "../support/own-transport.ts";
import { cli } from "./support/cli.ts";

let server: TestServer;
const folder = newFolder("vault-docs");
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

const today = (): string => new Date().toISOString().slice(0, 10);
let importedOn = "";

beforeAll(async () => {
  server = await startTestServer();
  mkdirSync(join(folder, "d"));
  writeFileSync(join(folder, "d", "a.eml"), mail);
  writeFileSync(join(folder, "d", "2025-11-01 verslag.txt"), "Verslag van het gesprek.");
  writeFileSync(join(folder, "d", "b.eml"), mail.replace("+0100\r\nSubject: Loon", "CET\r\nSubject: Zone"));
  importedOn = today();
  await cli(["vault", "import", join(folder, "d"), "--strand", "docs", "--url", server.url]);
});
afterAll(() => server.stop());

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

describe("pincite vault strands", () => {
  it("lists the parts of the Vault with their first day, or says that there is none", async () => {
    const { code, out } = await cli(["vault", "strands", "--url", server.url]);
    const [strand, day, ...more] = out.trim().split(/\s+/u);
    expect([code, strand, more]).toEqual([0, "docs", []]);
    // Midnight may come between the import and this line.
    expect([importedOn, today()]).toContain(day);
    const other = await startTestServer();
    const none = await cli(["vault", "strands", "--url", other.url]);
    await other.stop();
    expect(none.out).toContain("The Vault is empty");
  });
});

describe("pincite vault show", () => {
  // A mail in which a "geen" was struck through was printed as if it were said, and an answer between somebody's lines as if it were theirs.
  it("says what the source strikes through or hides, and whose words stand between those that are quoted", async () => {
    const html = [
      "<p>Er is <s>geen</s> overwerk betaald.</p><p style='color:#ffffff'>Behalve in mei.</p>",
      "<p>Zie mijn antwoorden hieronder in rood.</p><hr>",
      "<p>Van: Jan Bos<br>Verzonden: maandag 8 december 2025 09:00<br>Aan: Ank Baas<br>Onderwerp: Loon</p>",
      "<p>Komt het loon?</p><p style='color:red'>Ja, op vrijdag.</p>",
    ].join("");
    const head = "From: Ank Baas <ank@example.org>\r\nSubject: Antwoord\r\nContent-Type: text/html; charset=utf-8";
    writeFileSync(join(folder, "struck.eml"), `${head}\r\n\r\n${html}`);
    const struck = ["--strand", "struck", "--url", server.url];
    await cli(["vault", "import", join(folder, "struck.eml"), ...struck]);
    const id = /vault:\w+/u.exec((await cli(["vault", "list", ...struck])).out)?.[0] ?? "";
    const { out } = await cli(["vault", "show", id, ...struck]);
    expect(out).toContain(
      "Struck through in the source: “geen”.\nNobody who reads the source sees: “Behalve in mei.”.\n",
    );
    // What it answers is not in the Vault: which of the words below its head were typed between them cannot be told.
    expect(out).toContain("nobody knows whose words these are: “Komt het loon? Ja, op vrijdag.”\n");
    expect(out).toContain("quoted from Jan Bos, maandag 8 december 2025 09:00: “Van: Jan Bos ");
  });

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

  it("opens what a candidate's source_link names, in the part of the Vault that it says", async () => {
    const transport = ownTransport(server.url);
    const search = createClient(VaultSearchService, transport);
    const { result } = await search.search({ query: "loon", strandId: "docs" });
    transport.close();
    const link = result?.candidates[0]?.sourceLink ?? "";
    expect(link).toMatch(/^\/vault#strand=docs&doc=[0-9a-f]{64}/);
    for (const given of [link, `${server.url}${link}`]) {
      const { code, out } = await cli(["vault", "show", given, "--url", server.url]);
      expect([code, out.split("\n").slice(0, 40).join("\n")]).toEqual([
        0,
        expect.stringContaining("Wij betalen het loon niet."),
      ]);
    }
    const output = join(folder, "by-link.eml");
    expect((await cli(["vault", "get", link, "-o", output, "--url", server.url])).code).toBe(0);
    expect(readFileSync(output, "utf8")).toContain("Wij betalen het loon niet.");
  });

  it("exits with 3 for what is not there", async () =>
    expect((await vault("show", "vault:000000000000")).code).toBe(3));
});

describe("pincite vault set", () => {
  const strand = ["--strand", "set"];
  const inSet = (...argv: string[]) => cli(["vault", ...argv, ...strand, "--url", server.url]);
  let id: string;
  beforeAll(async () => {
    await inSet("import", join(folder, "d", "a.eml"));
    id = /Loon\s+(vault:\w+)/.exec((await inSet("list")).out)?.[1] ?? "";
  });

  it("sets title, date and marks, says whose they are, and what the document itself says", async () => {
    const { code, out } = await inSet(
      "set",
      id,
      "--title",
      "Weigering",
      "--date",
      "2025-12-31",
      "--sensitive",
      "health",
    );
    expect(code).toBe(0);
    expect(out).toContain("title: Weigering\n");
    expect(out).toMatch(/title and date set by a person \(.+, \d{4}-\d\d-\d\d\)\n/);
    expect(out).toContain("the document itself says: Loon; Tue, 9 Dec 2025 10:14:05 +0100\n");
    expect(out).toContain("sensitive: health\n");
    expect(out).toContain("date: 2025-12-31 (2025-12-31T00:00:00.000Z), as a person said\n");
    expect((await inSet("list")).out).toMatch(
      /^2025-12-31 .*Weigering.* title and date set by a person; sensitive: health$/m,
    );
    expect((await inSet("search", "subject:weigering")).out).toContain("title and date set by a person");
    expect((await inSet("set", id, "--title", "Weigering")).out).toContain("It was so already.");
  });

  it("takes them back, and says what it does not take", async () => {
    await inSet("set", id, "--title", "Weigering", "--sensitive", "health");
    const { out } = await inSet("set", id, "--title", "", "--date", "", "--not-sensitive", "health");
    expect(out).toContain("title: Loon\n");
    expect(out).not.toMatch(/set by a person|sensitive/);
    expect(await inSet("set", id)).toMatchObject({ code: 2 });
    expect(await inSet("set", id, "--date", "morgen")).toMatchObject({ code: 2 });
    expect(await inSet("set", id, "--sensitive", "constructor")).toMatchObject({ code: 2 });
  });
});

describe("pincite vault reimport", () => {
  it("finds nothing to read again right after an import, and reads every document when asked to", async () => {
    expect((await vault("reimport")).out).toBe(
      "Nothing to read again: every text was made by the rules of this server.\n",
    );
    const { code, out } = await vault("reimport", "--all");
    expect(code).toBe(0);
    expect(out).toBe(
      "Read again: 4. New text 0, same words 0, as before 4, not read 0; new documents from attachments 0.\n",
    );
  });

  it("exits with 3 for a document that is not there", async () =>
    expect((await vault("reimport", "vault:000000000000")).code).toBe(3));
});

describe("pincite vault get", () => {
  it("writes a document as it came in, and takes the place of nothing", async () => {
    const id = /Loon\s+(vault:[0-9a-f]+)/u.exec((await vault("list")).out)?.[1] ?? "";
    const path = join(folder, "loon.eml");
    const { code, out } = await vault("get", id, "-o", path);
    expect(code).toBe(0);
    expect(out).toContain(`${Buffer.byteLength(mail)} bytes, SHA-256 `);
    expect(readFileSync(path, "utf8")).toBe(mail);
    expect((await vault("get", "vault:0000", "-o", path)).code).not.toBe(0);
  });
});
