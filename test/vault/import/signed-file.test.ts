import { describe, expect, it } from "vitest";
import { pdfOf } from "../support/pdf-maker.ts";
import { readHere, utf8 } from "../vault-fixture.ts";

/** An element of DER (X.690): its tag, its length, its content. */
const der = (tag: number, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  return Buffer.concat([Buffer.from([tag, 0x84]), length, body]);
};
const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, "hex"));

/** What a program that signs puts around a file, without a signer: the signature is not checked here. */
const signed = (content: Uint8Array): Buffer =>
  der(
    0x30,
    identifier("2a864886f70d010702"),
    der(
      0xa0,
      der(
        0x30,
        der(0x02, Buffer.from([1])),
        der(0x31),
        der(0x30, identifier("2a864886f70d010701"), der(0xa0, der(0x04, content))),
        der(0x31),
      ),
    ),
  );
const enveloped = der(0x30, identifier("2a864886f70d010703"), der(0xa0, der(0x30)));

const read = async (path: string, bytes: Uint8Array) => readHere({ path, mediaType: "", bytes });
const mailWith = (name: string, bytes: Uint8Array): Uint8Array =>
  utf8(
    `From: Ank Baas <ank@example.org>\nSubject: Loon\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nZie de bijlage.\n--b\nContent-Type: application/pkcs7-mime; name="${name}"\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${Buffer.from(bytes).toString("base64")}\n--b--\n`,
  );

describe("a file inside a signature", () => {
  // "It is encrypted" was said of every .p7m, those that are merely signed too.
  it("is read as what was signed", async () => {
    const units = await read("brief.pdf.p7m", signed(pdfOf([["Het loon volgt."]])));
    expect(units.map(({ path, made, opened }) => [path, made?.text, opened])).toEqual([
      ["brief.pdf.p7m!/brief.pdf", "Het loon volgt.", false],
      ["brief.pdf.p7m", undefined, true],
    ]);
    const part = "Content-Type: text/plain; charset=utf-8\r\n\r\nHet loon volgt.\r\n";
    expect((await read("smime.p7m", signed(utf8(part))))[0]?.made?.text).toMatch(/Het loon volgt\./);
  });

  it("is read in a mail, and its bytes are no words of the mail", async () => {
    const [unit] = await read("a.eml", mailWith("brief.pdf.p7m", signed(pdfOf([["Het loon volgt."]]))));
    expect(unit?.made?.text).toMatch(/Zie de bijlage\.$/);
    expect(unit?.made?.record.detail?.notes.join()).not.toMatch(/encrypted/);
    expect(unit?.children.map(({ path, made }) => [path, made?.text])).toContainEqual([
      "a.eml!/brief.pdf.p7m!/brief.pdf",
      "Het loon volgt.",
    ]);
  });

  it("that is encrypted is called encrypted, by itself and in a mail", async () => {
    expect((await read("brief.pdf.p7m", enveloped))[0]?.refusal).toMatch(/it is encrypted/);
    const [unit] = await read("a.eml", mailWith("brief.pdf.p7m", enveloped));
    expect(unit?.made?.record.detail?.notes.join()).toMatch(/This message is encrypted/);
    expect(unit?.children[0]?.refusal).toMatch(/it is encrypted/);
  });

  it("never ends the reading, however its bytes are cut or changed", async () => {
    const whole = signed(utf8("Het loon volgt."));
    for (let at = 0; at < whole.length; at++) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ 0xff;
      for (const bytes of [whole.subarray(0, at), flipped])
        expect((await read("brief.txt.p7m", bytes)).length).toBeGreaterThan(0);
    }
  });
});

describe("what is encrypted", () => {
  it("is called so by its first bytes, whatever its name says", async () => {
    const armour = "-----BEGIN PGP MESSAGE-----\n\nhQEMA\n-----END PGP MESSAGE-----\n";
    for (const name of ["brief.txt", "brief.html", "brief.asc", "brief"])
      expect([name, (await read(name, utf8(armour)))[0]?.refusal]).toEqual([
        name,
        expect.stringMatching(/it is encrypted/),
      ]);
  });
});
