import { describe, expect, it } from "vitest";
import { ImportedItem_Outcome as Outcome } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { file, importAll, openTestVault, readHere, utf8 } from "../vault-fixture.ts";

const letter =
  "From: Ank Baas <ank@example.org>\nTo: jan@example.org\nDate: Tue, 9 Dec 2025 10:14:00 +0100\nSubject: Loon\n\nHet loon volgt.\n";
const readOne = async (path: string, bytes: Uint8Array | string, mediaType = "") =>
  (await readHere({ path, mediaType, bytes: typeof bytes === "string" ? utf8(bytes) : bytes })).at(-1);

describe("a file that cannot be read", () => {
  // "a file of a kind that is not known (.jpg)", and in a mail "it has no words", was said of a photographed letter.
  const kinds: readonly (readonly [path: string, content: Uint8Array | string, RegExp])[] = [
    ["schema.gif", "x", /it is a picture of a kind whose words cannot be read here/],
    ["IMG_0001.HEIC", "x", /it is a picture in the form of an iPhone/],
    ["scan", Buffer.from("ffd8ffe000104a464946", "hex"), /it is a picture that cannot be opened/],
    ["voicemail.m4a", "x", /sound recording/],
    ["rooster.xls", Buffer.from("d0cf11e0a1b11ae1", "hex"), /spreadsheet/],
    ["brief.pages", "x", /Apple Pages/],
    ["afspraken.gdoc", "{}", /only points to a document at Google/],
    ["smime.p7m", "x", /it is encrypted/],
    ["encrypted.asc", "-----BEGIN PGP MESSAGE-----\n\nx\n", /it is encrypted/],
    ["Vergadering.vtt", "WEBVTT", /what a program heard in a recording/],
    ["afschrift.940", ":20:START", /bank statement for programs/],
    ["brief.url", "[InternetShortcut]", /only points to a page/],
    ["result.json", "{}", /export for programs/],
    ["foto.jpg", "\0\0\0\u001cftypavif", /it is a picture of a kind/],
    ["Inbox.msf", "x", /index that a mail program keeps/],
  ];
  it.each(kinds)("%s is told as what it is", async (path, content, told) => {
    expect((await readOne(path, content))?.refusal).toMatch(told);
  });

  it("is kept in its message where it has no words of its own, and is refused by itself", async () => {
    const mail = `${letter.replace("Subject", "Content-Type: multipart/mixed; boundary=b\nSubject").replace("Het loon volgt.", "--b\n\nZie foto.\n--b\nContent-Type: image/jpeg; name=brief.jpg\n\nx\n--b--")}`;
    const { vault } = await openTestVault();
    const rows = await importAll(vault, [file("a.eml", mail), file("brief.jpg", "y")]);
    expect(rows.map(({ path, outcome }) => [path, outcome])).toEqual([
      ["a.eml", Outcome.IMPORTED],
      ["a.eml!/brief.jpg", Outcome.KEPT],
      ["brief.jpg", Outcome.REFUSED],
    ]);
    expect(rows[1]?.reason).toMatch(/it is a picture/);
  });
});

describe("a mail that is encrypted", () => {
  const forms: readonly (readonly [string, string])[] = [
    [
      "PGP/MIME",
      'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b\n\n--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream; name=encrypted.asc\n\n-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n--b--\n',
    ],
    [
      "S/MIME",
      "Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\nContent-Transfer-Encoding: base64\n\nMIAGCSqGSIb3DQEHA6CAMIA=\n",
    ],
    ["PGP in the text", "\n-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n"],
  ];
  it.each(forms)("says so: %s", async (_, body) => {
    const head = "From: Ank Baas <ank@example.org>\nSubject: Loon\n";
    const made = await readOne("a.eml", head + body);
    expect(made?.made?.record.detail?.notes.join(" ")).toMatch(/This message is encrypted/);
  });

  it("is not one that is merely signed", async () => {
    expect((await readOne("a.eml", letter))?.made?.record.detail?.notes).toEqual([]);
  });
});

describe("a file whose name says nothing", () => {
  const mails: readonly (readonly [string, string])[] = [
    ["Maildir/cur/1765271640.M1P7.host:2,S", letter],
    ["1", letter.replaceAll("\n", "\r\n")],
    ["12345.emlx", `${letter.length}\n${letter}<?xml version="1.0"?>\n<plist><dict/></plist>\n`],
    ["bericht", `Received: from x\n${letter}`],
  ];
  it.each(mails)("is read as the mail that it is: %s", async (path, content) => {
    const made = (await readOne(path, content))?.made;
    expect(made?.record.detail?.summary?.title).toBe("Loon");
    expect(made?.text).toMatch(/Het loon volgt\.$/);
  });

  const others: readonly (readonly [string, string, RegExp])[] = [
    ["brief", "{\\rtf1\\ansi Het loon volgt.}", /Het loon volgt\./],
    [
      "agenda",
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20251209T101400Z\r\nSUMMARY:Gesprek\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
      /Gesprek/,
    ],
  ];
  it.each(others)("is read by its first bytes: %s", async (path, content, words) => {
    expect((await readOne(path, content))?.made?.text).toMatch(words);
  });

  it("is refused by what it is, not by its name", async () => {
    expect((await readOne("brief", "%PDF-1.4\n"))?.refusal).not.toMatch(/kind that is not known/);
    expect((await readOne("brief", Buffer.from("d0cf11e0a1b11ae1", "hex")))?.refusal).not.toMatch(
      /kind that is not known/,
    );
    expect((await readOne("notities", "Van alles en nog wat.\n"))?.refusal).toMatch(/kind that is not known/);
  });
});
