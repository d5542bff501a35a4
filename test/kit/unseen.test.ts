import { describe, expect, it } from "vitest";
import { asSeen, readBack, spelledOut } from "../../src/kit/unseen.ts";

const at = (code: number): string => String.fromCodePoint(code);

describe("what nobody sees", () => {
  it.each([
    ...[0x0, 0x7, 0x1b, 0x7f, 0x85, 0xad, 0x34f, 0x61c, 0x115f, 0x17b4, 0x180b, 0x200b, 0x200c, 0x200d, 0x200e, 0x2028],
    ...[
      0x202e, 0x2060, 0x2064, 0x2069, 0x206a, 0x2800, 0x3164, 0xe000, 0xfe00, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0x1d173,
    ],
    ...[0xe0001, 0xe0041, 0xe007f, 0xe0100, 0xe01ef, 0xf0000, 0x10fffd, 0xd800],
  ])("is written out between the letters of a word: U+%s", (code) => {
    const name = code.toString(16).toUpperCase().padStart(4, "0");
    expect(spelledOut(`nie${at(code)}t`)).toBe(`nie<U+${name}>t`);
    expect(spelledOut(`nie${at(code)}t`, ["[", "]"])).toBe(`nie[U+${name}]t`);
  });

  it.each([
    "geen cent, “wat dan ook” – één\tcafé\nß ſ ﬁ € \u{1f600}",
    // Persian "mi-khaham" with a non-joiner; Sinhala "sri" with a joiner; a family, a heart and a judge as pictures.
    "می\u200cخواهم",
    "ශ්\u200dරී",
    "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
    "\u2764\ufe0f",
    "\u{1f9d1}\u{1f3fd}\u200d\u2696\ufe0f",
    "e\u0301 \u0928\u0940",
  ])("stays where the script or the picture needs it: %s", (text) => {
    expect(spelledOut(text)).toBe(text);
  });

  it("is written out where a joiner joins nothing, or tags hang on a flag", () => {
    expect(spelledOut("می\u200c ")).toBe("می<U+200C> ");
    expect(spelledOut("a\ufe0f1\ufe0f")).toBe("a<U+FE0F>1<U+FE0F>");
    expect(spelledOut("\u{1f3f4}\u{e0067}\u{e007f}")).toBe("\u{1f3f4}<U+E0067><U+E007F>");
  });
});

describe("what was written out", () => {
  it.each([0x7, 0xad, 0x200b, 0x202e, 0xfeff, 0xe0041, 0x10fffd])(
    "is read back, and is nothing to who sees: %s",
    (code) => {
      const text = `ver${at(code)}koop`;
      expect(readBack(spelledOut(text))).toBe(text);
      expect([asSeen(text), asSeen(spelledOut(text))]).toEqual(["verkoop", "verkoop"]);
    },
  );

  it.each(["<U+0041>", "<U+000A>", "<U+D800>", "<U+110000>", "<U+00ad>", "<U+0AD>"])(
    "stays where it is none: %s",
    (text) => {
      expect(readBack(text)).toBe(text);
      expect(asSeen(text)).toBe(text);
    },
  );
});
