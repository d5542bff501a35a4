import { zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { makeZip } from "../support/zip-maker.ts";
import { file, importAll, mail, openTestVault, readHere, told, utf8 } from "../vault-fixture.ts";

const text = utf8("woorden");
const outcomes = async (bytes: Uint8Array): Promise<string[]> =>
  (await readHere(file("x.zip", bytes))).map(
    ({ path, made, opened, refusal }) => `${path} ${made ? "made" : opened ? `opened ${refusal}`.trim() : "refused"}`,
  );

/** The same archive with the records of zip64 before its end, which names nothing itself any more (APPNOTE 4.3.14 to 4.3.16). */
const withLargeEnd = (zip: Buffer): Uint8Array => {
  const end = Buffer.from(zip.subarray(-22));
  const [count, size, at] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)];
  const record = Buffer.alloc(76);
  record.write("PK\x06\x06", 0, "latin1");
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  for (const [place, value] of [
    [24, count],
    [32, count],
    [40, size],
    [48, at],
  ] as const)
    record.writeBigUInt64LE(BigInt(value), place);
  record.write("PK\x06\x07", 56, "latin1");
  record.writeBigUInt64LE(BigInt(zip.length - 22), 64);
  record.writeUInt32LE(1, 72);
  end.fill(0xff, 8, 20);
  return new Uint8Array(Buffer.concat([zip.subarray(0, -22), record, end]));
};

describe("a zip", () => {
  it("gives its files under their paths, and no folders", async () => {
    const { vault } = await openTestVault();
    const bytes = zipSync({ "2025/": new Uint8Array(), "2025/brief.txt": text, "foto.png": text });
    const rows = await importAll(vault, [file("dossier.zip", bytes)]);
    expect(rows.map(told)).toEqual([
      "IMPORTED dossier.zip!/2025/brief.txt",
      "REFUSED dossier.zip!/foto.png",
      "OPENED dossier.zip",
    ]);
    expect(rows.every((row) => row.parentDocUid === "")).toBe(true);
  });

  it("that is attached hangs its files below the message, and is listed with it", async () => {
    const { vault, docs } = await openTestVault();
    const attached = Buffer.from(zipSync({ "a.txt": text })).toString("base64");
    const message = mail(
      { From: "ank@example.org", Subject: "s", "Content-Type": "multipart/mixed; boundary=B" },
      `--B\nContent-Type: text/plain\n\nzie\n--B\nContent-Type: application/zip; name=x.zip\nContent-Transfer-Encoding: base64\n\n${attached}\n--B--\n`,
    );
    const rows = await importAll(vault, [file("m.eml", message)]);
    expect(rows.map(told)).toEqual(["IMPORTED m.eml", "IMPORTED m.eml!/x.zip!/a.txt", "OPENED m.eml!/x.zip"]);
    const { doc } = await docs.getDoc({ docUid: rows[1]?.docUid ?? "" });
    expect(doc?.parentDocUids).toEqual([rows[0]?.docUid]);
    const again = await importAll(vault, [file("m.eml", message)]);
    expect(again.map(told)).toEqual(rows.map((row) => told(row).replace("IMPORTED", "DUPLICATE")));
  });

  // Python's zipfile with force_zip64, to a file and to a pipe: sizes stand in the extra field (APPNOTE 4.5.3) and, for the pipe, behind
  // the bytes. Made once by Python 3.11, since it is the other program's way that is tested.
  const large = {
    "a file":
      "UEsDBC0AAAAIAMBRiVu13pAH//////////8HABQAZWVuLnR4dAEAEAAhAAAAAAAAACMAAAAAAAAAc0lVyC+oSk0vSS3KzczKU8gsVigpT01VyE1MzEtJzdPjAgBQSwMELQAAAAgAwFGJW0KOxfz//////////wwAFABtYXAvdHdlZS50eHQBABAAGAAAAAAAAAAaAAAAAAAAAPNILVHIyc/PUyjPL0opUUhKLUlMzEnR4wIAUEsBAi0DLQAAAAgAwFGJW7XekAcjAAAAIQAAAAcAAAAAAAAAAAAAAIABAAAAAGVlbi50eHRQSwECLQMtAAAACADAUYlbQo7F/BoAAAAYAAAADAAAAAAAAAAAAAAAgAFcAAAAbWFwL3R3ZWUudHh0UEsFBgAAAAACAAIAbwAAALQAAAAAAA==",
    "a pipe":
      "UEsDBC0ACAAIAMBRiVsAAAAA//////////8HABQAZWVuLnR4dAEAEAAAAAAAAAAAAAAAAAAAAAAAc0lVyC+oSk0vSS3KzczKU8gsVigpT01VyE1MzEtJzdPjAgBQSwcItd6QByMAAAAAAAAAIQAAAAAAAABQSwMELQAIAAgAwFGJWwAAAAD//////////wwAFABtYXAvdHdlZS50eHQBABAAAAAAAAAAAAAAAAAAAAAAAPNILVHIyc/PUyjPL0opUUhKLUlMzEnR4wIAUEsHCEKOxfwaAAAAAAAAABgAAAAAAAAAUEsBAi0DLQAIAAgAwFGJW7XekAcjAAAAIQAAAAcAAAAAAAAAAAAAAIABAAAAAGVlbi50eHRQSwECLQMtAAgACADAUYlbQo7F/BoAAAAYAAAADAAAAAAAAAAAAAAAgAF0AAAAbWFwL3R3ZWUudHh0UEsFBgAAAAACAAIAbwAAAOQAAAAAAA==",
  };
  for (const [to, base64] of Object.entries(large)) {
    it(`of a program that leaves room for large files is read, written to ${to}`, async () => {
      const { vault } = await openTestVault();
      const bytes = Buffer.from(base64, "base64");
      const streamed = await importAll(vault, [file("x.zip", bytes)]);
      expect(streamed.map(told)).toEqual(["IMPORTED x.zip!/een.txt", "IMPORTED x.zip!/map/twee.txt", "OPENED x.zip"]);
      // Attached, it is opened where documents are read.
      expect(await outcomes(bytes)).toEqual(["x.zip!/een.txt made", "x.zip!/map/twee.txt made", "x.zip opened"]);
    });
  }

  it("of a program that writes the end of large archives is read by that end", async () => {
    const bytes = withLargeEnd(Buffer.from(zipSync({ "een.txt": text, "twee.txt": utf8("meer") })));
    expect(await outcomes(bytes)).toEqual(["x.zip!/een.txt made", "x.zip!/twee.txt made", "x.zip opened"]);
    const { vault } = await openTestVault();
    expect((await importAll(vault, [file("x.zip", bytes)])).map((row) => told(row).split(" ")[0])).toEqual([
      "IMPORTED",
      "IMPORTED",
      "OPENED",
    ]);
  });

  const tricks: [string, string][] = [
    ["a way up", "../../etc/passwd.txt"],
    ["a way up inside", "a/../../b.txt"],
    ["an absolute path", "/etc/passwd.txt"],
    ["a drive", "C:/x.txt"],
    ["backslashes", "a\\b.txt"],
    ["NUL", "a.txt\u0000.png"],
    ["a line end", "a\n.txt"],
    ["an empty folder name", "a//b.txt"],
    ["a dot folder", "./a.txt"],
  ];
  for (const [name, path] of tricks) {
    it(`refuses a name with ${name} and goes on`, async () => {
      const bytes = makeZip([
        { name: path, bytes: text },
        { name: "goed.txt", bytes: text },
      ]);
      expect(await outcomes(bytes)).toEqual(["x.zip!/entry-1 refused", "x.zip!/goed.txt made", "x.zip opened"]);
    });
  }

  it("refuses links, passwords, doubles and unknown packing entry by entry", async () => {
    const bytes = makeZip([
      { name: "a.txt", bytes: text },
      { name: "A.txt", bytes: text },
      { name: "link.txt", bytes: text, externalAttributes: 0xa1ff0000 },
      { name: "geheim.txt", bytes: text, flags: 0x801 },
      { name: "leugen.txt", bytes: text, claimedBytes: 3 },
    ]);
    expect(await outcomes(bytes)).toEqual([
      "x.zip!/a.txt made",
      "x.zip!/entry-2 refused",
      "x.zip!/entry-3 refused",
      "x.zip!/geheim.txt refused",
      "x.zip!/leugen.txt refused",
      "x.zip opened",
    ]);
  });

  it("refuses entries that share bytes, and names that differ between the two headers, as a whole", async () => {
    const shared = makeZip([
      { name: "a.txt", bytes: text },
      { name: "a.txt", bytes: text, sharesWith: 0 },
    ]);
    expect((await readHere(file("x.zip", shared)))[0]?.refusal).toMatch(/share bytes/);
    const twoNames = makeZip([{ name: "a.txt", localName: "b.txt", bytes: text }]);
    expect((await readHere(file("x.zip", twoNames)))[0]?.refusal).toMatch(/differently in two places/);
  });

  it("is opened inside another one, and not inside a third", async () => {
    const inner = makeZip([{ name: "a.txt", bytes: text }]);
    const middle = makeZip([{ name: "i.zip", bytes: inner }]);
    expect(await outcomes(middle)).toEqual(["x.zip!/i.zip!/a.txt made", "x.zip!/i.zip opened", "x.zip opened"]);
    const outer = makeZip([{ name: "m.zip", bytes: middle }]);
    expect(await outcomes(outer)).toEqual(["x.zip!/m.zip!/i.zip refused", "x.zip!/m.zip opened", "x.zip opened"]);
  });

  it("that is cut off or no zip at all is refused", async () => {
    const whole = makeZip([{ name: "a.txt", bytes: text }]);
    for (const bytes of [whole.subarray(0, 40), utf8("PK niets")])
      expect((await readHere(file("x.zip", bytes)))[0]?.refusal).toMatch(/no zip archive/);
  });
});
