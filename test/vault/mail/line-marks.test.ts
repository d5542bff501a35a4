import { describe, expect, it } from "vitest";
import { SpanFlag } from "../../../gen/pincite/span/v1/span_pb.ts";
import { passageLines } from "../../../src/cli/print/passage-lines.ts";
import { speechOf } from "../../../src/messages/speech.ts";
import { sha256Hex } from "../../../src/sha256.ts";
import { file, importAll, openTestVault, utf8 } from "../vault-fixture.ts";

const asMail = (html: string, plain = ""): string =>
  plain === ""
    ? `From: Ank Baas <ank@example.org>\nSubject: Loon\nContent-Type: text/html; charset=utf-8\n\n${html}`
    : `From: Ank Baas <ank@example.org>\nSubject: Loon\nContent-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n${plain}\n--b\nContent-Type: text/html; charset=utf-8\n\n${html}\n--b--\n`;

/** Flags of a quote, and the units of the text. */
const quoted = async (name: string, content: string, exactQuote: string) => {
  const { vault, spans, docs } = await openTestVault();
  const bytes = utf8(content);
  await importAll(vault, [file(name, bytes)]);
  const docUid = sha256Hex(bytes);
  const { results } = await spans.resolveSpans({ entries: [{ locator: { docUid, exactQuote } }] });
  const { canonicalText } = await docs.getDocText({ docUid });
  return { flags: results[0]?.resolution?.spans[0]?.flags, units: canonicalText?.units ?? [] };
};

describe("a quote over words of HTML", () => {
  const struck = [
    "<s>480</s>",
    "<del>480</del>",
    "<strike>480</strike>",
    '<span style="text-decoration: line-through">480</span>',
  ];
  // A struck sum stood beside the one that took its place, quotable as exact, without a word.
  for (const words of struck) {
    it(`says that ${words} is struck through, in a mail and in a page`, async () => {
      const html = `<p>Wij houden ${words} 240 euro in.</p><p>Tot morgen.</p>`;
      for (const [name, content] of [
        ["a.eml", asMail(html)],
        ["a.html", html],
      ] as const) {
        const { flags } = await quoted(name, content, "Wij houden 480 240 euro in.");
        expect(flags).toEqual([SpanFlag.STRUCK]);
        expect((await quoted(name, content, "Tot morgen.")).flags).toEqual([]);
      }
    });
  }

  it("says so where a plain rendering has the same words without the line through them", async () => {
    const mail = asMail("<p>Wij houden <s>480</s> 240 euro in.</p>", "Wij houden 480 240 euro in.");
    expect((await quoted("a.eml", mail, "Wij houden 480 240 euro in.")).flags).toEqual([SpanFlag.STRUCK]);
  });

  it("says that words have the colour of what is behind them", async () => {
    const white = '<p>Akkoord. <font color="#ffffff">Behalve op zondag.</font></p>';
    expect((await quoted("a.eml", asMail(white), "Behalve op zondag.")).flags).toEqual([SpanFlag.UNSEEN]);
    const onBlue = '<table><tr><td bgcolor="#000080"><font color="white">Behalve op zondag.</font></td></tr></table>';
    expect((await quoted("a.eml", asMail(onBlue), "Behalve op zondag.")).flags).toEqual([]);
  });

  it("lists both among the passages for a claim, with where they stand in it", async () => {
    const { vault, search } = await openTestVault();
    const html = "<p>Er is <s>geen</s> overwerk betaald<font color='#ffffff'> in mei</font>.</p>";
    await importAll(vault, [file("a.eml", utf8(asMail(html)))]);
    const { lists } = await search.rankSentences({ queries: [{ text: "Er is overwerk betaald." }] });
    const [passage] = lists[0]?.candidates ?? [];
    expect(passage?.locator?.exactQuote).toBe("Er is geen overwerk betaald in mei.");
    const words = (places: readonly { startChar: number; endChar: number }[] = []) =>
      places.map(({ startChar, endChar }) => passage?.locator?.exactQuote.slice(startChar, endChar).trim());
    expect([words(passage?.struck), words(passage?.unseen)]).toEqual([["geen"], ["in mei"]]);
    const said = passageLines(lists[0]?.candidates ?? [], {}, "", speechOf("nl")).join("\n");
    expect(said).toContain("Doorgehaald in de bron: “geen”.");
    expect(said).toContain("Niet te zien voor wie de bron leest: “in mei”.");
  });

  it("goes over a link, whose address is kept, and tells of a picture", async () => {
    const html = '<p>Zie <a href="https://example.org/cao">de cao</a>. <img alt="Stempel van de notaris"></p>';
    const { flags, units } = await quoted("a.eml", asMail(html), "Zie de cao.");
    expect(flags).toEqual([]);
    expect(units.map(({ element, number }) => [element, number])).toEqual([
      ["link", "https://example.org/cao"],
      ["alternative-text", ""],
    ]);
    expect((await quoted("a.eml", asMail(html), "[Stempel van de notaris]")).flags).toEqual([SpanFlag.CROSSES_MARKER]);
  });
});
