import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CaseFolder } from "../../../support/cases/read-case.ts";
import { allCases } from "../../../support/cases/sets.ts";
import { type Row, readTable } from "../../../support/cases/table.ts";
import type { Case, Person } from "./shape.ts";

/** The cases of `cases/` that sentences are drawn from: those that have a `sayings.tsv`. */
export const drawnCases = async (): Promise<Case[]> =>
  (await allCases()).filter(({ folder }) => existsSync(join(folder, "sayings.tsv"))).map(drawnCase);

const drawnCase = ({ folder, dossier, about }: CaseFolder): Case => {
  const table = (name: string, needed: readonly string[]) => readTable(join(folder, `${name}.tsv`), { needed });
  const cites = (row: Row): string => {
    const id = row.needed("cites", "write the id of a row of key.tsv");
    if (!dossier.entries.some((entry) => entry.id === id))
      throw row.wrong("cites", `no row of key.tsv is called “${id}”`);
    return id;
  };
  const people = Object.fromEntries(
    table("people", ["name", "calls", "objects", "author"]).map((row): [string, Person] => {
      const called = { calls: row.list("calls", "|"), objects: row.list("objects", "|") };
      return [row.needed("name", "write a short name"), isYes(row, "author") ? { ...called, isAuthor: true } : called];
    }),
  );
  const who = (row: Row, column: string): string => {
    const name = row.needed(column, "write a name of people.tsv");
    if (!(name in people)) throw row.wrong(column, `nobody in people.tsv is called “${name}”`);
    return name;
  };
  return {
    ...{ dossier, people, opponent: about.get("opponent") ?? "" },
    sayings: table("sayings", sayingColumns).map((row) => ({
      ...{ entryId: cites(row), by: who(row, "by"), to: who(row, "to"), others: row.list("others", "|") },
      ...{ day: row.cell("day"), otherDays: row.list("other days", "|"), that: row.cell("that") },
      ...{ turned: row.list("turned", "|"), reported: row.cell("reported"), words: row.cell("words") },
      ...(isYes(row, "denies") ? { denies: true } : {}),
    })),
    doings: table("doings", doingColumns).map((row) => ({
      ...{ entryId: cites(row), by: who(row, "by"), toldBy: who(row, "told by"), others: row.list("others", "|") },
      ...{ day: row.cell("day"), otherDays: row.list("other days", "|"), object: row.cell("object") },
      ...{ participle: row.cell("participle"), past: row.cell("past") },
    })),
    turns: table("turns", ["cites", "said", "turned"]).map((row) => ({
      ...{ entryId: cites(row), said: row.needed("said", "write the sentence"), turned: row.list("turned", "|") },
    })),
  };
};

const sayingColumns = [
  ...["cites", "by", "to", "others", "day", "other days"],
  ...["that", "turned", "reported", "words", "denies"],
];
const doingColumns = ["cites", "by", "told by", "others", "day", "other days", "object", "participle", "past"];

const isYes = (row: Row, column: string): boolean => row.cell(column) === "yes";
