import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { queryTerms } from "../../src/search/words/analysis.ts";
import { chunkText } from "../../src/span/chunk.ts";
import { CodePointIndex } from "../../src/span/code-points.ts";
import { isGraphemeBorder } from "../../src/span/grapheme.ts";
import { bestPassages } from "../../src/span/passages.ts";
import { sourceOf } from "./sample-source.ts";

const paragraph = "De werkgever heeft toegezegd het loon te betalen. ".repeat(6);

describe("chunkText", () => {
  it("puts whole paragraphs together to some 600 to 1,200 characters", () => {
    const text = Array.from({ length: 12 }, (_, number) => `${number} ${paragraph}`).join("\n\n");
    const lengths = chunkText("doc", text).map((chunk) => chunk.endChar - chunk.startChar);
    expect(lengths).toHaveLength(6);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1_200);
  });

  it("names chunks by document, chunker version and number", () => {
    expect(chunkText("abc", "kort").map(({ chunkUid, startChar, endChar }) => [chunkUid, startChar, endChar])).toEqual([
      ["abc#1:0", 0, 4],
    ]);
  });

  it("begins a chunk at a unit's border once it has enough", () => {
    const text = `${paragraph.repeat(2)}Artikel 2 ${paragraph.repeat(2)}`;
    const border = text.indexOf("Artikel 2");
    expect(chunkText("doc", text, [border]).map(({ startChar }) => startChar)).toContain(border);
  });

  it("has none for an empty text", () => expect(chunkText("doc", " \n ")).toEqual([]));

  // Each of these took the square of its length, and with that minutes.
  const hostile: [string, string, number | undefined][] = [
    ["one unbroken run of emoji", "😀".repeat(500_000), 1_200],
    ["marks piled on one letter", `a${"\u0301".repeat(500_000)}`, undefined],
    ["people joined into one without end", "👩\u200d".repeat(200_000), undefined],
    ["marks on every letter", "e\u0301".repeat(300_000), 1_200],
    ["flags without a blank", "🇳🇱".repeat(150_000), 1_200],
    ["dots without a word", ".".repeat(500_000), 1_200],
    ["syllables that are put together from letters", "\u1112\u1161\u11ab".repeat(100_000), 1_200],
  ];
  for (const [what, text, longest] of hostile)
    it(`cuts ${what} only between characters, and into one chunk what is one`, () => {
      const index = new CodePointIndex(text);
      const chunks = chunkText("doc", text);
      const places = chunks.map(
        ({ startChar, endChar }) => [index.toUtf16(startChar), index.toUtf16(endChar)] as const,
      );
      expect(places[0]?.[0]).toBe(0);
      expect(places.at(-1)?.[1]).toBe(text.length);
      for (const [at, [start, end]] of places.entries()) {
        expect(start).toBe(places[at - 1]?.[1] ?? 0);
        expect(isGraphemeBorder(text, start)).toBe(true);
        expect(end - start).toBeLessThanOrEqual(longest ?? text.length);
      }
      if (longest === undefined) expect(places).toHaveLength(1);
    });

  it("covers every character that is not white space once, never inside a grapheme, never too long", () => {
    const pieces = fc.array(
      fc.constantFrom("woord ", "👩‍👩‍👧", "e\u0301", "zin. ", "\n", "\n\n", "x".repeat(1_300), "👩‍👩‍👧".repeat(200)),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(
        pieces.map((parts) => parts.join("")),
        fc.array(fc.nat(3_000), { maxLength: 4 }),
        (text, borders) => {
          const points = Array.from(text);
          let covered = 0;
          for (const { startChar, endChar } of chunkText("doc", text, borders)) {
            expect(points.slice(covered, startChar).join("").trim()).toBe("");
            expect(isGraphemeBorder(text, points.slice(0, startChar).join("").length)).toBe(true);
            expect(points.slice(startChar, endChar).join("").length).toBeLessThanOrEqual(1_210);
            covered = endChar;
          }
          expect(points.slice(covered).join("").trim()).toBe("");
        },
      ),
    );
  });
});

describe("bestPassages", () => {
  const text = [
    `Over koffie. ${paragraph.replaceAll("loon", "bonus")}`.repeat(2),
    `Over reïntegratie. ${paragraph}`.repeat(2),
    "Slot.",
  ].join("\n\n");
  const source = sourceOf(text, { chunks: chunkText("doc", text) });

  it("gives the passages that share most terms, stemmed, with their text and digest", () => {
    const [best] = bestPassages(source, { termsOf: queryTerms }, "re-integratie en lonen", 1);
    expect(best).toMatchObject({ sourceDigest: source.digest, docUid: "doc" });
    expect(best?.text).toContain("reïntegratie");
    expect(source.codePoints.slice(best?.startChar ?? 0, best?.endChar ?? 0)).toBe(best?.text);
  });

  it("is deterministic, and gives the beginning where nothing matches", () => {
    expect(bestPassages(source, { termsOf: queryTerms }, "werkgever", 5)).toEqual(
      bestPassages(source, { termsOf: queryTerms }, "werkgever", 5),
    );
    expect(bestPassages(source, { termsOf: queryTerms }, "zebra", 1)[0]?.startChar).toBe(0);
  });

  const filler = (n: number): string =>
    `De overeenkomst nummer ${n} regelt de verhouding tussen partijen bij de overeenkomst.`;
  const long = [
    ...Array.from({ length: 30 }, (_, n) => filler(n)),
    "Partijen mogen elkaars personeel niet benaderen over de overeenkomst.",
    ...Array.from({ length: 30 }, (_, n) => filler(n + 30)),
    "De overeenkomst, de overeenkomst en nog eens de overeenkomst van partijen.",
  ].join("\n\n");
  const contract = sourceOf(long, { chunks: chunkText("doc", long) });

  it("gives a rare word more weight than a common one that is repeated", () => {
    const [best] = bestPassages(contract, { termsOf: queryTerms }, "overeenkomst partijen personeel", 2);
    expect(best?.text).toContain("personeel");
  });

  it("shows of a long document the sentences that fit, ranked, within so many characters, each in its chunk", () => {
    const shown = bestPassages(contract, { termsOf: queryTerms }, "overeenkomst partijen personeel", 2);
    expect(shown.map(({ rank }) => rank)).toEqual(shown.map((_, at) => at + 1));
    expect(shown.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(2 * 850);
    for (const { chunkUid, startChar, endChar, text } of shown) {
      const chunk = contract.canonical.chunks.find((one) => one.chunkUid === chunkUid);
      expect(chunk && chunk.startChar <= startChar && endChar <= chunk.endChar).toBe(true);
      expect(contract.codePoints.slice(startChar, endChar)).toBe(text);
    }
  });

  it("counts a word that is rare in the collection above one that is rare in this document alone", () => {
    const text = ["Het loon staat vast.", "De bonus staat vast."]
      .map((one) => `${one} ${"Enzovoort. ".repeat(60)}`)
      .join("\n\n");
    const pair = sourceOf(text, { chunks: chunkText("doc", text) });
    const [bonus] = queryTerms("bonus");
    const rarity = (term: string): number => (term === bonus ? 20 : 0);
    const best = (wording: Parameters<typeof bestPassages>[1]) =>
      bestPassages(pair, wording, "loon bonus", 1)[0]?.text ?? "";
    expect(best({ termsOf: queryTerms })).toContain("loon");
    expect(best({ termsOf: queryTerms, rarity })).toContain("bonus");
  });
});
