import { fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { CanonicalTextSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { sha256Hex } from "../../../src/sha256.ts";
import { streamOf } from "../../../src/vault/strand/chain.ts";
import { file, importAll, mail, openTestVault, told, utf8 } from "../vault-fixture.ts";

const letter = mail({ From: "ank@example.org", Subject: "Loon" }, "U krijgt niets.");
const withAttachments = mail(
  { From: "ank@example.org", Subject: "Stukken", "Content-Type": "multipart/mixed; boundary=B" },
  [
    "--B\nContent-Type: text/plain\n\nzie bijlagen",
    "--B\nContent-Type: text/plain\nContent-Disposition: attachment; filename=nota.txt\n\nde nota",
    "--B\nContent-Type: text/plain\nContent-Disposition: attachment; filename=nota.txt\n\nde tweede nota",
    "--B\nContent-Type: image/png\nContent-Disposition: attachment; filename=foto.png\n\nxx",
    "--B\nContent-Type: message/rfc822\n\nFrom: eva@example.org\nSubject: oud\n\nhet oude bericht",
    "--B--\n",
  ].join("\n"),
);

describe("an import", () => {
  it("stores original and canonical text under their digests, and one event for the batch", async () => {
    const { vault, store } = await openTestVault();
    const [row] = await importAll(vault, [file("a.eml", letter), file("b.txt", "tekst")]);
    expect(row?.docUid).toBe(sha256Hex(letter));
    expect(await store.getBlob("user-1", sha256Hex(letter))).toEqual(letter);
    const record = (await vault.strand("")).record(row?.docUid ?? "").detail;
    const canonical = fromBinary(
      CanonicalTextSchema,
      await store.getBlob("user-1", record?.canonicalText?.digest ?? ""),
    );
    expect(sha256Hex(utf8(canonical.text))).toBe(row?.sourceDigest);
    expect((await store.read("user-1", streamOf("default"))).map((event) => event.type)).toEqual(["DocumentsImported"]);
  });

  it("of the same files again writes nothing and names the same documents", async () => {
    const { vault, store } = await openTestVault();
    const files = [file("a.eml", letter), file("b.eml", withAttachments), file("leeg.txt", "")];
    const first = await importAll(vault, files);
    const before = await store.verify();
    const second = await importAll(vault, files);
    expect(await store.verify()).toEqual(before);
    expect(second.map((row) => row.docUid)).toEqual(first.map((row) => row.docUid));
    expect(second.map(told)).toEqual(first.map((row) => told(row).replace("IMPORTED", "DUPLICATE")));
  });

  it("makes readable attachments documents of their own and lists the others with the reason", async () => {
    const { vault, docs } = await openTestVault();
    const rows = await importAll(vault, [file("s.eml", withAttachments)]);
    expect(rows.map(told)).toEqual([
      "IMPORTED s.eml",
      "IMPORTED s.eml!/nota.txt",
      "IMPORTED s.eml!/2/nota.txt",
      "KEPT s.eml!/foto.png",
      "IMPORTED s.eml!/part-4.eml",
    ]);
    const { doc } = await docs.getDoc({ docUid: rows[0]?.docUid ?? "" });
    expect(doc?.attachments.map(({ name, docUid, reason }) => [name, docUid !== "", reason !== ""])).toEqual([
      ["nota.txt", true, false],
      ["nota.txt", true, false],
      ["foto.png", false, true],
      ["part-4.eml", true, false],
    ]);
    const child = await docs.getDoc({ docUid: rows[4]?.docUid ?? "" });
    expect(child.doc?.parentDocUids).toEqual([rows[0]?.docUid]);
    expect(child.doc?.summary?.docType).toBe("email");
  });

  it("of a changed file under the same path supersedes the earlier document, which still resolves and is no longer found", async () => {
    const { vault, docs, search } = await openTestVault();
    const [old] = await importAll(vault, [file("n.txt", "oude toezegging")]);
    const [fresh] = await importAll(vault, [file("n.txt", "nieuwe toezegging")]);
    expect(fresh).toMatchObject({ supersedesDocUid: old?.docUid });
    expect(told(fresh as NonNullable<typeof fresh>)).toBe("SUPERSEDES n.txt");
    const { result } = await search.search({ query: "toezegging" });
    expect(result?.candidates.map((candidate) => candidate.evidenceId)).toEqual([`vault:${fresh?.docUid}`]);
    const { doc } = await docs.getDoc({ docUid: old?.docUid ?? "" });
    expect(doc?.summary?.supersededByDocUid).toBe(fresh?.docUid);
    expect((await docs.listDocs({})).docs).toHaveLength(1);
    expect((await docs.listDocs({ includeSuperseded: true })).docs).toHaveLength(2);
  });

  it("supersedes within one call as between two", async () => {
    const { vault } = await openTestVault();
    const rows = await importAll(vault, [file("n.txt", "een"), file("n.txt", "twee"), file("n.txt", "een")]);
    expect(rows.map(told)).toEqual(["IMPORTED n.txt", "SUPERSEDES n.txt", "DUPLICATE n.txt"]);
    expect(rows[2]?.reason).toContain("a newer document");
  });

  it("run dry reports what would happen and writes nothing", async () => {
    const { vault, store } = await openTestVault();
    const files = [file("n.txt", "een"), file("n.txt", "twee"), file("s.eml", withAttachments), file("x.pdf", "%PDF")];
    const dry = await importAll(vault, files, { dryRun: true });
    expect(await store.verify()).toMatchObject({ events: 0, blobs: 0, records: 0 });
    expect((await importAll(vault, files)).map(told)).toEqual(dry.map(told));
  });

  const refused: [string, Uint8Array, RegExp][] = [
    ["leeg.eml", new Uint8Array(), /empty/],
    ["foto.eml", Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), /a picture that cannot be opened/],
    ["groot.txt", new Uint8Array(64 * 1024 * 1024 + 1).fill(0x61), /larger than 64 MiB/],
    ["stuk.pdf", utf8("%PDF-1.7"), /no PDF or a damaged one/],
    ["tabel.xlsx", utf8("PK"), /damaged or was not saved whole; open it in the program/],
  ];
  for (const [path, bytes, reason] of refused) {
    it(`refuses ${path} with a reason, writes nothing, and goes on`, async () => {
      const { vault, store } = await openTestVault();
      const [row, next] = await importAll(vault, [file(path, bytes), file("goed.txt", "goed")]);
      expect(told(row as NonNullable<typeof row>)).toBe(`REFUSED ${path}`);
      expect(row?.reason).toMatch(reason);
      expect(row?.reason).toMatch(/check|save|name|split|import/);
      expect(told(next as NonNullable<typeof next>)).toBe("IMPORTED goed.txt");
      expect((await store.verify()).blobs).toBe(2);
    });
  }

  it("of two callers at once leaves each document once", async () => {
    const { vault, store } = await openTestVault();
    const files = [file("a.eml", letter), file("b.txt", "tekst"), file("s.eml", withAttachments)];
    const [one, two] = await Promise.all([importAll(vault, files), importAll(vault, files)]);
    expect(one.map((row) => row.docUid)).toEqual(two.map((row) => row.docUid));
    expect((await store.read("user-1", streamOf("default"))).length).toBe(1);
  });
});
