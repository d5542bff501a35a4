import { gzipSync } from "node:zlib";
import { packTar } from "modern-tar";
import { describe, expect, it } from "vitest";
import type { ImportedItem } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { makeZip } from "../support/zip-maker.ts";
import { file, importAll, mail, openTestVault, readHere, utf8 } from "../vault-fixture.ts";

const letter = (n: number): Uint8Array =>
  mail({ From: `p${n}@werk.example`, Date: "Tue, 9 Dec 2025 10:14:00 +0100", Subject: `Brief ${n}` }, `Woorden ${n}.`);
const mailbox = (count: number): Buffer =>
  Buffer.concat(
    Array.from({ length: count }, (_, n) => [
      utf8("From p@werk.example Tue Dec  9 10:14:00 2025\n"),
      letter(n),
      utf8("\n\n"),
    ]).flat(),
  );

interface Given {
  readonly name: string;
  readonly bytes: Uint8Array;
}
const tar = (...files: readonly Given[]): Promise<Uint8Array> =>
  packTar(files.map(({ name, bytes }) => ({ header: { name, size: bytes.length }, data: new Uint8Array(bytes) })));

const told = (rows: readonly ImportedItem[]): string[] =>
  rows.map(({ path, docUid, reason }) => `${path}${docUid === "" ? "" : " +"}${reason === "" ? "" : `: ${reason}`}`);
const importOne = async (name: string, bytes: Uint8Array): Promise<ImportedItem[]> => {
  const { vault } = await openTestVault();
  return importAll(vault, [file(name, bytes)]);
};

describe("what gzip packed", () => {
  it("is read under its own name: a document, a mailbox, an archive", async () => {
    expect(told(await importOne("map/brief.eml.gz", gzipSync(letter(1))))).toEqual([
      "map/brief.eml.gz!/brief.eml +",
      "map/brief.eml.gz",
    ]);
    expect(told(await importOne("a.zip.gz", gzipSync(makeZip([{ name: "b.txt", bytes: utf8("Woorden.") }]))))).toEqual([
      "a.zip.gz!/a.zip!/b.txt +",
      "a.zip.gz!/a.zip",
      "a.zip.gz",
    ]);
    const rows = await importOne("Inbox.mbox.gz", gzipSync(mailbox(3)));
    expect(told(rows).map((row) => row.replace(/[0-9a-f]{40,}/, "…"))).toEqual([
      ...Array.from({ length: 3 }, () => expect.stringMatching(/^Inbox\.mbox\.gz!\/Inbox\.mbox!\/.* \+$/)),
      "Inbox.mbox.gz!/Inbox.mbox",
      "Inbox.mbox.gz",
    ]);
    expect(rows[3]?.containerDigest).toMatch(/^[0-9a-f]{64}$/);
  });

  it("is known by its bytes, whatever it is called", async () => {
    expect(told(await importOne("brief", gzipSync(letter(1))))).toEqual(["brief!/brief +", "brief"]);
  });

  it("is read inside a mail and inside an archive", async () => {
    const bytes = makeZip([{ name: "brief.eml.gz", bytes: gzipSync(letter(1)) }]);
    expect(told(await importOne("a.zip", bytes))).toEqual([
      "a.zip!/brief.eml.gz!/brief.eml +",
      "a.zip!/brief.eml.gz",
      "a.zip",
    ]);
  });

  it("is refused when it is cut short, damaged or a bomb, and says so", async () => {
    const whole = gzipSync(letter(1));
    for (const bytes of [whole.subarray(0, whole.length - 9), whole.subarray(0, 30)])
      expect(told(await importOne("brief.eml.gz", bytes))[0]).toMatch(/!\/brief\.eml: it is damaged and cannot be/);
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024));
    expect(told(await importOne("bom.txt.gz", bomb))[0]).toMatch(/far more than it should|larger than 64 MiB/);
    const inMail = makeZip([{ name: "bom.txt.gz", bytes: bomb }]);
    expect(told(await importOne("bom.zip", inMail)).join()).toMatch(/far more than it should|larger than 64 MiB/);
  });
});

describe("a tar archive", () => {
  const files: readonly Given[] = [
    { name: "./dossier/brief.eml", bytes: letter(1) },
    { name: "dossier/Inbox", bytes: mailbox(2) },
    { name: `dossier/${"lang/".repeat(40)}notitie.txt`, bytes: utf8("Er is geen akkoord gegeven.") },
    { name: "../weg.txt", bytes: utf8("weg") },
    { name: "dossier/brief.eml", bytes: letter(2) },
    { name: "leeg.txt", bytes: utf8("") },
  ];

  it.each([
    ["dossier.tar", false],
    ["dossier.tgz", true],
    ["dossier.tar.gz", true],
    ["dossier", true],
  ])("is read file by file, each under its path: %s", async (name, isPacked) => {
    const bytes = await tar(...files);
    const rows = told(await importOne(name, isPacked ? gzipSync(bytes) : bytes));
    expect(rows.map((row) => row.slice(name.length))).toEqual([
      "!/dossier/brief.eml +",
      expect.stringMatching(/^!\/dossier\/Inbox!\/.* \+$/),
      expect.stringMatching(/^!\/dossier\/Inbox!\/.* \+$/),
      "!/dossier/Inbox",
      `!/dossier/${"lang/".repeat(40)}notitie.txt +`,
      expect.stringMatching(/^!\/entry-4: its name leads out of the archive/),
      expect.stringMatching(/^!\/entry-5: another file in the archive has the same name/),
      expect.stringMatching(/^!\/leeg\.txt: it is empty/),
      "",
    ]);
  });

  it("inside another file gives the same", async () => {
    // A mailbox in it would be a third container, which is one too many.
    const plain = files.filter(({ name }) => !name.endsWith("Inbox"));
    const [outer, inner] = [await tar(...plain), gzipSync(await tar(...plain))];
    const alone = told(await importOne("a.tar", outer)).map((row) => row.replace("a.tar", ""));
    const within = await importOne("b.zip", makeZip([{ name: "c.tgz", bytes: inner }]));
    expect(told(within).flatMap((row) => (row === "b.zip" ? [] : [row.replace("b.zip!/c.tgz", "")]))).toEqual(alone);
  });

  it("has links refused, and what stands before a place where it is damaged is kept", async () => {
    const linked = await packTar([
      { header: { name: "brief.eml", size: letter(1).length }, data: new Uint8Array(letter(1)) },
      { header: { name: "link.eml", size: 0, type: "symlink", linkname: "/etc/passwd" } },
    ]);
    expect(told(await importOne("a.tar", linked))).toEqual([
      "a.tar!/brief.eml +",
      expect.stringMatching(/^a\.tar!\/entry-2: it is a link to another file/),
      "a.tar",
    ]);
    const cut = (await tar(...files)).subarray(0, 4_000);
    const rows = told(await importOne("a.tar", cut));
    expect(rows[0]).toBe("a.tar!/dossier/brief.eml +");
    expect(rows.at(-1)).toMatch(/^a\.tar: it is no archive, or one that is damaged or cut short/);
  });

  it("never ends the reading, however its bytes are cut or changed", async () => {
    const { vault } = await openTestVault();
    const whole = await tar(...files.slice(0, 3));
    for (const bytes of [whole, gzipSync(whole)]) {
      for (let at = 1; at < bytes.length; at += Math.ceil(bytes.length / 60)) {
        const flipped = new Uint8Array(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ 0x41;
        const rows = await importAll(vault, [file("a", flipped), file("b", bytes.slice(0, at))], { dryRun: true });
        expect(rows.every(({ docUid, reason, path }) => docUid !== "" || reason !== "" || path.length > 0)).toBe(true);
        for (const bytes of [flipped]) await readHere({ path: "a.tgz", mediaType: "", bytes });
      }
    }
  });
});
