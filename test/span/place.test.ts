import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Place, PlaceSchema } from "../../gen/pincite/span/v1/span_pb.ts";
import { chunkText } from "../../src/span/chunk.ts";
import { resolvePlace } from "../../src/span/place.ts";
import { docUid, sourceOf, unitOver } from "./sample-source.ts";

const contract = [
  "# Arbeidsovereenkomst",
  "",
  "## Artikel 5 Werkplek 🏠",
  "",
  "5.1 De werknemer werkt op kantoor.",
  "",
  "5.2 Op vrijdag werkt de werknemer thuis.",
  "Dat blijft zo.",
  "",
  "## Artikel 6 Loon",
  "",
  "6.1 Het loon is € 3.200.",
].join("\n");

const letter = [
  "Geachte mevrouw,",
  "",
  "Werkplek",
  "",
  "U mag op vrijdag thuis werken. Dat is met u besproken.",
  "",
  "Uw loon:",
  "",
  "Het loon wordt op 25 december betaald.",
  "Met vriendelijke groet,",
  "",
  "Jan",
].join("\n");

const paged = "Bladzijde een.\n\nBladzijde drie.";
const pages = [
  { number: 1, startChar: 0, endChar: 14 },
  { number: 2, startChar: 14, endChar: 14 },
  { number: 3, startChar: 16, endChar: 31 },
];

const named = (place: Place["named"]): Place => create(PlaceSchema, { named: place });
const page = (value: number) => named({ case: "page", value });
const heading = (value: string) => named({ case: "heading", value });
const paragraph = (value: string) => named({ case: "paragraph", value });

const wordsAt = (text: string, place: Place | undefined) =>
  place && [...text].slice(place.startChar, place.endChar).join("");

describe("a page", () => {
  it("is given with its characters, the digest of the text and its label", () => {
    const source = sourceOf(paged, { pages });
    const { place, available, message } = resolvePlace(source, page(3));
    expect(wordsAt(paged, place)).toBe("Bladzijde drie.");
    expect(place).toMatchObject({ label: "p. 3", sourceDigest: source.digest, named: { case: "page", value: 3 } });
    expect({ available, message }).toEqual({ available: [], message: "" });
  });

  it("that the document has not is answered with the pages that are", () => {
    const one = resolvePlace(sourceOf("Een.", { pages: [{ number: 1, startChar: 0, endChar: 4 }] }), page(99));
    expect(one.place).toBeUndefined();
    expect(one.available.map(({ label }) => label)).toEqual(["p. 1"]);
    expect(one.message).toBe("There is no page “99”: the document has one page, p. 1. Name one that is there.");
  });

  it("without a word on it is none", () => {
    const { place, available } = resolvePlace(sourceOf(paged, { pages }), page(2));
    expect(place).toBeUndefined();
    expect(available.map(({ label }) => label)).toEqual(["p. 1", "p. 3"]);
  });

  it("of a document without pages is refused with what there is instead", () => {
    const { place, available, message } = resolvePlace(sourceOf(contract), page(99));
    expect({ place, available }).toEqual({ place: undefined, available: [] });
    expect(message).toContain(
      "The document has no pages. It has headings (onder “Arbeidsovereenkomst”, onder “Artikel 5",
    );
  });

  it("far behind the last one is answered with the last twenty", () => {
    const many = Array.from({ length: 50 }, (_, at) => ({ number: at + 1, startChar: at * 2, endChar: at * 2 + 1 }));
    const { available } = resolvePlace(sourceOf("x ".repeat(50), { pages: many }), page(99));
    expect(available.map(({ label }) => label)).toEqual(Array.from({ length: 20 }, (_, at) => `p. ${at + 31}`));
  });
});

describe("a heading", () => {
  it("that the text marks goes as far as the next one of its depth", () => {
    const { place } = resolvePlace(sourceOf(contract), heading("Artikel 5 Werkplek 🏠"));
    expect(wordsAt(contract, place)).toBe(
      contract.slice(contract.indexOf("## Artikel 5"), contract.indexOf("\n\n## Artikel 6")),
    );
    expect(place?.label).toBe("onder “Artikel 5 Werkplek 🏠”");
    const whole = resolvePlace(sourceOf(contract), heading("Arbeidsovereenkomst")).place;
    expect(wordsAt(contract, whole)).toBe(contract);
  });

  it("is found without its number, in other case, and with the colon it ends in", () => {
    expect(resolvePlace(sourceOf(contract), heading("loon")).place?.label).toBe("onder “Artikel 6 Loon”");
    expect(resolvePlace(sourceOf(letter), heading("Uw loon:")).place?.label).toBe("onder “Uw loon”");
  });

  it("is a short line that stands alone, where the text marks none", () => {
    const { place } = resolvePlace(sourceOf(letter), heading("Werkplek"));
    expect(wordsAt(letter, place)).toBe("Werkplek\n\nU mag op vrijdag thuis werken. Dat is met u besproken.");
  });

  it("is no salutation, no sentence, and nothing at the end of the text", () => {
    const { available, message } = resolvePlace(sourceOf(letter), heading("Ontslag"));
    expect(available.map(({ label }) => label)).toEqual(["onder “Werkplek”", "onder “Uw loon”"]);
    expect(message).toContain("There is no heading “Ontslag”: the document has 2 headings");
  });

  it("that stands there twice is not chosen between", () => {
    const { place, available, message } = resolvePlace(sourceOf("# Loon\n\nA.\n\n# Loon\n\nB."), heading("Loon"));
    expect(place).toBeUndefined();
    expect(available).toHaveLength(2);
    expect(message).toContain("stands there 2 times");
  });

  it("is not the header that repeats on each page", () => {
    const text = "Contract Jansen\n\nWerkplek\n\nU werkt thuis.";
    const header = unitOver(text, "Contract Jansen", { element: "page-header", flags: ["repeated"] });
    const { available } = resolvePlace(sourceOf(text, { units: [header] }), heading("?"));
    expect(available.map(({ label }) => label)).toEqual(["onder “Werkplek”"]);
  });
});

describe("a numbered paragraph", () => {
  it("is found by its number as it stands there, and holds what belongs to it", () => {
    const { place } = resolvePlace(sourceOf(contract), paragraph("5.2"));
    expect(wordsAt(contract, place)).toBe("5.2 Op vrijdag werkt de werknemer thuis.\nDat blijft zo.");
    expect(place?.label).toBe("onder 5.2");
  });

  it("has the word that the text puts before its number", () => {
    const { place } = resolvePlace(sourceOf(contract), paragraph("Artikel 5"));
    expect(place?.label).toBe("artikel 5");
    expect(wordsAt(contract, place)).toContain("5.2 Op vrijdag");
    expect(resolvePlace(sourceOf(contract), paragraph("5")).place).toEqual(place);
  });

  it("is no date and no amount at the beginning of a line", () => {
    const text = "Dit schreef u.\nOp 3 januari is gebeld.\n5 december 2025 is de dag.\n12 maanden duurt het.";
    const { available, message } = resolvePlace(sourceOf(text), paragraph("5"));
    expect(available).toEqual([]);
    expect(message).toContain("The document has no numbered paragraphs.");
  });
});

describe("a passage", () => {
  const long = `${"Wij bevestigen dat u op vrijdag thuis werkt. ".repeat(30)}\n\nDaarna komt het loon.`;
  const source = sourceOf(long, { chunks: chunkText(docUid, long) });

  it("is labelled with the words it begins with, never with its id", () => {
    const { place } = resolvePlace(source, named({ case: "passage", value: "doc#1:0" }));
    expect(place?.label).toBe("vanaf “Wij bevestigen dat u op vrijdag”");
    expect(JSON.stringify(place)).not.toContain('"label":"doc');
  });

  it("of another document is not there", () => {
    const { place, available } = resolvePlace(source, named({ case: "passage", value: "other#1:0" }));
    expect(place).toBeUndefined();
    expect(available.length).toBeGreaterThan(0);
  });
});

describe("any place", () => {
  it("that names nothing is refused", () => {
    for (const empty of [create(PlaceSchema), page(0), heading("  "), paragraph("")])
      expect(resolvePlace(sourceOf(contract), empty)).toMatchObject({
        available: [],
        message: "The place is empty: name a page, a heading, a numbered paragraph or a passage.",
      });
  });

  it("does not take the offsets, label and digest of the question for an answer", () => {
    const asked = create(PlaceSchema, {
      ...heading("Loon"),
      startChar: 0,
      endChar: 9,
      label: "p. 7",
      sourceDigest: "f",
    });
    const { place } = resolvePlace(sourceOf(contract), asked);
    expect(place?.label).toBe("onder “Artikel 6 Loon”");
    expect(wordsAt(contract, place)).toContain("Het loon is");
  });

  /** Texts with every sign the outline looks at, astral characters and combining marks among them. */
  const texts = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "# Kop",
          "## Kop",
          "Kop",
          "===",
          "---",
          "1. Een",
          "5.2 Twee",
          "Artikel 3",
          "§ 4 Vier",
          "",
          "  ",
          "Zin.",
        ),
        fc.string({ unit: "grapheme", maxLength: 40 }),
      ),
      { maxLength: 20 },
    )
    .map((lines) => lines.join("\n").toWellFormed());
  const asked = fc.oneof(
    fc.nat(5).map(page),
    fc.constantFrom("Kop", "Een", "Artikel 3", "§ 4 Vier").map(heading),
    fc.constantFrom("1", "5.2", "Artikel 3", "3", "4").map(paragraph),
    fc.string({ maxLength: 10 }).map(heading),
    fc.constant(named({ case: "passage", value: "doc#1:0" })),
  );

  it("is either one stretch of the text with words in it, or a sentence with at most twenty that are", () => {
    fc.assert(
      fc.property(texts, asked, (text, question) => {
        const length = [...text].length;
        const source = sourceOf(text, {
          chunks: chunkText(docUid, text),
          pages: [{ number: 1, startChar: 0, endChar: length }],
        });
        const { place, available, message } = resolvePlace(source, question);
        expect(place === undefined).toBe(message !== "");
        expect(available.length).toBeLessThanOrEqual(20);
        for (const one of place ? [place] : available) {
          expect(one.startChar).toBeLessThan(one.endChar);
          expect(one.endChar).toBeLessThanOrEqual(length);
          expect(wordsAt(text, one)?.trim()).not.toBe("");
          expect(one.label.length).toBeLessThanOrEqual(400);
          expect(one.label).not.toContain("doc#");
          expect(one.sourceDigest).toBe(source.digest);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("that is told as available is found again when it is asked for, unless its name stands there twice", () => {
    fc.assert(
      fc.property(texts, asked, (text, question) => {
        const source = sourceOf(text, { chunks: chunkText(docUid, text) });
        for (const one of resolvePlace(source, question).available) {
          const again = resolvePlace(source, named(one.named));
          if (again.place) expect(again.place).toEqual(one);
          else expect(again.message).toContain("stands there");
        }
      }),
      { numRuns: 300 },
    );
  });
});
