import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { halfOf, halves } from "../../support/cases/halves.ts";
import type { DrawnSentence, World } from "./draw.ts";
import type { Seed, Template } from "./templates.ts";

/** Rows of the small set's seeds, in columns parted by bars, for whoever changes one. */
export const smallSeeds = [
  "s-1|honest|sum|k1|fact|The deposit is {s1}.|-",
  "s-2|bad|sum|k1|fact|The deposit is {s1+40}.|other sum",
  "s-3|honest|elision|k2|fact|The letter says: “It is […] returned.”|-",
  "s-4|bad|name|k1|fact|Mr {n1} owes it.|nobody says so",
] as const;

/** Writes a set of one dossier into an empty folder, with the least that each file must have. */
export const writeSmallSet = (folder: string, seeds: readonly string[] = smallSeeds): void => {
  const dossier = join(folder, "dossiers", "small");
  mkdirSync(join(dossier, "papers"), { recursive: true });
  const table = (path: string, ...rows: readonly string[]): void =>
    writeFileSync(path, `${rows.map((row) => row.replaceAll("|", "\t")).join("\n")}\n`);
  table(join(folder, "classes.tsv"), "class|bad|honest", "sum|a|b", "elision|a|b", "name|a|b");
  table(join(dossier, "about.tsv"), "word|value", "locale|en", "audience|employer", "title|A deposit");
  table(join(dossier, "variables.tsv"), "name|kind|value", "d1|date|2026-03-01", "s1|sum|400", "n1|name|Pel");
  table(join(dossier, "parties.tsv"), "role|names", "author|Mia Bos", "opponent|Mr {n1}");
  const letter =
    "Title: Letter\nDay: {d1}\nAuthor: Jan {n1}\nNamed: the letter of {d1}\n\nThe deposit is {s1}. It is not returned.\n";
  writeFileSync(join(dossier, "papers", "letter.txt"), letter);
  const [at, quoted] = ["letter.txt", "It is not returned."];
  table(
    join(dossier, "key.tsv"),
    "id|kind|file|words",
    `k1|quote|${at}|The deposit is {s1}.`,
    `k2|quote|${at}|${quoted}`,
  );
  for (const half of halves)
    table(
      join(dossier, `seeds-${half}.tsv`),
      "id|truth|class|cites|type|text|wrong",
      ...seeds.filter((row) => halfOf(row.slice(0, row.indexOf("|"))) === half),
    );
};

/** A world of one letter and one draft over it. */
export const smallWorld = (...texts: readonly string[]): World => {
  const text = "The deposit of £400 was paid on 3 March 2026. It is not returned.";
  const key = [{ id: "k1", kind: "QUOTE" as const, file: "letter.txt", words: text }];
  const named = "the letter of 9 March 2026";
  const paper = { file: "letter.txt", title: "Letter", day: "2026-03-09", author: "Jan Pel", named, text };
  const template: Template = {
    ...{ name: "small", locale: "en", audience: "employer", title: "A deposit" },
    ...{ variables: [], parties: [], papers: [], key, seeds: [] },
  };
  const seed: Seed = {
    ...{
      id: "s-1",
      half: "even",
      truth: "BAD",
      class: "sum",
      cites: ["k1"],
      kind: "FACT",
      text: "",
      wrong: "other sum",
    },
  };
  return {
    ...{ id: "small", template, parties: [], key, claims: new Map() },
    papers: [{ ...paper, path: paper.file, bytes: Buffer.from(text) }],
    drafts: [{ id: "draft-1", sentences: texts.map((text): DrawnSentence => ({ seed, text })) }],
  };
};
