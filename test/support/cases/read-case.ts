import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import { type BadSentence, expectations } from "./bad-sentence.ts";
import type { Claim, Dossier, DossierDocument, HonestSentence, Law, Party, Ruling } from "./dossier.ts";
import { partyRoles, type SentenceKind, sentenceKinds } from "./dossier.ts";
import { type Key, readKey } from "./key.ts";
import { type Paper, readPapers, tableIfThere } from "./papers.ts";
import { CaseError, casesFolder, forEachRow, type Row, readTable, shownPath } from "./table.ts";

/** A folder of `cases/` that holds a dossier: its papers, what is known of them, and sentences for the gate where it has some. */
export interface CaseFolder {
  readonly name: string;
  readonly folder: string;
  readonly papers: readonly Paper[];
  readonly dossier: Dossier;
  readonly bad: readonly BadSentence[];
  /** Claims that no paper says: whatever is bound for them is wrong. */
  readonly unsaid: readonly string[];
  /** Claims of the right topic with a row of the key that does not carry them. */
  readonly wrongBindings: readonly { readonly entryId: string; readonly text: string; readonly wrong: string }[];
  readonly key: Key;
  /** Provisions that rows of the key quote, in parts: other citations are drawn from them. */
  readonly citations: readonly CitedProvision[];
  /** Words of `about.tsv`. */
  readonly about: ReadonlyMap<string, string>;
}

/** The provision of a row of the key. */
export interface CitedProvision {
  readonly entryId: string;
  readonly claimId: string;
  readonly law: string;
  readonly book: number;
  readonly article: string;
  /** Undefined where the article is cited as a whole. */
  readonly paragraph: number | undefined;
}

const aboutWords = ["locale", "audience", "profile", "goal", "day", "letter"] as const;

/** Reads one folder as `cases/README.md` tells. Errors: `CaseError` with file, line, column and what to do. */
export const readCase = async (folder: string, pictures: "read" | "unread" = "read"): Promise<CaseFolder> => {
  if (!existsSync(join(folder, "README.md")))
    throw new CaseError(`${shownPath(folder)} has no README.md: tell its story, its source, who wrote it and when`);
  const about = readAbout(folder);
  const papers = await readPapers(folder, pictures);
  const { laws, rulings } = readLaw(folder);
  const givenClaims = readClaims(folder);
  const key = readKey(folder, { papers, laws, rulings, claims: givenClaims.map(({ id }) => id) });
  const claims = givenClaims.length > 0 ? givenClaims : key.claims;
  const name = basename(folder);
  const locale = about.get("locale") ?? "nl";
  if (locale !== "nl" && locale !== "en")
    throw new CaseError(`${shownPath(join(folder, "about.tsv"))}: locale is “${locale}”: write nl or en`);
  const { honest, bad } = readSentences(folder, key, claims);
  const documents = papers.map(
    ({ file, title, kind, day, author, people, text }): DossierDocument => ({
      ...{ id: file, title, kind, date: day, author, participants: people, text },
    }),
  );
  return {
    ...{ name, folder, papers, bad, key, about },
    dossier: {
      ...{ name, locale, audience: about.get("audience") ?? "employer", documents, laws, rulings, claims, honest },
      ...{ parties: readParties(folder), entries: key.entries },
    },
    citations: readCitations(folder, key),
    unsaid: tableIfThere(join(folder, "unsaid.tsv"), { needed: ["text"] }).map((row) =>
      row.needed("text", "write the claim"),
    ),
    wrongBindings: tableIfThere(join(folder, "wrong-bindings.tsv"), {
      needed: ["cites", "text"],
      allowed: ["wrong"],
    }).map((row) => ({
      entryId: citesOf(row, key)[0] ?? "",
      text: row.needed("text", "write the claim"),
      wrong: row.cell("wrong"),
    })),
  };
};

const readAbout = (folder: string): Map<string, string> =>
  new Map(
    tableIfThere(join(folder, "about.tsv"), { needed: ["word", "value"] }).map((row) => {
      const word = row.needed("word", `write one of ${aboutWords.join(", ")}`);
      if (!aboutWords.some((one) => one === word))
        throw row.wrong("word", `“${word}” is not known: write one of ${aboutWords.join(", ")}`);
      return [word, row.cell("value")];
    }),
  );

/** Who everybody is, by `parties.tsv`. Errors: `CaseError`. */
export const readParties = (folder: string): Party[] =>
  tableIfThere(join(folder, "parties.tsv"), { needed: ["role", "names"], allowed: ["id", "addresses"] }).map(
    (row, at) => ({
      id: row.cell("id") || `p${at + 1}`,
      names: row.list("names", "|"),
      addresses: row.list("addresses", "|"),
      role: oneOf(row, "role", partyRoles),
    }),
  );

/** Provisions and rulings; a ruling has the name of its court, and its address is its ECLI. */
const readLaw = (folder: string): { laws: Law[]; rulings: Ruling[] } => {
  const rows = tableIfThere(join(folder, "law.tsv"), { needed: ["id", "address", "day", "text"], allowed: ["court"] });
  const read = rows.map((row) => ({
    id: row.needed("id", "write a short name of your own, such as l1"),
    address: row.needed("address", "write the provision as lawyers cite it, or the ECLI"),
    day: row.needed("day", "write the day of this wording, as 2026-03-31"),
    court: row.cell("court"),
    text: row.needed("text", "write the words of the provision"),
  }));
  return {
    laws: read
      .filter(({ court }) => court === "")
      .map(({ id, address, day, text }) => ({ id, address, version_date: day, text })),
    rulings: read
      .filter(({ court }) => court !== "")
      .map(({ id, address, court, day, text }) => ({ id, ecli: address, court, date: day, text })),
  };
};

const readCitations = (folder: string, key: Key): CitedProvision[] =>
  tableIfThere(join(folder, "citations.tsv"), {
    needed: ["cites", "law", "book", "article"],
    allowed: ["paragraph"],
  }).map((row) => {
    const [entryId = ""] = citesOf(row, key);
    const paragraph = row.cell("paragraph");
    return {
      ...{ entryId, claimId: key.entries.find(({ id }) => id === entryId)?.claimId ?? "" },
      law: row.needed("law", "write the short name of the law, as BW"),
      book: Number(row.needed("book", "write the number of the book or chapter")),
      article: row.needed("article", "write the article without its book"),
      paragraph: paragraph === "" ? undefined : Number(paragraph),
    };
  });

const readClaims = (folder: string): Claim[] =>
  tableIfThere(join(folder, "claims.tsv"), { needed: ["id", "kind", "text"], allowed: ["section"] }).map((row) => ({
    id: row.needed("id", "write a short name of your own, such as c1"),
    kind: kindOf(row.cell("kind")) ?? "FACT",
    profileKind: row.cell("kind"),
    text: row.needed("text", "write the claim as a sentence"),
    section: row.cell("section"),
  }));

const sentenceColumns = {
  needed: ["id", "truth", "cites", "text"],
  allowed: ["class", "type", "claim", "wrong", "expect"],
};

const readSentences = (
  folder: string,
  key: Key,
  claims: readonly Claim[],
): { honest: HonestSentence[]; bad: BadSentence[] } => {
  const honest: HonestSentence[] = [];
  const bad: BadSentence[] = [];
  const ids = new Map<string, number>();
  forEachRow(tableIfThere(join(folder, "sentences.tsv"), sentenceColumns), (row) => {
    const id = row.needed("id", "write a name that no other row has; the halves are drawn from it");
    const earlier = ids.get(id);
    if (earlier !== undefined) throw row.wrong("id", `“${id}” stands in line ${earlier} already: write another one`);
    ids.set(id, row.line);
    const kind = row.cell("type") === "" ? "FACT" : kindOf(row.cell("type"));
    if (!kind)
      throw row.wrong(
        "type",
        `“${row.cell("type")}” is not known: write one of ${sentenceKinds.map(wordOf).join(", ")}`,
      );
    const text = row.needed("text", "write the sentence");
    const entryIds = citesOf(row, key);
    const truth = oneOf(row, "truth", ["HONEST", "BAD"]);
    if (truth === "HONEST") honest.push({ id, kind, claimId: claimOf(row, key, claims, entryIds), entryIds, text });
    else bad.push({ id, kind, entryIds, text, why: row.cell("wrong"), ...badnessOf(row) });
  });
  return { honest, bad };
};

/** The rows of the key that a sentence cites. */
const citesOf = (row: Row, key: Key): string[] => {
  const ids = row.list("cites", ",");
  for (const id of ids)
    if (!key.entries.some((entry) => entry.id === id))
      throw row.wrong(
        "cites",
        `no row of key.tsv that words can be cited from is called “${id}”: write its id, or k and the number of the row where the key has no column id; commas stand between several`,
      );
  return ids;
};

/** The claim that a sentence names; without one that of the first row it cites. */
const claimOf = (row: Row, key: Key, claims: readonly Claim[], entryIds: readonly string[]): string => {
  const named = row.cell("claim");
  if (named === "") return key.entries.find(({ id }) => id === entryIds[0])?.claimId ?? claims[0]?.id ?? "";
  if (claims.some(({ id }) => id === named)) return named;
  throw row.wrong("claim", `there is no claim “${named}”: write an id of claims.tsv, or leave it empty`);
};

const classes = (): ReadonlyMap<string, Row> => {
  const path = join(casesFolder, "classes.tsv");
  return new Map(
    readTable(path, { needed: ["class", "expect", "what is wrong"] }).map((row) => [row.cell("class"), row]),
  );
};

const badnessOf = (row: Row): Pick<BadSentence, "class" | "expect"> => {
  const known = classes();
  const name = row.needed("class", "a bad sentence has a class; cases/classes.tsv has them");
  const standard = known.get(name);
  if (!standard)
    throw row.wrong("class", `“${name}” is not in cases/classes.tsv: write one of ${[...known.keys()].join(", ")}`);
  const expect = row.cell("expect") || standard.cell("expect");
  const found = expectations.find((one) => one === expect);
  if (!found)
    throw row.wrong("expect", `“${expect}” is not known: write one of ${expectations.join(", ")}, or nothing`);
  return { class: name, expect: found };
};

const wordOf = (name: string): string => name.toLowerCase().replaceAll("_", "-");
const kindOf = (word: string): SentenceKind | undefined =>
  sentenceKinds.find((one) => wordOf(one) === word.toLowerCase());

/** The name of the list that a cell says, written small with hyphens. Errors: `CaseError`, which names them all. */
export const oneOf = <Name extends string>(row: Row, column: string, names: readonly Name[]): Name => {
  const word = row.cell(column);
  const found = names.find((one) => wordOf(one) === word.toLowerCase());
  if (found === undefined)
    throw row.wrong(column, `“${word}” is not known: write one of ${names.map(wordOf).join(", ")}`);
  return found;
};
