import { copyFileSync, existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FullTextIndex, IndexEntry } from "../../src/search/full-text-index.ts";
import { openFullTextIndex } from "../../src/search/sqlite-index.ts";
import { newFolder } from "../support/new-folder.ts";

const words = "loon ziekte werkgever werkgevers plan brief brieven 7:611 re-integratie café jan@bedrijf.example".split(
  " ",
);
const entryOf = (number: number, text: string): IndexEntry => ({
  id: `e${number}`,
  kind: number % 2 ? "doc" : "thread",
  date: `2025-01-${String((number % 28) + 1).padStart(2, "0")}`,
  title: words[number % words.length] ?? "",
  body: text,
  people: [`Persoon ${number % 5} <p${number % 5}@bedrijf.example>`, "An Ander"],
  facets: { thread: [`t${number % 3}`], empty: [] },
});
/** Sizeable enough for several pages of every table. */
const corpus = Array.from({ length: 600 }, (_, number) =>
  entryOf(
    number,
    Array.from(
      { length: 120 },
      (_, at) => `${words[(number * 7 + at * at) % words.length]} w${(number * at) % 997}`,
    ).join(" "),
  ),
);
const questions = [
  { text: "werkgever" },
  { text: '"loon w0"' },
  { text: "+brief -ziekte" },
  { text: "reint* w99*" },
  { text: "", people: ["p3@bedrijf.example"], facets: { thread: ["t1", "t2"] }, from: "2025-01-07", to: "2025-01" },
  { text: "w5", kinds: ["doc"], from: "2025-01", to: "2025-01-20" },
].map((one) => ({ ...one, limit: 25, offset: 0 }));
const answers = (index: FullTextIndex) => questions.map((question) => index.search(question));
const inMemory = (entries: readonly IndexEntry[]): FullTextIndex => {
  const index = openFullTextIndex(":memory:");
  index.put(entries);
  return index;
};
const expected = answers(inMemory(corpus));

describe("the file of a full-text index", () => {
  const folder = newFolder("full-text-file");
  let files = 0;
  const newFile = (): string => join(folder, `index-${files++}.db`);
  const filled = (): string => {
    const file = newFile();
    const index = openFullTextIndex(file);
    index.put(corpus);
    index.watermark = "all";
    index.close();
    return file;
  };

  it("answers from what was written as from what is in memory, and from both together", () => {
    const file = newFile();
    for (const part of [corpus.slice(0, 250), corpus.slice(250, 251), corpus.slice(251)]) {
      const index = openFullTextIndex(file);
      index.put(part);
      if (part.length > 300) expect(answers(index)).toEqual(expected);
      index.close();
    }
    const again = openFullTextIndex(file);
    expect(answers(again)).toEqual(expected);
    again.close();
  });

  it("loses nothing when the process dies with words in memory alone", () => {
    const file = newFile();
    const index = openFullTextIndex(file);
    index.put(corpus.slice(0, 300));
    index.put(corpus.slice(300));
    index.remove(["e0"]);
    index.put([corpus[0] as IndexEntry]);
    index.watermark = "w9";
    const copy = newFile();
    // What the disk holds at this moment, as a killed process leaves it.
    for (const end of ["", "-wal", ".key"]) if (existsSync(file + end)) copyFileSync(file + end, copy + end);
    const revived = openFullTextIndex(copy);
    expect([revived.watermark, revived.count(), answers(revived)]).toEqual(["w9", 600, expected]);
    revived.close();
    index.close();
  });

  it("is emptied, watermark and all, when it is of an older format or no index at all", () => {
    const older = newFile();
    const db = new DatabaseSync(older);
    db.exec("CREATE TABLE entry (x); CREATE TABLE setting (name, value); PRAGMA user_version = 2");
    db.exec("INSERT INTO setting VALUES ('watermark', 'all')");
    db.close();
    const noDatabase = newFile();
    writeFileSync(noDatabase, "This is a letter, not a database. ".repeat(200));
    for (const file of [older, noDatabase]) {
      const index = openFullTextIndex(file);
      expect([index.watermark, index.count()]).toEqual(["", 0]);
      index.put(corpus);
      expect(answers(index)).toEqual(expected);
      index.close();
    }
  });

  it("is emptied when it turns out to be damaged, and can be filled again", () => {
    const whole = filled();
    const size = readFileSync(whole).length;
    const pageSize = 16_384;
    const damages: ((file: string) => void)[] = [
      (file) => truncateSync(file, Math.floor(size / 2)),
      (file) => truncateSync(file, pageSize),
      (file) => {
        const bytes = readFileSync(file);
        writeFileSync(file, bytes.fill(0, pageSize));
      },
    ];
    for (const damage of damages) {
      const file = newFile();
      copyFileSync(whole, file);
      damage(file);
      const index = openFullTextIndex(file);
      // Found at the opening, or by the first question that comes upon it: never answered over.
      let refused = false;
      try {
        refused = index.count() === 0;
        answers(index);
      } catch {
        refused = true;
      }
      expect(refused).toBe(true);
      expect([index.watermark, index.count()]).toEqual(["", 0]);
      index.put(corpus);
      expect(answers(index)).toEqual(expected);
      index.close();
    }
  });

  it("sees what another connection has done", () => {
    const file = filled();
    const [one, two] = [openFullTextIndex(file), openFullTextIndex(file)];
    expect(answers(two)).toEqual(expected);
    one.remove(["e1", "e2"]);
    one.put([entryOf(1_000, "zebra")]);
    expect([two.count(), two.search({ text: "zebra", limit: 1, offset: 0 }).total]).toEqual([599, 1]);
    two.put([corpus[1] as IndexEntry, corpus[2] as IndexEntry]);
    two.remove(["e1000"]);
    expect(answers(one)).toEqual(expected);
    one.close();
    expect(answers(two)).toEqual(expected);
    two.close();
  });

  it("forgets removed entries: neither their words nor their number change an answer, however many there were", () => {
    const file = newFile();
    const index = openFullTextIndex(file);
    for (let round = 0; round < 4; round++) {
      index.put(corpus.map((entry, number) => entryOf(number, `${entry.body} ${round} zebra`)));
      if (round === 1) index.remove(corpus.map(({ id }) => id));
    }
    index.put(corpus);
    expect(answers(index)).toEqual(expected);
    expect(index.search({ text: "zebra", limit: 1, offset: 0 }).total).toBe(0);
    index.close();
    const again = openFullTextIndex(file);
    expect(answers(again)).toEqual(expected);
    again.put(corpus);
    expect(again.count()).toBe(600);
    again.close();
  });

  it("keeps texts as they are, whatever characters they have, and facets whatever their names", () => {
    const text = fc.string({ unit: "binary", maxLength: 300 });
    fc.assert(
      fc.property(text, text, fc.array(fc.string({ maxLength: 5 }), { maxLength: 4 }), (body, name, values) => {
        const index = inMemory([{ ...entryOf(1, body), facets: { [name]: values, other: ["x"] } }, entryOf(2, "loon")]);
        const [hit] = index.search({ text: "", facets: { other: ["x"] }, limit: 1, offset: 0 }).hits;
        expect(hit?.id).toBe("e1");
        expect(
          body
            .toWellFormed()
            .replaceAll(/\s+/gu, " ")
            .trim()
            .startsWith((hit?.snippet ?? "").slice(0, 40).trim().replace(/ …$/u, "")),
        ).toBe(true);
        for (const value of values) {
          expect(index.search({ text: "", facets: { [name]: [value] }, limit: 9, offset: 0 }).total).toBe(1);
        }
      }),
      { numRuns: 60 },
    );
  });
});
