import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { parseMime } from "../../../src/vault/mail/mime-tree.ts";
import { from, raw, readClaim } from "./read-claim.ts";

const mixed = (body: readonly string[], boundary = "B"): Uint8Array =>
  raw([from, "Subject: s", `Content-Type: multipart/mixed; boundary=${boundary}`, "", ...body]);
const attached = (encoding: string, content: string): Uint8Array =>
  mixed([
    "--B",
    "",
    "x",
    "--B",
    "Content-Type: application/octet-stream",
    "Content-Disposition: attachment; filename=a.bin",
    ...(encoding === "" ? [] : [`Content-Transfer-Encoding: ${encoding}`]),
    "",
    content,
    "--B--",
    "",
  ]);
const bytesOf = (message: Uint8Array): string =>
  Buffer.from(parseMime(message).children[1]?.bytes ?? []).toString("latin1");

/** Bytes of an attachment: [claim, transfer encoding, as it stands in the mail, the bytes]. */
const transfers: [claim: string, encoding: string, given: string, bytes: string][] = [
  ["RFC 2046 5.1.1: the line break before a boundary is the boundary's", "7bit", "een", "een"],
  ["a line end of the file itself stays", "7bit", "een\r\n", "een\r\n"],
  ["CRLF stays CRLF", "7bit", "een\r\ntwee", "een\r\ntwee"],
  ["LF stays LF", "8bit", "een\ntwee", "een\ntwee"],
  ["CR alone stays, which a binary file is full of", "binary", "een\rtwee\0\r", "een\rtwee\0\r"],
  ["no encoding is 7bit (RFC 2045 6.1)", "", "een\r\n", "een\r\n"],
  ["an encoding that nobody knows leaves the bytes (6.4)", "x-own", "=41", "=41"],
  ["base64", "base64", "AAEC/w==", "\0\x01\x02\xff"],
  ["base64 in lines", "base64", "AAEC\r\n/w==", "\0\x01\x02\xff"],
  ["base64 without its padding", "base64", "AAEC/w", "\0\x01\x02\xff"],
  ["base64 put together from two pieces", "base64", "AA==\r\nAQ==", "\0\x01"],
  ["base64 with a strange sign in many (RFC 2045 6.8)", "base64", `${"AAAA".repeat(20)}!AAAA`, "\0".repeat(63)],
  ["base64 with words of a list below it", "base64", "AAEC/w==\r\n_______\r\nsome list, see there", "\0\x01\x02\xff"],
  ["what only bears its name stays as it stands", "base64", "these are plain words", "these are plain words"],
  ["BASE64 in capitals, with a comment", "BASE64 (old)", "AAEC", "\0\x01\x02"],
  ["quoted-printable", "quoted-printable", "=41=3d=0A", "A=\n"],
  ["a soft line break is none (RFC 2045 6.7)", "quoted-printable", "een=\r\ntwee", "eentwee"],
  ["a soft line break with blanks behind it", "quoted-printable", "een= \t\r\ntwee", "eentwee"],
  ["blanks at a line's end were added on the way", "quoted-printable", "een \t\r\ntwee ", "een\r\ntwee"],
  ["blanks that are coded are the sender's", "quoted-printable", "een=20\r\n", "een \r\n"],
  ["what is no code stays", "quoted-printable", "1=2 =zz a=", "1=2 =zz a"],
  ["small hexadecimal digits", "quoted-printable", "=c3=a9", "\xc3\xa9"],
  ["uuencode", "x-uuencode", "begin 644 a.bin\r\n#0V%T\r\n`\r\nend", "Cat"],
];

describe("the bytes of an attachment", () => {
  for (const [claim, encoding, given, bytes] of transfers)
    it(claim, () => expect(bytesOf(attached(encoding, given))).toBe(bytes));

  it("stand where its place says, in the file as it is", () => {
    const message = attached("base64", "AAEC/w==");
    const { offset, length, encoding } = parseMime(message).children[1]?.place ?? {
      offset: 0,
      length: 0,
      encoding: "",
    };
    expect([Buffer.from(message.subarray(offset, offset + length)).toString(), encoding]).toEqual([
      "AAEC/w==",
      "base64",
    ]);
  });

  it("have the digest that the file has on disk", () => {
    const onDisk = raw("een\r\ntwee\r\n");
    const sha = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
    expect(sha(Buffer.from(bytesOf(attached("7bit", "een\r\ntwee\r\n")), "latin1"))).toBe(sha(onDisk));
  });
});

/** Texts of the parts: [claim, body lines, what the parts hold]. */
const structures: [claim: string, body: string[], parts: string[]][] = [
  ["two parts", ["--B", "", "een", "--B", "", "twee", "--B--"], ["een", "twee"]],
  ["words before the first boundary are no part (5.1.1)", ["preamble", "--B", "", "een", "--B--"], ["een"]],
  ["nor are words behind the last", ["--B", "", "een", "--B--", "--B", "", "twee"], ["een"]],
  ["blanks behind a boundary are nothing", ["--B  ", "", "een", "--B-- \t"], ["een"]],
  ["a boundary that is never closed", ["--B", "", "een", "--B", "", "twee"], ["een", "twee"]],
  ["a longer line is no boundary", ["--B", "", "een", "--Bx", "--B--"], ["een\r\n--Bx"]],
  ["a boundary within a line is none", ["--B", "", "een --B", "--B--"], ["een --B"]],
  ["a part without headers", ["--B", "", "een", "--B--"], ["een"]],
  ["a part without its empty line keeps its words", ["--B", "een twee", "--B--"], ["een twee"]],
  ["an empty part", ["--B", "", "--B--"], [""]],
  ["a part of one empty line", ["--B", "", "", "--B--"], [""]],
  [
    "an inner multipart that is never closed ends with the outer",
    ["--B", "Content-Type: multipart/mixed; boundary=C", "", "--C", "", "een", "--B", "", "twee", "--B--"],
    ["een", "twee"],
  ],
  [
    "the inner boundary may begin with the outer",
    ["--B", "Content-Type: multipart/mixed; boundary=BB", "", "--BB", "", "een", "--BB--", "--B--"],
    ["een"],
  ],
];
const boundaries: [claim: string, type: string, boundary: string][] = [
  ["quoted", 'multipart/mixed; boundary="a b"', "a b"],
  ["with a colon, quoted", 'multipart/mixed; boundary="a:b=c"', "a:b=c"],
  ["with = and no quotes", "multipart/mixed; boundary=a=b", "a=b"],
  ["in capitals", "multipart/mixed; BOUNDARY=AbC", "AbC"],
  ["in a folded header", "multipart/mixed;\r\n\tboundary=abc", "abc"],
  ["without a semicolon before it", "multipart/mixed boundary=abc", "abc"],
  ["before another parameter without a semicolon", "multipart/mixed; boundary=abc charset=utf-8", "abc"],
  ["in pieces (RFC 2231)", 'multipart/mixed; boundary*0="ab"; boundary*1="c"', "abc"],
];

const leafTexts = (message: Uint8Array): string[] => {
  const walk = (part: ReturnType<typeof parseMime>): string[] =>
    part.children.length === 0 ? [Buffer.from(part.bytes).toString("latin1")] : part.children.flatMap(walk);
  return walk(parseMime(message));
};

describe("the parts of a message", () => {
  for (const [claim, body, parts] of structures)
    it(claim, () => expect(leafTexts(mixed([...body, ""])).map((text) => text.replace(/\r\n$/, ""))).toEqual(parts));

  for (const [claim, type, boundary] of boundaries) {
    it(`are found by a boundary ${claim}`, () => {
      const lines = [
        from,
        `Content-Type: ${type}`,
        "",
        `--${boundary}`,
        "",
        "een",
        `--${boundary}`,
        "",
        "twee",
        `--${boundary}--`,
      ];
      expect(leafTexts(raw(lines))).toEqual(["een", "twee"]);
    });
  }

  it("are messages in a digest where they do not say otherwise (RFC 2046 5.1.5)", () => {
    const lines = [from, "Content-Type: multipart/digest; boundary=B", "", "--B", "", "Subject: een", "", "x", "--B--"];
    expect(parseMime(raw(lines)).children[0]?.mediaType).toBe("message/rfc822");
  });

  it("are told of where words stand below the last", async () => {
    const { noted } = await readClaim(mixed(["--B", "", "een", "--B--", "words of a list"]));
    expect(noted).toMatch(/below its last part/);
  });

  it("begin below blank lines that a program put above the headers", async () => {
    expect((await readClaim(raw(["", "   ", from, "Subject: s", "", "een"]))).body).toBe("een");
  });

  it("have lines although a file has no line feed at all", async () => {
    const { title, body } = await readClaim(raw([from, "Subject: s", "", "een", "twee"].join("\r")));
    expect([title, body]).toEqual(["s", "een\ntwee"]);
  });

  it("begin where a line is no header, so that its words are not lost", async () => {
    expect((await readClaim(raw([from, "Subject: s", "words without an empty line", "more"]))).body).toBe(
      "words without an empty line\nmore",
    );
  });
});

/** Names of attachments: [claim, disposition, name]. */
const names: [claim: string, disposition: string, name: string][] = [
  ["RFC 2183", "attachment; filename=a.txt", "a.txt"],
  ["quoted, with a blank", 'attachment; filename="a b.txt"', "a b.txt"],
  ["a blank and no quotes", "attachment; filename=a b.txt", "a b.txt"],
  ["escaped quotes (RFC 822 3.4.4)", 'attachment; filename="a\\"b.txt"', 'a"b.txt'],
  ["quotes that are not escaped", 'attachment; filename="a "b" c.txt"', 'a "b" c.txt'],
  ["RFC 2231, percent-encoded", "attachment; filename*=utf-8''caf%C3%A9.txt", "café.txt"],
  ["RFC 2231, in pieces", "attachment; filename*0*=utf-8''caf%C3; filename*1*=%A9.txt", "café.txt"],
  ["RFC 2047, which is not allowed there", 'attachment; filename="=?utf-8?q?caf=C3=A9.txt?="', "café.txt"],
  ["without its folders", 'attachment; filename="C:\\map\\a.txt"', "a.txt"],
];

describe("the name of an attachment", () => {
  for (const [claim, disposition, name] of names) {
    it(claim, async () => {
      const lines = ["--B", "", "x", "--B", `Content-Disposition: ${disposition}`, "", "een", "--B--"];
      expect((await readClaim(mixed(lines))).parts[0]?.name).toBe(name);
    });
  }
});
