import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BlockWriter } from "../../src/search/postings/block-writer.ts";
import {
  bodyPlace,
  eachCount,
  eachPlace,
  peoplePlace,
  TornBlockError,
} from "../../src/search/postings/posting-bytes.ts";
import { RecentWords } from "../../src/search/postings/recent-words.ts";
import { analyseUnstemmed } from "../../src/search/words/analysis.ts";
import { inflectionsOf, mayHaveStem } from "../../src/search/words/inflections.ts";
import { isInflected, stemsOf } from "../../src/search/words/stem.ts";
import { describeWithData } from "../support/shared-data.ts";

type Doc = { doc: number; title: number[]; body: number[]; people: number[]; isExtra: boolean };

const places = fc.uniqueArray(fc.nat(60_000), { maxLength: 40 }).map((some) => some.sort((a, b) => a - b));
const documents = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 300_000 }),
      title: places,
      body: places,
      people: places,
      isExtra: fc.boolean(),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((list) => {
    let doc = 0;
    return list.map(({ gap, ...rest }): Doc => {
      doc += gap;
      return { doc, ...rest };
    });
  });
const placesOf = ({ title, body, people }: Doc): number[] => [
  ...title,
  ...body.map((place) => bodyPlace + place),
  ...people.map((place) => peoplePlace + place),
];
const written = (list: readonly Doc[]): { first: number; block: Uint8Array }[] => {
  const blocks: { first: number; block: Uint8Array }[] = [];
  const writer = new BlockWriter((first, block) => blocks.push({ first, block: block.slice() }));
  for (const each of list) writer.add(each.doc, placesOf(each), each.isExtra);
  writer.finish();
  return blocks;
};

describe("blocks of postings", () => {
  it("give back every document, count and place", () => {
    fc.assert(
      fc.property(documents, (list) => {
        const counts: [number, number][] = [];
        const found: [number, number][] = [];
        for (const { first, block } of written(list)) {
          eachCount(first, block, (doc, weighed) => counts.push([doc, weighed]));
          eachPlace(
            first,
            block,
            () => true,
            (doc, place) => found.push([doc, place]),
          );
        }
        expect(counts).toEqual(
          list.map(({ doc, title, body, people, isExtra }) => [
            doc,
            2 * title.length + body.length + people.length + (isExtra ? 1 : 0),
          ]),
        );
        expect(found).toEqual(list.flatMap((each) => placesOf(each).map((place) => [each.doc, place])));
      }),
      { numRuns: 60 },
    );
  });

  it("give the places of candidates alone", () => {
    fc.assert(
      fc.property(documents, (list) => {
        const found: number[] = [];
        for (const { first, block } of written(list)) {
          eachPlace(
            first,
            block,
            (doc) => doc % 2 === 0,
            (_, place) => found.push(place),
          );
        }
        expect(found).toEqual(list.filter(({ doc }) => doc % 2 === 0).flatMap(placesOf));
      }),
      { numRuns: 40 },
    );
  });

  it("say that they are torn rather than read past their end", () => {
    const [{ first, block } = { first: 0, block: new Uint8Array() }] = written([
      { doc: 5, title: [1], body: [7, 300], people: [], isExtra: false },
    ]);
    for (let length = 0; length < block.length; length++) {
      const cut = (): void =>
        eachPlace(
          first,
          block.subarray(0, length),
          () => true,
          () => undefined,
        );
      expect(cut).toThrow(TornBlockError);
    }
    expect(() => eachCount(1, new Uint8Array(9).fill(0xff), () => undefined)).toThrow(TornBlockError);
  });
});

describe("recent words", () => {
  it("hold what they will write, however many come between two questions", () => {
    const recent = new RecentWords();
    const read = (word: string): number[] => {
      const docs: number[] = [];
      recent.blocksOf(word, (first, block) => eachCount(first, block, (doc) => docs.push(doc)));
      return docs;
    };
    const entry = (body: string) => recent.split({ title: "", body, people: [], facets: {} });
    recent.add(1, entry("loon ziekte"));
    expect(read("loon")).toEqual([1]);
    recent.add(2, entry("loon"));
    expect(read("loon")).toEqual([1, 2]);
    for (let doc = 3; doc < 9; doc++) recent.add(doc, entry("ander ".repeat(20_000)));
    recent.add(9, entry("Loon, re-integratie"));
    expect(read("loon")).toEqual([1, 2, 9]);
    expect(recent.wordsFrom("reint")).toEqual(["reintegratie"]);
    const drained = new Map<string, number[]>();
    Array.from(
      recent.drainSteps((word, first, block) => {
        eachCount(first, block, (doc) => drained.set(word, [...(drained.get(word) ?? []), doc]));
      }),
    );
    expect(drained.get("loon")).toEqual([1, 2, 9]);
    expect(drained.get("ander")).toEqual([3, 4, 5, 6, 7, 8]);
    expect([recent.size, read("loon")]).toEqual([0, []]);
  });
});

describe("recent words asked again and again", () => {
  it("answer as at first, before and after more is added", () => {
    const recent = new RecentWords();
    const read = (word: string): number[] => {
      const docs: number[] = [];
      recent.blocksOf(word, (first, block) => eachCount(first, block, (doc) => docs.push(doc)));
      return docs;
    };
    const entry = (body: string) => recent.split({ title: "", body, people: [], facets: { k: ["v"] } });
    for (let doc = 1; doc <= 40; doc++) recent.add(doc, entry(doc % 2 ? "loon brief" : "Brief, loon loon"));
    const all = Array.from({ length: 40 }, (_, at) => at + 1);
    // Asked often enough, what has come last is put in order.
    for (let time = 0; time < 60; time++) expect([read("loon"), read("brief"), read("werk")]).toEqual([all, all, []]);
    recent.add(41, entry("werk loon"));
    expect([read("loon"), read("werk")]).toEqual([[...all, 41], [41]]);
    expect(recent.inflections(["werk"])).toEqual(["werk"]);
    recent.add(42, entry("werken"));
    expect(recent.inflections(["werk"])).toEqual(["werk", "werken"]);
  });

  it("are handed out in the order of words, whatever their letters", () => {
    const recent = new RecentWords();
    const words = [
      "b",
      "a",
      "ab",
      "abcde",
      "abcdé",
      "abcd",
      "zee",
      "één",
      "10",
      "7:611",
      "abcdefg",
      "abcda",
      "ж",
      "жук",
    ];
    recent.add(1, recent.split({ title: "", body: words.join(" "), people: [], facets: { f: ["x"] } }));
    const handedOut: string[] = [];
    Array.from(recent.drainSteps((word) => handedOut.push(word)));
    expect(handedOut).toEqual(handedOut.toSorted());
    expect(handedOut).toHaveLength(
      new Set(["\u0001", "abcde", "een", ...words.filter((word) => !/[é]/.test(word))]).size,
    );
  });
});

describe("inflections", () => {
  const words = (
    "werkgever werkgevers werkgeversbijdrage toezegging toezeggingen eenheid eenheden bezigheid bezigheden maan manen man " +
    "mannen company companies lie lying lies die dying dies hope hoping hopes hop hopping meeting meetings meet organization " +
    "organizations ability abilities betaal betalen betaald lopen loop loopt mogelijk mogelijkheden contract contracts 658a"
  ).split(" ");
  const wordsFrom = (prefix: string): string[] => words.filter((word) => word.startsWith(prefix));

  it("are all words that share a stem, as if each had been stemmed, verbs that the stemmer leaves apart beside", () => {
    for (const word of words.filter((one) => /^[a-z]+$/.test(one))) {
      const stems = stemsOf(word, "both");
      const expected = words.filter((other) => stemsOf(other, "both").some((stem) => stems.includes(stem)));
      const found = new Set(inflectionsOf(stems, wordsFrom));
      expect([word, words.filter((other) => found.has(other) && expected.includes(other))]).toEqual([word, expected]);
    }
  });

  it("let no word pass by its ending that a stemmer would bring to the stem", () => {
    const exceptions = ["lying", "dying", "tying", "leden", "steden"];
    for (const word of words.filter((one) => isInflected(one) && !exceptions.includes(one))) {
      for (const language of ["nl", "en"] as const) {
        const stems = stemsOf(word, language);
        if (stems[0] !== word)
          expect([word, language, mayHaveStem(stems)[language](word)]).toEqual([word, language, true]);
      }
    }
  });
});

describeWithData("inflections in real laws", "law-bwb-2012", (folder) => {
  it("let no word pass by its ending that a stemmer would bring to the stem", () => {
    const text = readFileSync(join(folder, "BWBR0005290.xml"), "utf8").replaceAll(/<[^>]*>/g, " ");
    const words = new Set(analyseUnstemmed(text).map(({ raw }) => raw));
    const missed: string[] = [];
    for (const word of [...words].filter(isInflected)) {
      for (const language of ["nl", "en"] as const) {
        const stems = stemsOf(word, language);
        if (stems[0] !== word && !mayHaveStem(stems)[language](word)) missed.push(word);
      }
    }
    expect(words.size).toBeGreaterThan(4_000);
    expect(missed.filter((word) => word !== "leden" && word !== "steden")).toEqual([]);
  });
});
