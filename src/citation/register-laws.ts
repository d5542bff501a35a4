import { claimantOf, type KnownLaw, sharedName } from "./known-law.ts";
import { caseFoldedFrom } from "./law-table.ts";
import type { NameRow } from "./name-rows.ts";

/** A name as the table compares it: short ones by their very letters. */
export const nameKey = (name: string): string => {
  const key = name.replace(/\s+/g, " ").trim();
  return key.length < caseFoldedFrom ? key : key.toLowerCase();
};

/** What the rows of a register say: the laws, and the names that several of them bear, each with its days. */
export interface RegisterLaws {
  readonly laws: readonly KnownLaw[];
  readonly shared: readonly KnownLaw[];
}

/**
 * Puts the rows of each law together. It is written by its first abbreviation, else by its first title. A name that rows of
 * several laws have is none's alone: it is read, and resolves only for a day on which one of them bore it.
 */
export const lawsOfRows = (rows: readonly NameRow[]): RegisterLaws => {
  const byLaw = Map.groupBy(rows, ({ lawId, book }) => (book === "" ? lawId : inBooks));
  const byName = Map.groupBy(rows.flatMap(namesIn), ({ name }) => nameKey(name));
  const several = [...byName].filter(([, claims]) => new Set(claims.map(({ row }) => keyOf(row))).size > 1);
  const isShared = new Set(several.map(([key]) => key));
  const shared = several.map(([, claims]) =>
    sharedName(
      claims[0]?.name ?? "",
      claims.map(({ row: { lawId: id, from, until } }) => ({ id, from, until })),
    ),
  );
  return { laws: [...byLaw.values()].map((each) => lawOf(each, isShared)), shared };
};

/** One law has books: the Burgerlijk Wetboek, whose every book is a regulation. */
const inBooks = "in books";
const keyOf = ({ lawId, book }: NameRow): string => (book === "" ? lawId : inBooks);

const namesIn = (row: NameRow) => [row.title, row.abbreviation].filter(Boolean).map((name) => ({ name, row }) as const);

const lawOf = (rows: readonly NameRow[], isShared: ReadonlySet<string>): KnownLaw => {
  const own = (names: readonly string[]) => [...new Set(names)].filter((name) => name && !isShared.has(nameKey(name)));
  const titles = own(rows.map(({ title }) => title));
  const abbreviations = own(rows.map(({ abbreviation }) => abbreviation));
  const [first] = rows;
  const id = first?.lawId ?? "";
  const short = abbreviations[0] ?? titles[0] ?? id;
  const long = titles[0] ?? short;
  const names = [...titles, ...abbreviations].filter((name) => name !== short && name !== long);
  if (first?.book) return { short, long, names, id: "", books: booksOf(rows) };
  return id.startsWith("BWB") ? { short, long, names, id } : { short, long, names, id: "", elsewhere: `CELEX ${id}` };
};

const booksOf = (rows: readonly NameRow[]): Record<string, string> =>
  Object.fromEntries(rows.map(({ book, lawId }) => [book, lawId]));

/** Claimants of a shared name among laws that are known. */
export const claimantsOf = (ids: readonly string[], byId: (id: string) => KnownLaw | undefined) =>
  ids.map((id) => claimantOf(byId(id) ?? { id, short: id, long: id, names: [] }));
