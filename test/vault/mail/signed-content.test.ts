import { describe, expect, it } from "vitest";
import { eml } from "../../../src/vault/import/eml.ts";
import { signedContent } from "../../../src/vault/mail/signed-content.ts";

/** One element of BER, of definite length or, with `open`, of one that two zeros end. */
const element = (tag: number, content: Uint8Array, open = false): Buffer => {
  if (open) return Buffer.concat([Buffer.from([tag, 0x80]), content, Buffer.from([0, 0])]);
  const length = content.length < 0x80 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const identifier = (hex: string): Buffer => element(0x06, Buffer.from(hex, "hex"));
const data = identifier("2a864886f70d010701");

const signedWith = (value: Buffer, type = "2a864886f70d010702", open = false): Buffer => {
  const content = element(0x30, Buffer.concat([data, element(0xa0, value, open)]), open);
  const signed = element(
    0x30,
    Buffer.concat([element(0x02, Buffer.from([1])), element(0x31, Buffer.alloc(0)), content]),
    open,
  );
  return element(0x30, Buffer.concat([identifier(type), element(0xa0, signed, open)]), open);
};
const inner =
  "Content-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nWij betalen het loon niet, zegt de curator in zijn brief van vandaag.\r\n--B\r\nContent-Disposition: attachment; filename=nota.txt\r\n\r\nde nota\r\n--B--\r\n";
const whole = element(0x04, Buffer.from(inner));
const inPieces = element(
  0x24,
  Buffer.concat([element(0x04, Buffer.from(inner.slice(0, 60))), element(0x04, Buffer.from(inner.slice(60)))]),
  true,
);
const mailOf = (der: Buffer): Buffer =>
  Buffer.from(
    `From: a@example.org\r\nSubject: s\r\nContent-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n${der.toString("base64")}\r\n`,
  );

describe("a message inside its own signature", () => {
  for (const [form, der] of [
    ["whole", signedWith(whole)],
    ["in pieces of no length told", signedWith(inPieces, undefined, true)],
  ] as const) {
    it(`is read, and said not to be checked: ${form}`, async () => {
      const made = await eml.extract(mailOf(der), { path: "m.eml" });
      expect(made.text).toMatch(/\n\nWij betalen het loon niet, zegt de curator in zijn brief van vandaag\.$/);
      expect(made.parts.map(({ name, bytes, place }) => [name, Buffer.from(bytes).toString(), place])).toEqual([
        ["nota.txt", "de nota", undefined],
      ]);
      expect(made.notes.join()).toMatch(/signature, which was not checked/);
    });
  }

  it("stays an attachment where it is encrypted, cut off or nothing of the kind", async () => {
    const enveloped = signedWith(whole, "2a864886f70d010703");
    for (const der of [enveloped, signedWith(whole).subarray(0, 90), Buffer.alloc(40, 0x24), Buffer.alloc(0)]) {
      expect(signedContent(der)).toBeUndefined();
      const made = await eml.extract(mailOf(der), { path: "m.eml" });
      expect(made.parts.map(({ name }) => name)).toEqual(["smime.p7m"]);
    }
  });

  it("costs little where it is made to cost much", () => {
    expect(signedContent(Buffer.alloc(1_000_000, Buffer.from([0x30, 0x80])))).toBeUndefined();
    expect(signedContent(signedWith(Buffer.alloc(60_000, Buffer.from([0x24, 0x80]))))).toBeUndefined();
  });
});
