import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SpanFlag } from "../../../gen/pincite/span/v1/span_pb.ts";
import { doc } from "../../../src/vault/import/doc.ts";
import { CompoundFile } from "../../../src/vault/office/compound-file.ts";
import { dayOf } from "../../../src/vault/office/doc-text.ts";
import { draws } from "../../support/draws.ts";
import { brokenBytes, readBroken } from "../support/broken-bytes.ts";
import { file, importAll, openTestVault, readHere, utf8 } from "../vault-fixture.ts";

const made = new Uint8Array(readFileSync(new URL("./office-files/by-libreoffice.doc", import.meta.url)));
/** The file with another number at a place of its head (MS-DOC 2.5.1). */
const withHead = (at: number, value: number): Uint8Array => {
  const bytes = Uint8Array.from(made);
  const head = Buffer.from(bytes.buffer).indexOf(Buffer.from("eca5", "hex"), 512);
  new DataView(bytes.buffer).setUint16(head + at, value, true);
  return bytes;
};
const flagsAt = 10;
const read = (bytes: Uint8Array) => doc.extract(bytes, { path: "brief.doc" });

describe("an old Word document", () => {
  it("has its lines, rows, notes, remarks, headers and footers as its reader sees them", async () => {
    const { text } = await read(made);
    expect(text).toBe(
      "Het loon is € 2.500 – “bruto” Łódź 😀.\ngenummerd\nDe werkgever weigert loon. doorgehaald\nwij betalen niet door\nheel weg toch niet\neen twee\tna tab\nnieuwe regel\neen verwijzing\nmaand en jaar | uren\n | 40\nSlot.\n\nZie artikel 7:628 BW.\n\nZie ook 7:611.\n\nKlopt dit?\n\nNee.\n\nKantoor De Eik\n\nVertrouwelijk",
    );
  });

  it("marks insertions with who and when, and what is struck through by itself, by a style, or by what that is based on", async () => {
    const { text, marks = [], segments } = await read(made);
    expect(marks.map(({ start, end, label }) => [label, [...text].slice(start, end).join("")])).toEqual([
      ["inserted by Ank Baas on 2025-03-10", "weigert"],
      ["struck through", " doorgehaald"],
      ["struck through", "niet"],
      ["struck through", "heel weg "],
      ["footnote 1", "Zie artikel 7:628 BW."],
      ["footnote 2", "Zie ook 7:611."],
      ["comment by Jan Smit", "Klopt dit?"],
      ["comment by Ank Baas", "Nee."],
      ["page header", "Kantoor De Eik"],
      ["page footer", "Vertrouwelijk"],
    ]);
    expect(segments.map(({ speaker }) => speaker)).toEqual(["", "", "", "Jan Smit", "Ank Baas", "", ""]);
  });

  it("says what is not in its text: hidden and deleted words, numbers of paragraphs", async () => {
    const { notes } = await read(made);
    expect(notes).toEqual([
      expect.stringMatching(/hides from its reader/),
      expect.stringMatching(/tracked changes/),
      expect.stringMatching(/numbers are not in the text; save it as \.docx/),
    ]);
  });

  // The end of a column glued "webpage.url" to "Education".
  it("has a new line where a column ends", async () => {
    const bytes = Buffer.from(made);
    const place = bytes.indexOf(Buffer.from("\u000bnieuwe", "utf16le"));
    bytes.writeUInt16LE(0x0e, place);
    expect(place).toBeGreaterThan(0);
    expect((await read(new Uint8Array(bytes))).text).toBe((await read(made)).text);
  });

  it("reads the day of a packed time, and none where it has none", () => {
    // 10 March 2025, 09:00: MS-DOC 2.9.67.
    expect([dayOf(0 | (9 << 6) | (10 << 11) | (3 << 16) | (125 << 20)), dayOf(0)]).toEqual(["2025-03-10", ""]);
  });

  it("is refused with what to do where it is locked, older, damaged or none", async () => {
    const flags = new DataView(made.buffer, made.byteOffset);
    const head = Buffer.from(made).indexOf(Buffer.from("eca5", "hex"), 512);
    const refusals: readonly (readonly [Uint8Array, RegExp])[] = [
      [
        withHead(flagsAt, flags.getUint16(head + flagsAt, true) | 0x100),
        /password in a way that cannot be opened here; open it/,
      ],
      [withHead(2, 0x68), /no Word document of 1997 or later/],
      [withHead(0, 0), /no Word document of 1997 or later/],
      [made.slice(0, 600), /save it as \.docx/],
      [utf8("<html>brief</html>"), /no Word document that can be read/],
    ];
    for (const [bytes, told] of refusals) await expect(read(bytes)).rejects.toThrow(told);
  });

  it("is read or refused, whichever bytes are wrong", async () => {
    const { faults, read: count, refused } = await readBroken(doc, brokenBytes(made, draws(150)), "x.doc");
    expect(faults).toEqual([]);
    expect([count > 0, refused > 0]).toEqual([true, true]);
  });

  it("is one by its content, whatever it is called; a quote over struck words says so", async () => {
    const kinds = ["brief.docx", "brief.msg", "brief.xls", "brief"].map(async (path) => {
      const [one] = await readHere({ path, mediaType: "", bytes: made });
      return one?.made?.record.detail?.summary?.docType;
    });
    expect(await Promise.all(kinds)).toEqual(["doc", "doc", "doc", "doc"]);
    const { vault, spans } = await openTestVault();
    const [row] = await importAll(vault, [file("brief.doc", made)]);
    const locator = { docUid: row?.docUid ?? "", exactQuote: "wij betalen niet door" };
    const { results } = await spans.resolveSpans({ entries: [{ locator }] });
    expect(results[0]?.resolution?.spans[0]?.flags).toContain(SpanFlag.STRUCK);
  });

  const others: readonly (readonly [stream: string, RegExp])[] = [
    ["EncryptedPackage", /protected by a password; open it, save it without/],
    ["Workbook", /spreadsheet of an older/],
    ["Book", /spreadsheet of an older/],
    ["PowerPoint Document", /presentation of an older/],
  ];
  it.each(others)(
    "is not what lies in a compound file with a stream %s, which is told as what it is",
    async (name, told) => {
      const bytes = Buffer.from(made);
      const place = bytes.indexOf(Buffer.from("WordDocument", "utf16le"));
      bytes.fill(0, place, place + 64);
      bytes.write(name, place, "utf16le");
      bytes.writeUInt16LE(2 * name.length + 2, place + 64);
      for (const path of ["brief.docx", "brief.doc", "brief"]) {
        const [one] = await readHere({ path, mediaType: "application/octet-stream", bytes: new Uint8Array(bytes) });
        expect([path, one?.refusal]).toEqual([path, expect.stringMatching(told)]);
      }
    },
  );
});

describe("a compound file", () => {
  it("gives the streams at its top by name, and nothing for what is none", () => {
    const opened = CompoundFile.open(made);
    expect(opened?.names.has("WordDocument")).toBe(true);
    expect(opened?.stream("WordDocument")?.subarray(0, 2)).toEqual(Buffer.from("eca5", "hex"));
    expect(opened?.stream("weg")).toBeUndefined();
    expect(CompoundFile.open(utf8("geen"))).toBeUndefined();
  });

  it("goes through no more sectors than it has, where each follows itself", () => {
    const bytes = Uint8Array.from(made);
    const view = new DataView(bytes.buffer);
    const table = (view.getUint32(76, true) + 1) * 512;
    for (let i = 0; i < 128; i++) view.setUint32(table + 4 * i, i, true);
    const streams = [...(CompoundFile.open(bytes)?.names ?? [])].map((name) => CompoundFile.open(bytes)?.stream(name));
    for (const stream of streams) expect(stream?.length ?? 0).toBeLessThanOrEqual(bytes.length);
  });
});
