import { describe, expect, it } from "vitest";
import { from, raw, readClaim, withBody } from "./read-claim.ts";

const utf8 = (text: string): string => Buffer.from(text).toString("latin1");

/** Letters of the body: [claim, content type, bytes, the words, a note that must or may not be there]. */
const bodies: [claim: string, type: string, bytes: string, words: string, note?: RegExp][] = [
  ["RFC 2045 5.2: no type at all is US-ASCII text", "", "words", "words"],
  ["RFC 2046 4.1.2: ISO-8859-1", "text/plain; charset=iso-8859-1", "caf\xe9", "café"],
  ["RFC 2045 5.1: charset names know no case", "text/plain; CharSet=ISO-8859-1", "caf\xe9", "café"],
  ["RFC 2045 5.1: a quoted charset is the same", 'text/plain; charset="iso-8859-1"', "caf\xe9", "café"],
  ["RFC 2045 5.1: a comment in a value is nothing", "text/plain; charset=utf-8 (Unicode)", utf8("café"), "café"],
  ["ISO-8859-15 has the euro sign", "text/plain; charset=iso-8859-15", "\xa4 5", "€ 5"],
  ["windows-1252 has curly quotes", "text/plain; charset=windows-1252", "\x93x\x94", "“x”"],
  ["windows-1251 is Cyrillic", "text/plain; charset=windows-1251", "\xe4\xe0", "да"],
  ["KOI8-R is Cyrillic", "text/plain; charset=koi8-r", "\xc4\xc1", "да"],
  ["Shift_JIS is Japanese", "text/plain; charset=shift_jis", "\x93\xfa", "日"],
  ["ISO-2022-JP switches by escapes (RFC 1468)", "text/plain; charset=iso-2022-jp", "\x1b$B\x46\x7c\x1b(B", "日"],
  ["GB2312 is Chinese", "text/plain; charset=gb2312", "\xc4\xe3", "你"],
  ["UTF-7 (RFC 2152)", "text/plain; charset=utf-7", "caf+AOk- 1 +- 1", "café 1 + 1"],
  ["UTF-16 with big end first", "text/plain; charset=utf-16be", "\x00h\x00i", "hi"],
  ["US-ASCII with UTF-8 letters is read as UTF-8", "text/plain; charset=us-ascii", utf8("café"), "café"],
  ["no charset with UTF-8 letters is read as UTF-8", "text/plain", utf8("café"), "café"],
  ["no charset with other letters is windows-1252, and told", "text/plain", "caf\xe9", "café", /windows-1252/],
  ["an unknown charset is guessed, and told", "text/plain; charset=x-foo", "caf\xe9", "café", /windows-1252/],
  [
    "one bad byte among many letters stays one bad byte",
    "text/plain; charset=utf-8",
    `${utf8("geëerde geïnteresseerde")} \xff`,
    "geëerde geïnteresseerde \ufffd",
    /^1 place in it cannot be read as utf-8/,
  ],
  [
    "the same where nothing is declared",
    "text/plain",
    `${utf8("geëerde geïnteresseerde")} \xff`,
    "geëerde geïnteresseerde \ufffd",
    /^1 place/,
  ],
  [
    "a body cut inside a letter keeps the letters before it",
    "text/plain; charset=utf-8",
    `${utf8("geëerde")} caf\xc3`,
    "geëerde caf\ufffd",
    /^1 place/,
  ],
  [
    "one bad byte in Chinese stays one bad byte",
    "text/plain; charset=gb2312",
    `${"\xc4\xe3\xba\xc3".repeat(6)}\xff\xff`,
    `${"你好".repeat(6)}\ufffd\ufffd`,
    /places? in it cannot be read as gb2312/,
  ],
  ["RFC 2045 5.2: charset without a semicolon", "text/plain charset=us-ascii", "words", "words"],
  ["RFC 2045 5.2: `text` is no type and means text/plain", "text", "words", "words"],
  ["`text/plain>` is text/plain", "text/plain>", "words", "words"],
  ["an unknown kind of text is the message's text all the same", "text/x-strange", "words", "words"],
  ["RFC 2045 5.2: a type that is none means text/plain", "strange", "words", "words"],
  ["a named text is the message's text where it is all there is", "text/plain; name=x.txt", "words", "words"],
  ["RFC 2231: a parameter in pieces", "text/plain; charset*0=iso-; charset*1=8859-1", "caf\xe9", "café"],
];

describe("the letters of a body", () => {
  for (const [claim, type, bytes, words, note] of bodies) {
    it(claim, async () => {
      const { body, noted } = await readClaim(withBody(type, bytes));
      expect(body).toBe(words);
      if (note === undefined) expect(noted).toBe("");
      else expect(noted).toMatch(note);
    });
  }
});

/** Letters of a subject: [claim, the header's bytes, the title]. */
const subjects: [claim: string, bytes: string, title: string][] = [
  ["RFC 2047: Q", "=?iso-8859-1?Q?caf=E9?=", "café"],
  ["RFC 2047: B", "=?utf-8?B?Y2Fmw6k=?=", "café"],
  ["RFC 2047 4.2: an underscore is a space", "=?utf-8?q?een_twee?=", "een twee"],
  ["RFC 2047 6.2: blanks between two words are not shown", "=?utf-8?q?een?= =?utf-8?q?twee?=", "eentwee"],
  ["RFC 2047 6.2: nor is a fold", "=?utf-8?q?een?=\r\n =?utf-8?q?twee?=", "eentwee"],
  ["blanks before other words are shown", "=?utf-8?q?een?= twee", "een twee"],
  ["RFC 2231 5: a language behind the charset", "=?utf-8*nl?q?een?=", "een"],
  ["a letter cut between two words", "=?utf-8?B?Y2Fmww==?= =?utf-8?B?qQ==?=", "café"],
  ["blanks inside a word, which RFC 2047 2 forbids", "=?utf-8?q?een twee?=", "een twee"],
  ["two charsets in one value", "=?iso-8859-1?q?=E9?= =?koi8-r?q?=C4?=", "éд"],
  ["a word of UTF-7", "=?utf-7?q?caf+AOk-?=", "café"],
  ["what is no encoded word stays", "=?utf-8?x?een?=", "=?utf-8?x?een?="],
  ["RFC 6532: UTF-8 as it stands", utf8("café"), "café"],
  ["raw ISO-8859-1, which no standard allows", "caf\xe9", "café"],
  ["raw bytes beside an encoded word", "caf\xe9 =?utf-8?q?=C3=A9?=", "café é"],
  ["RFC 5322 2.2.3: a folded value", "een\r\n\ttwee", "een twee"],
];

describe("the letters of a subject", () => {
  for (const [claim, bytes, title] of subjects)
    it(claim, async () => expect((await readClaim(raw([from, `Subject: ${bytes}`, "", "x"]))).title).toBe(title));

  it("are read as the body's where they are raw, and told where nothing says how", async () => {
    const cyrillic = await readClaim(
      raw([from, "Subject: \xe4\xe0", "Content-Type: text/plain; charset=windows-1251", "", "\xe4\xe0"]),
    );
    expect([cyrillic.title, cyrillic.body, cyrillic.noted]).toEqual(["да", "да", ""]);
    expect((await readClaim(raw([from, "Subject: caf\xe9", "", "x"]))).noted).toMatch(/headers do not say/);
  });

  it("are read in names of people as well", async () => {
    const { participants } = await readClaim(
      raw(["From: =?utf-8?B?SmFuw6k=?= =?utf-8?q?_Bos?= <jan@example.org>", "Subject: s", "", "x"]),
    );
    expect(participants).toEqual(["Jané Bos <jan@example.org>"]);
  });
});
