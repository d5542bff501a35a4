import { describe, expect, it } from "vitest";
import { htmlText } from "../../../src/vault/mail/html-text.ts";

const text = (html: string): string =>
  htmlText(html)
    .lines.map((line) => line.text)
    .join("\n");

describe("HTML as text", () => {
  const cases: [string, string, string][] = [
    ["breaks lines at blocks and at br", "<div>een</div><div>twee<br>drie</div>", "een\ntwee\ndrie"],
    ["collapses white space as a browser does", "<p>een   \n twee<b> drie</b></p>", "een twee drie"],
    [
      "parts table cells with a bar",
      "<table><tr><td>a</td><td><p>b</p></td></tr><tr><td>c</td></tr></table>",
      "a | b\nc",
    ],
    ["keeps line ends inside pre", "<pre>a\n  b</pre>", "a\n  b"],
    ["puts one empty line between paragraphs", "<p>a</p><p></p><p>b</p>", "a\n\nb"],
    [
      "decodes entities and keeps soft hyphens and no-break spaces",
      "a&nbsp;b&shy;c&eacute;&#8364;",
      "a\u00a0b\u00adcé€",
    ],
    ["reads no script, style or title", "<title>t</title><style>p{}</style><script>x</script><p>a</p>", "a"],
  ];
  for (const [name, html, expected] of cases) it(name, () => expect(text(html)).toBe(expected));

  const hidden = [
    '<span style="display: none">b</span>',
    "<span hidden>b</span>",
    '<p style="FONT-SIZE:0px">b</p>',
    '<i style="mso-hide:all">b</i>',
  ];
  for (const html of hidden) {
    it(`leaves hidden words out and says so: ${html.slice(0, 24)}`, () => {
      expect(text(`a${html}c`).replaceAll("\n", "")).toBe("ac");
      expect(htmlText(`a${html}c`).hidden).toBe(true);
    });
  }

  it("counts blockquotes as quote depth", () => {
    expect(
      htmlText("a<blockquote>b<blockquote>c</blockquote></blockquote>d").lines.filter((line) => line.text !== ""),
    ).toEqual([
      { text: "a", depth: 0 },
      { text: "b", depth: 1 },
      { text: "c", depth: 2 },
      { text: "d", depth: 0 },
    ]);
  });

  it("refuses a hundred thousand nested elements", () => {
    expect(() => text(`${"<div>".repeat(100_000)}diep`)).toThrow(/nested more than 1000/);
  });

  it("reads any number of elements that are closed or void", () => {
    expect(
      text(`${"<p>a</p><br>".repeat(20_000)}`)
        .split("\n")
        .filter((line) => line === "a"),
    ).toHaveLength(20_000);
  });
});
