import type { LawNames } from "../jurisdiction.ts";
import { caseFoldedFrom, LawTable } from "./law-table.ts";
import { bookOfRegulation, type KnownLaw, knownLaws, shortNameOf } from "./laws.ts";

/** A name as the table compares it: short ones by their very letters. */
export const nameKey = (name: string): string => {
  const key = name.replace(/\s+/g, " ").trim();
  return key.length < caseFoldedFrom ? key : key.toLowerCase();
};

/** Longest heading that may serve as a name: citation titles are short, official headings a paragraph. */
const titleLengthMax = 80;

/** The name a regulation is cited by: that of the table, else its abbreviation, its citation title, a short heading, its id. */
export const dutchShortName = (law: LawNames): string =>
  shortNameOf(law.lawId) ??
  law.abbreviations?.find((each) => knownTable.byShort(each) === undefined) ??
  (law.citationTitle || (law.title.length <= titleLengthMax ? law.title : "") || law.lawId);

/** Loaded laws as further entries of the table. A law that the table holds keeps its short name and gains its titles. */
export const lawsByName = (laws: readonly LawNames[]): KnownLaw[] => {
  const taken = new Set(knownLaws.map((each) => each.short));
  return laws
    .filter((law) => bookOfRegulation(law.lawId) === "")
    .map((law) => {
      const known = knownById.get(law.lawId);
      const names = namesOf(law);
      if (known) return { ...known, names: [...known.names, ...names] };
      // Two laws of one name must not be taken for each other: the second goes by its id.
      const wanted = dutchShortName(law);
      const short = taken.has(wanted) ? law.lawId : wanted;
      taken.add(short);
      return { short, long: law.citationTitle || short, names: [...names, law.lawId], id: law.lawId };
    });
};

const knownByName: ReadonlyMap<string, KnownLaw> = new Map(
  knownLaws
    .filter((each) => each.id !== "")
    .toReversed()
    .flatMap((each) => [each.short, each.long, ...each.names].map((name) => [nameKey(name), each] as const)),
);

const knownById: ReadonlyMap<string, KnownLaw> = new Map(knownLaws.map((each) => [each.id, each]));

const namesOf = (law: LawNames): string[] =>
  [
    law.citationTitle,
    law.title.length <= titleLengthMax ? law.title : "",
    ...(law.abbreviations ?? []),
    ...(law.titles ?? []),
    ...namesInHeading(law.title),
  ].filter(Boolean);

/**
 * Names that several regulations claim, each with their ids. A name in a register of headings is often a mere remark
 * ("(Warenwet)" behind seven decrees), and abbreviations repeat: whoever comes first has no better claim than the second.
 * A name of the table stays the table's unless another regulation has it as its own title or abbreviation.
 */
export const sharedNames = (laws: readonly LawNames[]): ReadonlyMap<string, readonly string[]> => {
  const claims = new Map<string, Set<string>>();
  const claim = (name: string, id: string) => {
    const key = nameKey(name);
    claims.set(key, (claims.get(key) ?? new Set()).add(id));
  };
  for (const law of laws) {
    if (knownById.has(law.lawId) || bookOfRegulation(law.lawId) !== "") continue;
    for (const name of namesOf(law)) claim(name, law.lawId);
    for (const name of [law.citationTitle, ...(law.abbreviations ?? []), ...(law.titles ?? [])]) {
      const known = knownByName.get(nameKey(name));
      if (known) claim(name, known.id);
    }
  }
  return new Map([...claims].filter(([, ids]) => ids.size > 1).map(([key, ids]) => [key, [...ids].sort()]));
};

/** The names that an official heading holds: `… tot vaststelling van de Schepenwet`, `… (Zorgverzekeringswet)`. */
const namesInHeading = (heading: string): string[] => {
  const bracketed = /\((\p{Lu}[^()]{4,160})\)\s*$/u.exec(heading)?.[1];
  const made = /\bvaststelling van (?:de|het|een) (?:nieuwe? )?(\p{L}[\p{L}\p{N} -]{4,79})(?= \([^()]*\)\s*$|$)/iu.exec(
    heading,
  )?.[1];
  return [bracketed, made && /(?:wet|besluit|reglement|regeling)(?:\s|$)/i.test(made) ? made : ""].filter(
    (name) => name !== undefined,
  );
};

/** The table without loaded laws. */
export const knownTable = new LawTable(knownLaws);

export interface NamedLaws {
  readonly table: LawTable;
  readonly shared: ReadonlyMap<string, readonly string[]>;
}

const tables = new WeakMap<readonly LawNames[], NamedLaws>();
const noneShared: NamedLaws["shared"] = new Map();

/** The law table with the loaded laws in it; made once for each list of them. */
export const tableWith = (laws: readonly LawNames[]): LawTable => namedWith(laws).table;

/** The table of names, and those that several laws share. */
export const namedWith = (laws: readonly LawNames[]): NamedLaws => {
  if (laws.length === 0) return { table: knownTable, shared: noneShared };
  const known = tables.get(laws) ?? named(laws);
  tables.set(laws, known);
  return known;
};

const named = (laws: readonly LawNames[]): NamedLaws => {
  const shared = sharedNames(laws);
  // They stand first, so that no shorter name is read in their place.
  const blocked = [...shared].map(([name, among]) => ({
    short: `${name} (${among.join()})`,
    long: name,
    names: [],
    id: "",
    among,
  }));
  return { table: new LawTable([...blocked, ...knownLaws, ...lawsByName(laws)]), shared };
};
