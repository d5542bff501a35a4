import { describe, expect, it } from "vitest";
import { raw, readClaim, withBody } from "./read-claim.ts";

const flowed = "text/plain; charset=utf-8; format=flowed";
const e = Buffer.from("é").toString("latin1");

/** Lines of a text body: [claim, content type, transfer encoding, as it stands in the mail, the words]. */
const lines: [claim: string, type: string, encoding: string, given: string, words: string][] = [
  ["fixed lines stay lines, blanks and all (RFC 3676 3.2)", "text/plain", "7bit", "een \r\ntwee", "een \ntwee"],
  ["a flowed line goes on in the next (4.1)", flowed, "7bit", "een \r\ntwee", "een twee"],
  ["a flowed paragraph ends with a fixed line (4.1)", flowed, "7bit", "een \r\ntwee\r\ndrie", "een twee\ndrie"],
  ["DelSp takes the blank away (4.5)", `${flowed}; delsp=yes`, "7bit", "een \r\ntwee", "eentwee"],
  ["DelSp says YES in any case", `${flowed}; DelSp="YES"`, "7bit", "een \r\ntwee", "eentwee"],
  ["a stuffed blank is no blank of the text (4.4)", flowed, "7bit", " From hier\r\n  twee", "From hier\n twee"],
  ["a signature's mark is no flowed line (4.3)", flowed, "7bit", "een\r\n-- \r\nAnk", "een\n-- \nAnk"],
  ["quoted lines flow with their own depth (4.5)", flowed, "7bit", "> een \r\n> twee\r\ndrie", "een twee\ndrie"],
  ["a flowed line does not run into another depth (4.5)", flowed, "7bit", "> een \r\ntwee", "een \ntwee"],
  ["a body in base64", "text/plain; charset=utf-8", "base64", "Y2Fmw6k=", "café"],
  ["a body in quoted-printable", "text/plain; charset=iso-8859-1", "quoted-printable", "caf=E9 =\r\nlang", "café lang"],
  ["flowed lines may be coded (4.2)", flowed, "quoted-printable", "een=20\r\ntwee", "een twee"],
  ["8-bit letters in what calls itself 7bit", "text/plain; charset=utf-8", "7bit", `caf${e}`, "café"],
  ["an encoding in capitals with a blank behind it", "text/plain", "Quoted-Printable ", "=41", "A"],
  ["blanks at both ends of a body are none of its words", "text/plain", "7bit", "\r\n\r\neen\r\n\r\n", "een"],
  ["a NUL in a body is no word", "text/plain", "8bit", "ee\0n", "een"],
  ["a line of a thousand letters stays one", "text/plain", "7bit", "a".repeat(2_000), "a".repeat(2_000)],
];

describe("the lines of a body", () => {
  for (const [claim, type, encoding, given, words] of lines)
    it(claim, async () => {
      const { body } = await readClaim(withBody(type, given, `Content-Transfer-Encoding: ${encoding}`));
      expect(body).toBe(words);
    });

  it("are those of the part in a message of one attachment", async () => {
    const { body, parts } = await readClaim(
      raw([
        "From: a@example.org",
        "Content-Type: multipart/mixed; boundary=B",
        "",
        "--B",
        `Content-Type: ${flowed}`,
        "",
        "een ",
        "twee",
        "--B",
        "Content-Disposition: attachment; filename=a.txt",
        "",
        "een ",
        "twee",
        "--B--",
      ]),
    );
    expect(body).toBe("een twee");
    expect(Buffer.from(parts[0]?.bytes ?? []).toString()).toBe("een \r\ntwee");
  });
});
