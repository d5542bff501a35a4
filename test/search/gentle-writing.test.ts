import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { FullTextIndex, IndexEntry } from "../../src/search/full-text-index.ts";
import { openFullTextIndex } from "../../src/search/sqlite-index.ts";
import { newFolder } from "../support/new-folder.ts";

let folder: string;
let made = 0;
beforeAll(() => (folder = newFolder("gentle")));
const newFile = (): string => join(folder, `${made++}.sqlite`);

/** Writes after a few letters, a few words at a time. */
const early = { recentMax: 60, untidyMax: 10_000, stepCost: 300, cacheKiB: 8_192, readBytesMax: 2 ** 25 };

const vocabulary =
  "loon ziekte brief brieven werkgever werkgevers toezegging 7:611 re-integratie de het niet a ab".split(" ");
const entryOf = (number: number, words: readonly number[]): IndexEntry => ({
  id: `doc-${number}`,
  kind: "thread",
  date: `2025-01-${String((number % 28) + 1).padStart(2, "0")}`,
  title: vocabulary[(words[0] ?? 0) % vocabulary.length] ?? "",
  body: words.map((word) => vocabulary[word % vocabulary.length]).join(" "),
  people: [`Persoon ${number % 3}`],
  facets: {},
});
const corpus = fc
  .array(fc.array(fc.nat(99), { minLength: 1, maxLength: 30 }), { minLength: 5, maxLength: 40 })
  .map((all) => all.map((words, number) => entryOf(number, words)));

/** Texts that take many steps, whatever chance draws beside them. */
const large = Array.from({ length: 40 }, (_, number) =>
  entryOf(
    number,
    Array.from({ length: 30 }, (__, at) => number * 7 + at),
  ),
);

const queries = ["loon", "brief", '"loon ziekte"', "werk*", "+niet -loon", "7:611", "reintegratie", ""];
const answers = (index: FullTextIndex) => queries.map((text) => index.search({ text, limit: 50, offset: 0 }));

const plainOf = (entries: readonly IndexEntry[]) => {
  const plain = openFullTextIndex(":memory:");
  plain.put(entries);
  const expected = answers(plain);
  plain.close();
  return expected;
};

const putGently = (index: FullTextIndex, entries: readonly IndexEntry[]): void =>
  index.putPrepared(entries.map((entry) => index.prepare(entry)));

describe("an index that is written to a little at a time", () => {
  it("answers the same before, between and after any two steps", () => {
    let stepsMost = 0;
    fc.assert(
      fc.property(corpus, (entries) => {
        const index = openFullTextIndex(newFile(), early);
        const half = entries.slice(0, entries.length >> 1);
        putGently(index, half);
        const [expected, expectedWhole] = [plainOf(half), plainOf(entries)];
        let steps = 0;
        for (let more = true; more; steps++) {
          expect(answers(index)).toEqual(expected);
          more = index.tidy();
        }
        // The other half comes while words of all are on their way.
        putGently(index, entries.slice(entries.length >> 1));
        index.tidy();
        expect(answers(index)).toEqual(expectedWhole);
        stepsMost = Math.max(stepsMost, steps);
        index.remove(["doc-0", "doc-1"]);
        index.tidy();
        expect(answers(index)).toEqual(plainOf(entries.slice(2)));
        index.close();
      }),
      { numRuns: 12, examples: [[large]] },
    );
    expect(stepsMost).toBeGreaterThan(5);
  });

  it("is found whole after a death between any two steps, and may be written to by somebody else", () => {
    fc.assert(
      fc.property(corpus, fc.nat(12), (entries, stepsDone) => {
        const file = newFile();
        const index = openFullTextIndex(file, early);
        putGently(index, entries);
        for (let step = 0; step < stepsDone && index.tidy(); step++);
        const expected = plainOf(entries);
        // What a killed process leaves: the file, its log and its key as they are now.
        const copy = newFile();
        for (const end of ["", "-wal", ".key"]) if (existsSync(file + end)) copyFileSync(file + end, copy + end);
        const found = openFullTextIndex(copy, early);
        expect(answers(found)).toEqual(expected);
        const further = entryOf(999, [0, 1, 2, 3]);
        found.put([further]);
        expect(answers(found)).toEqual(plainOf([...entries, further]));
        found.close();
        const again = openFullTextIndex(copy);
        expect(answers(again)).toEqual(plainOf([...entries, further]));
        again.close();

        const other = openFullTextIndex(file, early);
        expect(answers(other)).toEqual(expected);
        other.put([further]);
        expect(answers(index)).toEqual(plainOf([...entries, further]));
        while (index.tidy());
        expect(answers(other)).toEqual(plainOf([...entries, further]));
        other.close();
        index.close();
      }),
      { numRuns: 12 },
    );
  });

  it("takes entries that were prepared before its words were written", () => {
    const index = openFullTextIndex(newFile(), early);
    const entries = Array.from({ length: 30 }, (_, number) =>
      entryOf(number, [number, number + 1, number + 2, 5, 6, 7]),
    );
    const prepared = entries.slice(15).map((entry) => index.prepare(entry));
    putGently(index, entries.slice(0, 15));
    while (index.tidy());
    index.putPrepared(prepared);
    expect(answers(index)).toEqual(plainOf(entries));
    index.close();
  });
});
