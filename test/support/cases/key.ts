import { join } from "node:path";
import type { Claim, Entry, Law, Ruling } from "./dossier.ts";
import { type Paper, tableIfThere } from "./papers.ts";
import { forEachRow, type Row } from "./table.ts";

/** A case's key: what each claim rests on. */
export interface Key {
  /** Evidence that sentences cite, by the order of the rows. */
  readonly entries: readonly Entry[];
  /** The claims of the rows, each text once, where the case has no `claims.tsv`. */
  readonly claims: readonly Claim[];
  /** Files that may fill a slot of a claim: rows that name one. */
  readonly slots: readonly { readonly claimId: string; readonly slot: string; readonly file: string }[];
}

const columns = {
  needed: ["claim", "kind", "file"],
  // "tempting wrong paper" is told to people only.
  allowed: ["id", "sentence", "speaker", "day", "slot", "wrong paper", "tempting wrong paper"],
};

/** What a row may rest on. `claims`: ids of the case's own claims; none: each text of the key is a claim. */
interface Known {
  readonly papers: readonly Paper[];
  readonly laws: readonly Law[];
  readonly rulings: readonly Ruling[];
  readonly claims: readonly string[];
}

export const readKey = (folder: string, known: Known): Key => {
  const entries: Entry[] = [];
  const slots: Key["slots"][number][] = [];
  const claims: Key["claims"][number][] = [];
  const claimIdOf = (row: Row): string => {
    const named = row.needed("claim", "write the claim, or its id where there is a claims.tsv");
    if (known.claims.length > 0) {
      if (known.claims.includes(named)) return named;
      throw row.wrong("claim", `“${named}” is no id of claims.tsv: write one of ${known.claims.join(", ")}`);
    }
    const found = claims.find(({ text }) => text === named);
    if (found) return found.id;
    const profileKind = row.cell("kind");
    claims.push({
      id: `c${claims.length + 1}`,
      kind: typeOf[profileKind] ?? "FACT",
      profileKind,
      text: named,
      section: "",
    });
    return `c${claims.length}`;
  };
  forEachRow(tableIfThere(join(folder, "key.tsv"), columns), (row, at) => {
    const claimId = claimIdOf(row);
    const slot = row.cell("slot");
    if (slot !== "") slots.push({ claimId, slot, file: fileOf(row, known) });
    const entry = entryOf(row, { id: row.cell("id") || `k${at + 1}`, claimId }, known);
    if (entry) entries.push(entry);
  });
  return { entries, claims, slots };
};

/** What a claim's sentence is called, by the kind of its row; any other kind is a fact. */
const typeOf: Readonly<Record<string, Claim["kind"]>> = {
  law: "LAW",
  "own-statement": "OWN_STATEMENT",
  request: "OWN_STATEMENT",
  reservation: "OWN_STATEMENT",
};

const entryOf = (
  row: Row,
  base: { readonly id: string; readonly claimId: string },
  known: Known,
): Entry | undefined => {
  const [kind, sentence] = [row.cell("kind"), row.cell("sentence")];
  if (kind === "absence") {
    const sources = row.list("file", "|").map((name) => sourceOf(row, name, known).id);
    return { ...base, slotKind: "ABSENCE", sources, scope: sentence || row.cell("claim") };
  }
  if (row.cell("file") === "") {
    // Law that is no paper of the case is the claim's alone: there are no words to cite.
    if (kind === "law") return undefined;
    if (typeOf[kind] === "OWN_STATEMENT")
      return { ...base, slotKind: "OWN_STATEMENT", statement: sentence || row.cell("claim") };
    // Neither a file nor words: she says it and no paper does, which the case tells to people.
    if (sentence === "") return undefined;
    throw row.wrong(
      "file",
      `a row of kind “${kind}” rests on a file: write its name, or leave out its sentence where no paper says it; absence, law, own-statement, request and reservation need none`,
    );
  }
  const source = sourceOf(row, row.cell("file"), known);
  if (kind === "place")
    return {
      ...base,
      slotKind: "LOCATION",
      source: source.id,
      place: row.needed("sentence", "write the place, as “Artikel 6”"),
    };
  // A row that only says which file fills a slot quotes nothing.
  if (sentence === "") return undefined;
  const quote = source.isUnread ? sentence : wordsIn(source.text, sentence);
  if (quote === undefined)
    throw row.wrong("sentence", `does not stand in “${source.id}” in these words: copy it from there letter by letter`);
  const speaker = isSame(row.cell("speaker"), source.author) ? "" : row.cell("speaker");
  const entry = { ...base, slotKind: "QUOTE" as const, source: source.id, quote };
  return speaker === "" ? entry : { ...entry, speaker, spokenOn: row.cell("day") };
};

const fileOf = (row: Row, known: Known): string =>
  sourceOf(row, row.needed("file", "write the name of a file in dossier/"), known).id;

const sourceOf = (row: Row, name: string, { papers, laws, rulings }: Known) => {
  const paper = papers.find(({ file }) => file.normalize() === name.normalize());
  if (paper) return { id: paper.file, text: paper.text, author: paper.author, isUnread: paper.isUnreadPicture };
  const law = [...laws, ...rulings].find(({ id }) => id === name);
  if (law) return { id: law.id, text: law.text, author: "", isUnread: false };
  throw row.wrong(
    "file",
    `“${name}” is no file in dossier/ and no id of law.tsv: write its name as it stands there, with its ending`,
  );
};

/** The words of a text that are this sentence, whatever lines it is broken into. */
const wordsIn = (text: string, sentence: string): string | undefined => {
  if (text.includes(sentence)) return sentence;
  const words = sentence.split(/\s+/u).map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, "\\$&"));
  return new RegExp(words.join("\\s+"), "u").exec(text)?.[0];
};

/** Whether a speaker is the writer of the file: the last words of their names are the same, or none is named. */
const isSame = (speaker: string, author: string): boolean => {
  const last = (name: string) =>
    name
      .replace(/\s*[(<].*$/u, "")
      .split(/\s+/u)
      .at(-1)
      ?.toLowerCase();
  return speaker === "" || last(speaker) === last(author);
};
