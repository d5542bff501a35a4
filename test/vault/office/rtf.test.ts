import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decompressRtf } from "../../../src/vault/office/rtf-compressed.ts";
import { rtfText } from "../../../src/vault/office/rtf-text.ts";

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replaceAll(" ", ""), "hex"));
const latin = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));
const textOf = (rtf: string) => rtfText(latin(rtf));

/** The two worked examples of MS-OXRTFCP, section 3. */
const hello =
  "2d000000 2b000000 4c5a4675 f1c5c7a7 03 00 0a00 72 63 70 67 31 32 35 42 32 0af3 20 68 65 6c 0900 20 62 77 05b0 6c 64 7d 0a80 0fa0";
const crossing = "1a000000 1c000000 4c5a4675 e2d44b51 41 00 0420 57 58 59 5a 0d6e 7d 01 0eb0";

describe("compressed RTF", () => {
  it("is read as its specification shows", () => {
    expect(Buffer.from(decompressRtf(bytes(hello)) ?? []).toString()).toBe(
      "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n",
    );
    expect(Buffer.from(decompressRtf(bytes(crossing)) ?? []).toString()).toBe("{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}");
  });

  it("that is only stored is given as it is", () => {
    const stored = "0f000000 03000000 4d454c41 00000000 7b7d0a";
    expect(Buffer.from(decompressRtf(bytes(stored)) ?? []).toString()).toBe("{}\n");
  });

  it("that is cut, changed or larger than it may be is nothing", () => {
    const whole = bytes(hello);
    for (let at = 0; at < whole.length; at++) {
      const changed = whole.slice();
      changed[at] = (changed[at] as number) ^ 0x40;
      const read = decompressRtf(changed);
      // A changed length of the whole shortens the answer at most; everything else breaks the size, kind or checksum.
      if (at < 4 || at > 7) expect(read).toBeUndefined();
      expect(decompressRtf(whole.subarray(0, at))).toBeUndefined();
    }
    const huge = whole.slice();
    huge.set([0xff, 0xff, 0xff, 0x7f], 4);
    expect(decompressRtf(huge)).toBeUndefined();
  });
});

describe("the text of RTF", () => {
  const cases: readonly (readonly [what: string, rtf: string, text: string])[] = [
    ["paragraphs, lines, tabs and cells", "{\\rtf1 a\\par b\\line c\\tab d\\cell e\\row}", "a\nb\nc\td | e\n"],
    ["letters of the code page", "{\\rtf1\\ansi\\ansicpg1252 re\\'efntegratie \\'80 5}", "reïntegratie € 5"],
    [
      "letters of the font's code page",
      "{\\rtf1\\ansicpg1252{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial;}}\\f1\\'cf\\'f0\\f0 x}",
      "Прx",
    ],
    ["letters of two bytes", "{\\rtf1\\ansicpg932 \\'93\\'fa\\'96\\'7b}", "日本"],
    [
      "numbers of Unicode, without their fallback",
      "{\\rtf1\\uc1 \\u8364? \\u-10179?\\u-8704? \\uc2\\u235 e:.}",
      "€ 😀 ë.",
    ],
    [
      "marks of typesetting",
      "{\\rtf1 \\ldblquote a\\rdblquote\\~\\endash re\\-in\\_te}",
      "“a”\u00a0–re\u00adin\u2011te",
    ],
    ["signs of the syntax", "{\\rtf1 \\{a\\}\\\\b}", "{a}\\b"],
    [
      "no tables, pictures, codes, headers",
      '{\\rtf1{\\fonttbl{\\f0 Arial;}}{\\info{\\title T}}{\\*\\generator G;}{\\pict 00ff}{\\header h}{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt link}}}',
      "link",
    ],
    ["no bytes of binary data", "{\\rtf1 a{\\pict\\bin4 {}{}}b}", "ab"],
    ["the plain text it was made of", "{\\rtf1\\ansi\\fromtext \\fbidi{\\fonttbl{\\f0 x;}}\\plain a\\par b}", "a\nb"],
  ];
  for (const [what, rtf, text] of cases) {
    it(`has ${what}`, () => expect(textOf(rtf)).toMatchObject({ kind: "text", text, hidden: false }));
  }

  it("leaves out what is hidden or deleted, and says so", () => {
    expect(textOf("{\\rtf1 a{\\v geheim}b\\v c\\v0 d{\\deleted e}}")).toMatchObject({
      kind: "text",
      text: "abd",
      hidden: true,
    });
  });

  it("is the HTML it was made of, without what only readers of RTF are to see", () => {
    const rtf =
      "{\\rtf1\\ansi\\ansicpg1252\\fromhtml1 {\\*\\htmltag64 <p>}\\htmlrtf {\\htmlrtf0 Loon \\'80 5\\htmlrtf\\par}\\htmlrtf0 {\\*\\mhtmltag64 <p x>}{\\*\\htmltag84 &amp;}\\htmlrtf &\\htmlrtf0  2 < 3{\\*\\htmltag72 </p>}}";
    expect(textOf(rtf)).toMatchObject({ kind: "html", text: "<p>Loon € 5&amp; 2 &lt; 3</p>", hidden: false });
  });

  it("of no RTF, or of RTF nested without end, is nothing", () => {
    expect(textOf("<html>")).toBeUndefined();
    expect(textOf(`{\\rtf1 ${"{".repeat(100_000)}`)).toBeUndefined();
  });

  it("is given for any bytes", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "\\",
      "\\par ",
      "\\u",
      "\\u99999 ",
      "\\'",
      "\\'8",
      "\\bin999999 ",
      "\\*",
      "\\htmltag",
      "\\htmlrtf ",
      "\\f1",
      "é",
      "a ",
      "\\fonttbl",
      "\\fcharset128",
      "\\uc9",
      "\\ansicpg1 ",
      "\0",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const read = textOf(`{\\rtf1${pieces.join("")}`);
        expect(typeof read?.text).toBe("string");
      }),
      { numRuns: 500 },
    );
  });
});
