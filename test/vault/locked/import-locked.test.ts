import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ImportedItem_Outcome as Outcome } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { unlockedNote } from "../../../src/vault/locked/passwords.ts";
import { newFolder } from "../../support/new-folder.ts";
import { openTestVault, told } from "../vault-fixture.ts";

const bytesOf = (name: string): Buffer => readFileSync(join(import.meta.dirname, "files", name));
const attached = (name: string): string =>
  `--deel\nContent-Type: application/octet-stream\nContent-Transfer-Encoding: base64\nContent-Disposition: attachment; filename=${name}\n\n` +
  `${bytesOf(name).toString("base64").replace(/.{76}/g, "$&\n")}\n`;
const mail = Buffer.from(
  `From: A <a@zonnewijzer.example>\nTo: B <b@zonnewijzer.example>\nSubject: Stukken\nDate: Mon, 1 Sep 2025 10:00:00 +0000\nMessage-ID: <s@zonnewijzer.example>\n` +
    `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=deel\n\n--deel\nContent-Type: text/plain\n\nHet wachtwoord volgt.\n` +
    `${attached("standard.docx")}${attached("old.zip")}--deel--\n`,
);

describe("importing what is locked", () => {
  let indexDir: string;
  beforeEach(() => {
    indexDir = newFolder("locked");
  });

  const opened = async () => {
    const { imports, docs } = await openTestVault({ indexDir });
    const take = async (path: string, content: Uint8Array, passwords: string[] = []) =>
      (await imports.importFile({ path, content, passwords })).items;
    return { imports, docs, take };
  };

  it("says which files a password would open, and takes the opened file once it has one", async () => {
    const { docs, take } = await opened();
    const bytes = bytesOf("standard.docx");
    expect(await take("brief.docx", bytes)).toMatchObject([{ outcome: Outcome.REFUSED, isLocked: true }]);
    expect(await take("brief.docx", bytes, ["mis"])).toMatchObject([{ outcome: Outcome.REFUSED, isLocked: true }]);
    const [row] = await take("brief.docx", bytes, ["mis", "geheim é"]);
    expect(row).toMatchObject({ outcome: Outcome.IMPORTED, isLocked: false, notes: [unlockedNote] });
    const { doc } = await docs.getDoc({ docUid: row?.docUid ?? "" });
    expect(doc).toMatchObject({ notes: [unlockedNote], summary: { docType: "docx" } });
    expect(await take("brief.docx", bytes, ["geheim é"])).toMatchObject([
      { outcome: Outcome.DUPLICATE, docUid: row?.docUid },
    ]);
    for await (const { content } of docs.readAgain({}))
      if (content.case === "item") expect(content.value.reason).toBe("");
    expect((await docs.getDoc({ docUid: row?.docUid ?? "" })).doc?.notes).toEqual([unlockedNote]);
  });

  it("reads locked attachments of a mail that it has already, and the mail knows them from then on", async () => {
    const { imports, docs, take } = await opened();
    const [first, ...parts] = await take("stukken.eml", mail);
    expect(first).toMatchObject({ outcome: Outcome.IMPORTED });
    expect(parts.filter(({ isLocked }) => isLocked).map(({ path }) => path)).toContain("stukken.eml!/standard.docx");
    const docUid = first?.docUid ?? "";
    // It is sent once more although it is known: a password may open more of it.
    expect((await imports.findKnown({ docUids: [docUid] })).docUids).toEqual([]);
    expect((await take("stukken.eml", mail)).filter(({ outcome }) => outcome === Outcome.IMPORTED)).toEqual([]);
    const rows = await take("stukken.eml", mail, ["geheim", "geheim é"]);
    expect(rows.map(told)).toEqual([
      "DUPLICATE stukken.eml",
      "IMPORTED stukken.eml!/standard.docx",
      "IMPORTED stukken.eml!/old.zip!/map/brief.txt",
      "IMPORTED stukken.eml!/old.zip!/map/brief.docx",
      "IMPORTED stukken.eml!/old.zip!/open.txt",
      "OPENED stukken.eml!/old.zip",
    ]);
    const { doc } = await docs.getDoc({ docUid });
    expect(doc?.attachments.map(({ docUid: inner }) => inner !== "")).toEqual([true, true, true, true, false]);
    expect((await docs.getDoc({ docUid: rows[1]?.docUid ?? "" })).doc?.parentDocUids).toEqual([docUid]);
    expect((await imports.findKnown({ docUids: [docUid] })).docUids).toEqual([docUid]);
  });

  it("keeps nothing of a password", async () => {
    const { take } = await opened();
    await take("brief.docx", bytesOf("standard.docx"), ["zeer-geheim-woord", "geheim é"]);
    await take("stukken.eml", mail, ["zeer-geheim-woord", "geheim é"]);
    for (const file of readdirSync(indexDir, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())) {
      const kept = readFileSync(join(file.parentPath, file.name));
      for (const word of ["zeer-geheim-woord", "geheim é"]) {
        expect(kept.includes(word)).toBe(false);
        expect(kept.includes(Buffer.from(word, "utf16le"))).toBe(false);
      }
    }
  });

  it("takes ten passwords and no more", async () => {
    const { take } = await opened();
    await expect(
      take(
        "a.txt",
        Buffer.from("a"),
        Array.from({ length: 11 }, (_, n) => `w${n}`),
      ),
    ).rejects.toThrow();
  });
});
