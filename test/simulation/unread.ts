import { openFullTextIndex } from "../../src/search/sqlite-index.ts";
import { type Half, halves, isUnread, markRead, readStates } from "../support/cases/halves.ts";
import { readLetters } from "../support/cases/letters.ts";
import { askedPairs } from "../support/cases/questions.ts";
import { allRows, halfOfCase } from "../support/cases/sets.ts";
import { casesFolder } from "../support/cases/table.ts";
import { madeSentences, passed } from "./gate/made/made.ts";
import { badCounts, honestOf } from "./gate/measure.ts";
import { gateCases } from "./gate/sets.ts";
import { guideCases } from "./guide/cases.ts";
import { walkCase } from "./guide/walk.ts";
import { sumsOf } from "./guide.ts";
import { measureLetters } from "./letters/measure.ts";

/** A figure of a set: what is counted, how many of how many. Never a word of a row. */
export type Figure = readonly [what: string, part: number, all: number];

/** The figures of the halves of a set that nobody who writes rules has read. True where there is such a half. */
export const simulateUnread = async ([set = ""]: readonly string[]): Promise<boolean> => {
  const known = new Set((await allRows()).map((row) => row.set));
  if (!known.has(set)) {
    process.stderr.write(`cases/ has no set “${set}”; it has ${[...known].join(", ")}\n`);
    return false;
  }
  const states = readStates(casesFolder);
  const unread = halves.filter((half) => isUnread(states, set, half));
  if (unread.length === 0) process.stderr.write(`both halves of ${set} have been read: see cases/SETS.tsv\n`);
  for (const half of unread)
    for (const [what, part, all] of await figuresOf(set, half))
      process.stdout.write(`${set} ${half}: ${what}: ${part} of ${all}\n`);
  // The guide is walked through a case as a whole, whichever half is asked.
  const walked = unread.length === halves.length ? (await guideCases()).find(({ name }) => name === set) : undefined;
  if (walked)
    process.stdout.write(`${set}: ${sumsOf(await walkCase(walked, true), await walkCase(walked, false)).words}\n`);
  return unread.length > 0;
};

/** What is counted of one half of a set. */
export const figuresOf = async (set: string, half: Half): Promise<Figure[]> => {
  if (set === "letters") return letterFigures(half);
  if (set === "forms") return formFigures(half);
  if (set === "questions") return pairFigures(half);
  const found = gateCases.find(({ name }) => name === set);
  if (!found) return [];
  const { dossier, bad } = halfOfCase(found, half);
  const { all, refused, looked } = honestOf(dossier);
  const { all: byClass, missed } = badCounts([{ dossier, sentences: bad }]);
  return [
    ["honest sentences refused", refused, all],
    ["honest sentences looked at", looked, all],
    ...[...byClass].toSorted().map(([key, count]): Figure => {
      const name = key.slice(0, key.indexOf(" "));
      return [`bad, ${name}: not met`, missed.filter((one) => one.class === name).length, count];
    }),
    ["bad sentences not met", missed.length, bad.length],
  ];
};

const letterFigures = (half: Half): Figure[] => {
  const { tallies } = measureLetters(readLetters().filter((one) => one.half === half));
  return Object.entries(tallies).flatMap(([kind, { right, found, sought }]): Figure[] => [
    [`${kind} found`, right, sought],
    [`${kind} that are none`, found - right, found],
  ]);
};

const formFigures = (half: Half): Figure[] => {
  const mine = madeSentences(1).filter((one) => one.half === half);
  const lost = passed(mine);
  const kinds = [...new Set(mine.map((one) => `${one.class} ${one.language}`))];
  const count = (some: typeof mine, kind: string) =>
    some.filter((one) => `${one.class} ${one.language}` === kind).length;
  return kinds.map((kind) => [`${kind} passed`, count(lost, kind), count(mine, kind)]);
};

/** Questions that find the text which answers them, among the texts of all. */
const pairFigures = (half: Half): Figure[] => {
  const pairs = askedPairs();
  const index = openFullTextIndex(":memory:");
  index.put(pairs.map(({ text }, at) => ({ ...plain, id: text, body: text, date: String(at) })));
  const mine = pairs.filter((one) => one.half === half);
  const found = mine.filter(({ asked, text }) =>
    index.search({ text: asked, limit: pairs.length, offset: 0 }).hits.some(({ id }) => id === text),
  );
  index.close();
  return [["pairs that meet", found.length, mine.length]];
};

const plain = { kind: "doc", title: "", people: [], facets: {} };

/** Marks a set, or one half of it, as read: `open SET --by NAME [--half even|odd]`. */
export const simulateOpen = async (args: readonly string[]): Promise<boolean> => {
  const option = (name: string): string =>
    args.includes(`--${name}`) ? (args[args.indexOf(`--${name}`) + 1] ?? "") : "";
  const [set = ""] = args;
  const rows = (await allRows()).filter((row) => row.set === set);
  if (rows.length === 0 || option("by") === "") {
    process.stderr.write("usage: open SET --by NAME [--half even|odd], with a set of cases/\n");
    return false;
  }
  if (
    option("half") !== "" &&
    (await guideCases()).some(({ name }) => name === set) &&
    !gateCases.some(({ name }) => name === set)
  ) {
    process.stderr.write(`the guide is walked through ${set} as a whole: open it without --half\n`);
    return false;
  }
  const opened = halves
    .filter((half) => option("half") === "" || option("half") === half)
    .map((half) => ({ half, rows: rows.filter((row) => row.half === half).length }));
  markRead(casesFolder, set, opened, { by: option("by"), day: new Date().toISOString().slice(0, 10) });
  process.stdout.write(
    `${set}: ${opened.map(({ half }) => half).join(" and ")} marked as read by ${option("by")} in cases/SETS.tsv; commit it\n`,
  );
  return true;
};
