import { describe, expect, it } from "vitest";
import { from, raw, readClaim, withBody } from "./read-claim.ts";

/** HTML as a browser shows it: [claim, markup, the words, whether something hidden must be told]. */
const shown: [claim: string, markup: string, words: string, hides?: boolean][] = [
  ["a head that is never closed ends at the first word", "<html><body><head><title>t</title><p>een</p></body>", "een"],
  ["the same with meta and a block", "<head><meta name=x><DIV>een</DIV>", "een"],
  ["a title is no text", "<title>t</title>een", "een"],
  ["what stands in an iframe is no text", "een<iframe><script>x</script>twee</iframe>", "een"],
  ["script and style are no text", "<style>p{}</style><script>x</script>een", "een"],
  ["scripts do not run, so noscript is shown", "<noscript>een</noscript>", "een"],
  ["a template is no text", "<template>een</template>twee", "twee"],
  ["comments are no text", "een<!-- twee -->", "een"],
  ["a conditional comment is one", "<!--[if mso]>een<![endif]-->twee", "twee"],
  ["an object is shown instead of its words", "<object>een</object>twee", "twee"],
  ["noframes and noembed are not shown", "<noembed>een</noembed>twee", "twee"],
  ["entities", "&eacute;&#233;&#xe9;&amp;", "ééé&"],
  ["an entity without its semicolon", "caf&eacute", "café"],
  ["&#150; means windows-1252 (13.2.5.80)", "1&#150;2", "1–2"],
  ["white space is one blank", "een \n\t twee", "een twee"],
  ["in pre it stays", "<pre>een  twee\ndrie</pre>", "een  twee\ndrie"],
  ["br is a line", "een<br>twee", "een\ntwee"],
  ["paragraphs that are not closed", "<p>een<p>twee", "een\n\ntwee"],
  ["cells of a row", "<table><tr><td>een<td>twee</table>", "een | twee"],
  ["words in a table outside its cells come before it (13.2.6.1)", "<table>een<tr><td>twee</table>", "een\ntwee"],
  ["a list", "<ul><li>een<li>twee</ul>", "een\ntwee"],
  ["an unclosed tag at the end takes its words along", "een<a href=x", "een"],
  ["less than is no tag", "1 < 2", "1 < 2"],
  ["tags that cross", "<b>een<i>twee</b>drie</i>", "eentweedrie"],
  ["options of a select are the form's, not the letter's", "een<select><option>a</select>", "een"],
  ["a ruby's brackets are not shown", "<ruby>een<rp>(</rp><rt>twee</rt><rp>)</rp></ruby>", "eentwee"],
  ["display:none", "een<p style='display: none'>twee</p>", "een", true],
  ["visibility:hidden", "een<p style='visibility:hidden'>twee</p>", "een", true],
  ["opacity:0", "een<p style='opacity:0;color:red'>twee</p>", "een", true],
  ["half opaque is seen", "een <i style='opacity:0.5'>twee</i>", "een twee"],
  ["the hidden attribute", "een<p hidden>twee</p>", "een", true],
  ["no height and nothing that sticks out", "een<p style='max-height:0;overflow:hidden'>twee</p>", "een", true],
  ["no height alone hides nothing", "een<p style='height:0'>twee</p>", "een\n\ntwee"],
  ["font-size:0", "een<i style='font-size:0px'>twee</i>", "een", true],
  ["a dialog that is not open", "een<dialog>twee</dialog>", "een", true],
  ["what is hidden and empty is not worth a word", "een<p hidden> </p>", "een"],
];

describe("the words of HTML", () => {
  for (const [claim, markup, words, hides = false] of shown) {
    it(claim, async () => {
      const { body, noted } = await readClaim(withBody("text/html", markup));
      expect(body).toBe(words);
      expect(/hides from its reader/.test(noted)).toBe(hides);
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
