import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldText } from "../../src/span/fold.ts";
import { describeWithData } from "../support/shared-data.ts";

/** Everything that folds, and neighbours that must not disturb it. */
const troubled = fc
  .array(
    fc.constantFrom(
      ..."ae .,-\n\r\t 0159§€%²é",
      ..."‘’‚‹›“”„«»‐‑–—−…ﬁﬂﬀﬃĳĲＡｂ（）５％",
      ...[
        "\u00a0",
        "\u202f",
        "\u3000",
        "\u00ad",
        "\u200b",
        "\u200d",
        "\ufeff",
        "\u0301",
        "\u0323",
        "\u0308",
        "Å",
        "가",
        "\u1100",
        "\u1161",
      ],
      ...["-\n", "- \n ", "\u00ad\n", "😀", "👩‍👩‍👧", "re-", "...", "  "],
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

const foldings: readonly (readonly [why: string, source: string, folded: string])[] = [
  ["composes decomposed letters", "rei\u0308ntegratie", "reïntegratie"],
  ["spells out ligatures", "eﬃciënt oﬃce ﬂat ĳs", "efficiënt office flat ijs"],
  ["narrows full-width letters and signs", "Ａｒｔ．（ａ）", "Art.(a)"],
  ["keeps full-width digits and per cent", "５０％", "５０％"],
  ["keeps powers, digits and signs", "12 m² à € 5 of 3% van §4½", "12 m² à € 5 of 3% van §4½"],
  ["makes quotation marks plain", "„ja” ‘nee’ «non» ‹si›", "\"ja\" 'nee' \"non\" 'si'"],
  ["makes dashes and minus hyphens", "a – b — c − d ‑ e", "a - b - c - d - e"],
  ["spells out the ellipsis", "en…", "en..."],
  ["collapses white space", "a \u00a0\n\n\t b\u2003c", "a b c"],
  ["deletes invisible characters", "werk\u00adgever\u200b s\ufeff", "werkgever s"],
  ["joins a word broken at a line end", "werk-\ngever en werk- \r\n gever", "werkgever en werkgever"],
  ["joins it at a soft hyphen too", "werk\u00ad\ngever", "werkgever"],
  ["keeps the hyphen before a capital", "Noord-\nHolland", "Noord- Holland"],
  ["keeps the hyphen before a blank line", "werk-\n\ngever", "werk- gever"],
  ["keeps a dash that follows no letter", "ja -\nnee", "ja - nee"],
  ["keeps case and accents", "Één ÉÉN een", "Één ÉÉN een"],
];

describe("foldText", () => {
  for (const [why, source, folded] of foldings) {
    it(why, () => expect(foldText(source).text).toBe(folded));
  }

  it("leads every folded character back to source characters that fold to it", () => {
    fc.assert(
      fc.property(troubled, (source) => {
        const folded = foldText(source);
        for (let from = 0; from < folded.text.length; ) {
          let to = from + 1;
          while (to < folded.text.length && !folded.isBoundary(to)) to++;
          const slice = source.slice(folded.sourceStart(from), folded.sourceEnd(to));
          expect(foldText(slice).text).toBe(folded.text.slice(from, to));
          from = to;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("leads every folded stretch back to a source stretch that folds to it, unless it cuts a character", () => {
    fc.assert(
      fc.property(troubled, fc.nat(80), fc.nat(80), (source, left, right) => {
        const folded = foldText(source);
        const [from, to] = [Math.min(left, right), Math.min(Math.max(left, right), folded.text.length)];
        if (from >= to || !folded.isBoundary(from) || !folded.isBoundary(to)) return;
        const slice = source.slice(folded.sourceStart(from), folded.sourceEnd(to));
        expect(foldText(slice).text).toBe(folded.text.slice(from, to));
      }),
      { numRuns: 2_000 },
    );
  });

  it("maps in order and within the source", () => {
    fc.assert(
      fc.property(troubled, (source) => {
        const folded = foldText(source);
        for (let at = 1; at < folded.text.length; at++) {
          expect(folded.sourceStart(at)).toBeGreaterThanOrEqual(folded.sourceStart(at - 1));
          expect(folded.sourceEnd(at)).toBeLessThanOrEqual(source.length);
        }
      }),
    );
  });

  it("keeps at most 5 bytes a character of a wrapped letter with typographic signs", () => {
    const letter =
      "De werkgever „heeft” zich – zo blijkt –\nniet als goed werkgever gedragen; dit…\n\nEn dus re-\nintegratie.\n";
    const source = letter.repeat(2_000);
    const folded = foldText(source);
    expect((folded.mapBytes + 2 * folded.text.length) / source.length).toBeLessThanOrEqual(5);
  });

  it("does not copy a text that needs no folding", () => {
    const plain = "De werkgever is verplicht. ".repeat(100);
    const folded = foldText(plain);
    expect([folded.text === plain, folded.mapBytes]).toEqual([true, 8]);
  });
});

describeWithData("foldText on the Unicode normalisation tests", "unicode", (folder) => {
  it("composes every line as NFC does, the declared table aside", () => {
    const lines = gunzipSync(readFileSync(`${folder}/NormalizationTest.txt.gz`))
      .toString()
      .split("\n");
    let checked = 0;
    for (const line of lines) {
      const columns = /^([0-9A-F ;]+);/.exec(line)?.[1]?.split(";");
      if (!columns) continue;
      for (const column of columns.slice(0, 3)) {
        const sample = String.fromCodePoint(
          ...column
            .trim()
            .split(" ")
            .map((hex) => Number.parseInt(hex, 16)),
        );
        // The reference folds the composed text: what is left is table work, which is the same on both sides.
        expect(foldText(sample).text.normalize("NFC")).toBe(foldText(sample.normalize("NFC")).text.normalize("NFC"));
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(10_000);
  });
});
