import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../../scripts/import-rules.ts";
import { type Party, type SentenceKind, sentenceKinds } from "../../support/cases/dossier.ts";
import { type Half, halfOf, halves } from "../../support/cases/halves.ts";
import { oneOf, readParties } from "../../support/cases/read-case.ts";
import { CaseError, forEachRow, type Row, readTable, shownPath } from "../../support/cases/table.ts";
import { kinds, type Locale, problemIn, type Variable } from "./values.ts";

/** The published set. */
export const attacksFolder = join(projectRoot, "attacks");

/** A paper of a dossier, with variables in the place of its days, sums, numbers and names. */
export interface PaperTemplate {
  readonly file: string;
  /** `From`, `To`, `Date` and `Subject` of a mail; `Title`, `Day` and `Author` of any other; of both `Named`, as a memo calls it. */
  readonly head: ReadonlyMap<string, string>;
  readonly body: string;
}

/** What a sentence may cite: words of a paper, a statement of the author, or a search that finds nothing. */
export interface KeyRow {
  readonly id: string;
  readonly kind: "QUOTE" | "OWN_STATEMENT" | "ABSENCE";
  /** The paper; empty for the other two. */
  readonly file: string;
  /** The exact words; of a search what is searched. */
  readonly words: string;
}

/** A sentence of a draft, with its truth. */
export interface Seed {
  readonly id: string;
  readonly half: Half;
  readonly truth: "HONEST" | "BAD";
  readonly class: string;
  readonly cites: readonly string[];
  readonly kind: SentenceKind;
  readonly text: string;
  /** What is wrong with a bad one, in a few words. */
  readonly wrong: string;
}

/** A dossier with variables. */
export interface Template {
  readonly name: string;
  readonly locale: Locale;
  readonly audience: string;
  readonly title: string;
  readonly variables: readonly Variable[];
  readonly parties: readonly Party[];
  readonly papers: readonly PaperTemplate[];
  readonly key: readonly KeyRow[];
  readonly seeds: readonly Seed[];
}

/** All dossiers, in the order of their names. Errors: `CaseError` with file, line, column and what to do. */
export const readTemplates = (folder: string = attacksFolder): Template[] => {
  const classes = readTable(join(folder, "classes.tsv"), { needed: ["class", "bad", "honest"] }).map((row) =>
    row.needed("class", "write the name of a class"),
  );
  const ids = new Map<string, string>();
  return readdirSync(join(folder, "dossiers"))
    .toSorted()
    .map((name) => readTemplate(join(folder, "dossiers", name), name, { classes, ids }));
};

/** What rows of several dossiers are held against. */
interface Known {
  readonly classes: readonly string[];
  /** Where each id of a seed stands. */
  readonly ids: Map<string, string>;
}

const readTemplate = (folder: string, name: string, known: Known): Template => {
  const about = new Map(
    readTable(join(folder, "about.tsv"), { needed: ["word", "value"] }).map((row) => [
      oneOf(row, "word", ["LOCALE", "AUDIENCE", "TITLE"]),
      row.needed("value", "write the value"),
    ]),
  );
  const variables = readVariables(join(folder, "variables.tsv"));
  const papers = readdirSync(join(folder, "papers"))
    .toSorted()
    .map((file) => readPaper(join(folder, "papers", file), file, variables));
  const key = readKey(join(folder, "key.tsv"), papers, variables);
  const seeds = halves.flatMap((half) => readSeeds(join(folder, `seeds-${half}.tsv`), half, key, variables, known));
  return {
    ...{ name, variables, papers, key, seeds, parties: readParties(folder) },
    locale: about.get("LOCALE") === "en" ? "en" : "nl",
    audience: about.get("AUDIENCE") ?? "employer",
    title: about.get("TITLE") ?? name,
  };
};

const readVariables = (path: string): Variable[] =>
  readTable(path, { needed: ["name", "kind", "value"] }).map((row) => {
    const kind = oneOf(row, "kind", kinds);
    const value = row.needed("value", "write the value that the dossier has as it lies there");
    if (kind === "DATE" && !/^\d{4}-\d\d-\d\d$/u.test(value)) throw row.wrong("value", "is no day: write 2026-03-31");
    if (kind === "SUM" && (!/^\d+$/u.test(value) || Number(value) % 20 !== 0))
      throw row.wrong("value", "is no whole multiple of 20: a drawn sum is a twentieth part of it, so often");
    if (kind === "NUMBER" && !/^\d+$/u.test(value)) throw row.wrong("value", "is no number: write its digits");
    return { name: row.needed("name", "write a short name, such as d1"), kind, value };
  });

const heads = {
  eml: ["From", "To", "Date", "Subject", "Named"],
  txt: ["Title", "Day", "Author", "Named"],
} as const;

const readPaper = (path: string, file: string, variables: readonly Variable[]): PaperTemplate => {
  const [first = "", ...rest] = readFileSync(path, "utf8").replace(/\n$/u, "").split("\n\n");
  const head = new Map(
    first.split("\n").map((line, at) => {
      const [, name = "", value = ""] = /^([A-Z][a-z]+): (.+)$/u.exec(line) ?? [];
      if (name === "") throw new CaseError(`${shownPath(path)}:${at + 1}: is no “Name: value”: write one a line`);
      return [name, value];
    }),
  );
  const needed = file.endsWith(".eml") ? heads.eml : heads.txt;
  for (const name of needed)
    if (!head.has(name)) throw new CaseError(`${shownPath(path)}:1: has no “${name}: …”: a paper has ${needed}`);
  const body = rest.join("\n\n");
  const problem = problemIn(`${first}\n${body}`, variables);
  if (problem) throw new CaseError(`${shownPath(path)}:1: ${problem}`);
  return { file, head, body };
};

const readKey = (path: string, papers: readonly PaperTemplate[], variables: readonly Variable[]): KeyRow[] => {
  const found: KeyRow[] = [];
  forEachRow(readTable(path, { needed: ["id", "kind", "file", "words"] }), (row) => {
    const id = row.needed("id", "write a short name, such as k1");
    if (found.some((one) => one.id === id)) throw row.wrong("id", `“${id}” is there already: write another one`);
    const kind = oneOf(row, "kind", ["QUOTE", "OWN_STATEMENT", "ABSENCE"]);
    const words = known(row, "words", variables);
    const file = kind === "QUOTE" ? row.needed("file", "write the name of a file in papers/") : "";
    const paper = papers.find((one) => one.file === file);
    if (kind === "QUOTE" && !paper?.body.includes(words))
      throw row.wrong("words", `do not stand in “${file}”: copy them from there letter by letter, variables and all`);
    found.push({ id, kind, file, words });
  });
  return found;
};

const columns = { needed: ["id", "truth", "class", "cites", "type", "text", "wrong"] };

const readSeeds = (
  path: string,
  half: Half,
  key: readonly KeyRow[],
  variables: readonly Variable[],
  { classes, ids }: Known,
): Seed[] => {
  const found: Seed[] = [];
  forEachRow(readTable(path, columns), (row) => {
    const id = row.needed("id", "write a name that no other row has; the half is drawn from it");
    if (ids.has(id)) throw row.wrong("id", `“${id}” stands in ${ids.get(id)} already: write another one`);
    if (halfOf(id) !== half)
      throw row.wrong("id", `“${id}” is of the half ${halfOf(id)}: put it in seeds-${halfOf(id)}.tsv`);
    ids.set(id, `${shownPath(path)}:${row.line}`);
    const truth = oneOf(row, "truth", ["HONEST", "BAD"]);
    const named = row.needed("class", "write a name of classes.tsv");
    if (!classes.includes(named))
      throw row.wrong("class", `“${named}” is not in classes.tsv: write one of ${classes.join(", ")}`);
    const kind = oneOf(row, "type", sentenceKinds);
    const cites = row.list("cites", ",");
    const cited = key.filter((one) => cites.includes(one.id));
    if (cited.length !== cites.length)
      throw row.wrong("cites", "names a row that key.tsv has not: write its ids, with commas");
    if (cited.length === 0 && kind !== "ARGUMENT") throw row.wrong("cites", "is empty: only an argument cites nothing");
    const text = known(row, "text", variables);
    const lost = fragmentsOf(text).find((words) => !cited.some((one) => one.words.includes(words)));
    if (lost !== undefined) throw row.wrong("text", `quotes “${lost}”, which no cited row says in these words`);
    const wrong = row.cell("wrong");
    if ((truth === "BAD") !== (wrong !== ""))
      throw row.wrong("wrong", "says what is wrong with a bad sentence, and only with one");
    found.push({ id, half, truth, class: named, cites, kind, text, wrong });
  });
  return found;
};

/** What stands between quotation marks, in the parts that an ellipsis leaves. */
export const fragmentsOf = (text: string): string[] =>
  [...text.matchAll(/“([^”]*)”/gu)]
    .flatMap(([, words = ""]) => words.split("[…]"))
    .map((part) => part.trim().replace(/\.$/u, ""))
    .filter((part) => part !== "");

/** A cell whose variables the dossier has. */
const known = (row: Row, column: string, variables: readonly Variable[]): string => {
  const text = row.needed(column, "write the words");
  const problem = problemIn(text, variables);
  if (problem) throw row.wrong(column, problem);
  return text;
};
