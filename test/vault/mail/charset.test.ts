import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeText } from "../../../src/vault/mail/charset.ts";
import { cleanText, codePointLength } from "../../../src/vault/mail/clean-text.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin1 = Uint8Array.from([0x72, 0x65, 0xef, 0x6e, 0x80]);

describe("letters from bytes", () => {
  it("believes a declared encoding that fits", () => {
    expect(decodeText(Uint8Array.from([0xe9]), "iso-8859-1")).toEqual({
      text: "é",
      charset: "iso-8859-1",
      assumed: false,
      replaced: 0,
    });
  });

  it("reads UTF-8 where ASCII or nothing is declared", () => {
    for (const declared of ["", "us-ascii", "US-ASCII"])
      expect(decodeText(utf8("reïntegratie"), declared).text).toBe("reïntegratie");
  });

  it("falls back to windows-1252 and says so when the bytes fit nothing declared", () => {
    for (const declared of ["", "utf-8", "x-unknown"]) {
      expect(decodeText(latin1, declared)).toEqual({
        text: "reïn€",
        charset: "windows-1252",
        assumed: true,
        replaced: 0,
      });
    }
  });

  it("cleans any text into NFC with LF line ends and no control characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const clean = cleanText(text);
        expect(clean).toBe(clean.normalize("NFC").toWellFormed());
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be left
        expect(clean).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/);
        expect(codePointLength(clean)).toBe([...clean].length);
      }),
    );
  });

  it("keeps soft hyphens, no-break spaces and odd quotes, which are the source's own", () => {
    expect(cleanText("a\u00adb\u00a0„c”")).toBe("a\u00adb\u00a0„c”");
  });
});
