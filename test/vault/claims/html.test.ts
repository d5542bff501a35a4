import { describe, expect, it } from "vitest";
import { cellsOf } from "../../support/cases/rows.ts";
import { from, raw, readClaim, withBody } from "./read-claim.ts";

/** HTML as a browser shows it: [claim, markup, the words, whether something hidden must be told]. */
const shown = cellsOf("mails/html.tsv", "claim", "markup", "words", "hides");

describe("the words of HTML", () => {
  for (const [claim, markup, words, hides] of shown) {
    it(claim, async () => {
      const { body, noted } = await readClaim(withBody("text/html", markup));
      expect(body).toBe(words);
      expect(/hides from its reader/.test(noted)).toBe(hides === "yes");
    });
  }
});

const alternative = (...parts: [type: string, words: string][]): Uint8Array =>
  raw([
    from,
    "Subject: s",
    "Content-Type: multipart/alternative; boundary=B",
    "",
    ...parts.flatMap(([type, words]) => ["--B", `Content-Type: ${type}`, "", words]),
    "--B--",
  ]);

/** Two renderings of one message: [claim, parts, body, names of what is kept beside it]. */
const renderings: [claim: string, parts: [string, string][], body: string, kept: string[]][] = [
  [
    "plain text is taken where both say the same",
    [
      ["text/plain", "een twee"],
      ["text/html", "<b>een</b> twee"],
    ],
    "een twee",
    [],
  ],
  [
    "words that only the HTML says are kept beside it",
    [
      ["text/plain", "wij betalen het loon niet"],
      ["text/html", "wij betalen het loon niet voor 1 mei"],
    ],
    "wij betalen het loon niet",
    ["other-rendering.html"],
  ],
  [
    "words that only the plain text says are kept beside the HTML",
    [
      ["text/plain", "geheim"],
      ["text/html", "een twee drie vier vijf zes zeven"],
    ],
    "een twee drie vier vijf zes zeven",
    ["other-rendering.txt"],
  ],
  [
    "a link's address is no word",
    [
      ["text/plain", "een"],
      ["text/html", "<a href=http://x.example>een</a>"],
    ],
    "een",
    [],
  ],
  [
    "a line break within a word is none",
    [
      ["text/plain", "een tw\r\nee"],
      ["text/html", "een twee"],
    ],
    "een tw\nee",
    [],
  ],
  [
    "a second plain part with other words",
    [
      ["text/plain", "een twee"],
      ["text/plain", "drie"],
    ],
    "een twee",
    ["other-rendering.txt"],
  ],
  ["HTML alone", [["text/html", "<p>een"]], "een", []],
];

describe("two renderings of one message", () => {
  for (const [claim, given, words, kept] of renderings) {
    it(claim, async () => {
      const { body, parts, noted } = await readClaim(alternative(...given));
      expect(body).toBe(words);
      expect(parts.map(({ name }) => name)).toEqual(kept);
      expect(/two renderings/.test(noted)).toBe(kept.length > 0);
    });
  }
});
