import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DomainError } from "../../src/error.ts";
import type { FullTextIndex, IndexEntry } from "../../src/search/full-text-index.ts";
import { usualWriting } from "../../src/search/index-state.ts";
import { openFullTextIndex } from "../../src/search/sqlite-index.ts";
import { seeded } from "./store-seed.ts";

/** Numbers from 0 to 1. */
type Random = () => number;

const below = (random: Random, end: number): number => Math.floor(random() * end);

/** What became of flips, one each in the file of an index. */
export interface IndexFlips {
  /** Everything was answered as without it. */
  same: number;
  /** Found at the opening: the index is empty and says that it is of no state, so that its owner fills it. */
  emptied: number;
  /** A question was answered with INDEX_STALE, and after its owner had filled the index all were right. */
  told: number;
  /** The index says that it is of an older state, which its owner brings up to date. */
  older: number;
  /** Another answer without a word. */
  readonly silent: string[];
  /** Another error than INDEX_STALE, or an index that was not right once it was filled. */
  readonly wrong: string[];
}

const words = (
  "loon ziekte werkgever werknemer plan brief brieven ontslag voet staande re-integratie bedrijfsarts uitkering " +
  "artikel 7:611 7:658 goed gedrag overeenkomst einde termijn opzegging vergoeding redelijk billijk"
).split(" ");

const entryOf = (number: number, random: Random): IndexEntry => ({
  id: `${number % 7 === 0 ? "zaak" : "stuk"}-${number.toString(16).padStart(6, "0")}`,
  kind: number % 3 ? "doc" : "thread",
  date: `202${number % 6}-0${1 + (number % 9)}-1${number % 10}`,
  title: `${words[number % words.length]} ${words[(number * 5) % words.length]}`,
  body: Array.from({ length: 90 }, () =>
    below(random, 3) === 0 ? `w${below(random, 700)}` : words[below(random, words.length)],
  ).join(" "),
  people: [`Persoon ${number % 9} <p${number % 9}@bedrijf.example>`],
  facets: { thread: [`t${number % 40}`] },
});

const questions = [
  ...[
    "werkgever",
    "brief",
    '"goed gedrag"',
    "+loon -ziekte",
    "bedrijf*",
    "w12 w345",
    "onslag",
    "niemandsland",
    "7:611",
  ],
  ...["subject:plan", "re-integratie", "loon w/3 brief", "w1 OR w699", "brieven ontslag einde termijn"],
].map((text) => ({ text, limit: 40, offset: 0 }));
const filters = [
  { text: "", kinds: ["doc"], from: "2021", to: "2023-05", limit: 500, offset: 0 },
  { text: "", people: ["p3@bedrijf.example"], limit: 100, offset: 0 },
  { text: "", facets: { thread: ["t3", "t17"] }, limit: 100, offset: 0 },
  { text: "brief", facets: { thread: ["t5"] }, limit: 100, offset: 0 },
];
const asked = [...questions, ...filters];

/** As it was left: closed in good order, by a process that died, or open and read from the disk again. */
const states = ["closed", "killed", "open"] as const;
const smallCache = { ...usualWriting, cacheKiB: 32 };

/** Flips one bit each time in the files of an index, in turn as it is left closed, killed or open, and asks everything. */
export const flipIndexes = (flips: number, random: Random): IndexFlips => {
  const folder = mkdtempSync(join(tmpdir(), "pincite-index-flips-"));
  const report: IndexFlips = { same: 0, emptied: 0, told: 0, older: 0, silent: [], wrong: [] };
  try {
    const entries = Array.from({ length: 500 }, (_, number) => entryOf(number, random));
    const fill = (index: FullTextIndex): void => {
      index.put(entries.slice(0, 400));
      index.watermark = "400";
      index.put(entries.slice(400));
      index.remove(["stuk-000001"]);
      index.watermark = "all";
    };
    const [whole, killed] = [join(folder, "whole"), join(folder, "killed")];
    const made = openFullTextIndex(whole);
    fill(made);
    for (const end of ["", "-wal", ".key"]) copyFileSync(whole + end, killed + end);
    const answersOf = (index: FullTextIndex): string[] =>
      asked.map((question) => JSON.stringify(index.search(question)));
    const expected = answersOf(made);
    made.close();
    for (let flip = 0; flip < flips; flip++) {
      const state = states[flip % states.length]!;
      const from = state === "killed" ? killed : whole;
      const file = join(folder, `flip-${flip}`);
      const ends = ["", "-wal", ".key"].filter((end) => existsSync(from + end));
      for (const end of ends) copyFileSync(from + end, file + end);
      let open = state === "open" ? openFullTextIndex(file, smallCache) : undefined;
      if (open) answersOf(open);
      const where = flipOne(`${file}${ends[below(random, ends.length)]}`, random);
      const place = `${state}, ${where.replace(folder, "")}`;
      try {
        open ??= openFullTextIndex(file, smallCache);
        judge(open, { expected, answersOf, fill, report, place });
      } catch (error) {
        report.wrong.push(`${place}: ${String(error)}`);
      }
      try {
        open?.close();
      } catch (error) {
        if (!isStale(error)) report.wrong.push(`${place}: at its close, ${String(error)}`);
      }
      for (const end of ["", "-wal", "-shm", "-next", ".key", "-next.key"]) rmSync(file + end, { force: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return report;
};

interface Judged {
  readonly expected: readonly string[];
  readonly answersOf: (index: FullTextIndex) => string[];
  readonly fill: (index: FullTextIndex) => void;
  readonly report: IndexFlips;
  readonly place: string;
}

const judge = (index: FullTextIndex, { expected, answersOf, fill, report, place }: Judged): void => {
  const isRight = (given: readonly string[]): boolean => given.every((answer, at) => answer === expected[at]);
  let verdict: "same" | "told" | "emptied" | "older";
  try {
    const { watermark } = index;
    verdict = watermark === "" ? "emptied" : watermark === "all" ? "same" : "older";
    if (verdict === "same") {
      const given = answersOf(index);
      const at = given.findIndex((answer, number) => answer !== expected[number]);
      if (at >= 0) {
        report.silent.push(`${place}: ${JSON.stringify(asked[at])} ${given[at]?.slice(0, 120)}`);
        return;
      }
    }
  } catch (error) {
    if (!isStale(error)) throw error;
    verdict = "told";
  }
  // What its owner does then: everything is put again, and what was removed is removed.
  if (verdict === "told" && index.watermark !== "") report.wrong.push(`${place}: it says of itself ${index.watermark}`);
  if (verdict !== "same") {
    fill(index);
    if (!isRight(answersOf(index))) report.wrong.push(`${place}: not right once it was filled`);
  }
  report[verdict]++;
};

const isStale = (error: unknown): boolean => error instanceof DomainError && error.reason === "INDEX_STALE";

/** Flips a bit of a byte that says something; answers where. */
const flipOne = (file: string, random: Random): string => {
  const bytes = readFileSync(file);
  let at = below(random, bytes.length);
  for (let tries = 0; bytes[at] === 0 && tries < 64; tries++) at = below(random, bytes.length);
  const bit = below(random, 8);
  bytes[at] = bytes[at]! ^ (1 << bit);
  writeFileSync(file, bytes);
  return `${file} ${at} ${bit}`;
};

/** `npm run campaign -- index [flips] [seed]`. */
export const simulateIndex = (args: string[]): boolean => {
  const [flips = 300, seed = 1] = args.map(Number);
  const { silent, wrong, ...counts } = flipIndexes(flips, seeded(seed));
  process.stdout.write(`${flips} flips in index files, seed ${seed}: ${JSON.stringify(counts)}\n`);
  process.stdout.write(`${silent.length} other answers without a word, ${wrong.length} wrong\n`);
  for (const line of [...silent, ...wrong]) process.stdout.write(`  ${line}\n`);
  return silent.length === 0 && wrong.length === 0;
};
