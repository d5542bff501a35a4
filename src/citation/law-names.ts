import { DatedActs } from "./dated-acts.ts";
import { datedHeading, namesByHeading, namesInHeading } from "./heading-names.ts";
import type { LawNames } from "./known-law.ts";
import {
  bookOfRegulation,
  claimantOf,
  type KnownLaw,
  knownLaws,
  sharedAbbreviations,
  sharedName,
  shortNameOf,
} from "./known-law.ts";
import { caseFoldedFrom, LawTable } from "./law-table.ts";
import { type NamedLaw, SpelledNames } from "./spelled-names.ts";

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
      const about = {
        ...(law.title && { heading: law.title, made: datedHeading(law.title)?.made ?? "" }),
        inForceFrom: law.inForceFrom ?? "",
        withdrawnOn: law.withdrawnOn ?? "",
      };
      if (known) return { ...known, names: [...known.names, ...names], ...about };
      // Two laws of one name must not be taken for each other: the second goes by its id.
      const wanted = dutchShortName(law);
      const short = taken.has(wanted) ? law.lawId : wanted;
      taken.add(short);
      return { short, long: law.citationTitle || short, names: [...names, law.lawId], id: law.lawId, ...about };
    });
};

const knownByName: ReadonlyMap<string, KnownLaw> = new Map(
  knownLaws
    .filter((each) => each.id !== "")
    .toReversed()
    .flatMap((each) => [each.short, each.long, ...each.names].map((name) => [nameKey(name), each] as const)),
);

const allNames = ({ short, long, names }: KnownLaw): string[] => [short, long, ...names].map(nameKey);
const tableNames: ReadonlySet<string> = new Set(knownLaws.flatMap(allNames));
/** Names of what has no id of its own, the Burgerlijk Wetboek above all: no other law takes them. */
const bookNames: ReadonlySet<string> = new Set(knownLaws.filter((each) => each.id === "").flatMap(allNames));

const knownById: ReadonlyMap<string, KnownLaw> = new Map(knownLaws.map((each) => [each.id, each]));

const namesOf = (law: LawNames): string[] =>
  [law.citationTitle, ...(law.abbreviations ?? []), ...(law.titles ?? []), ...namesInHeading(law.title)].filter(
    Boolean,
  );

/**
 * Names that several regulations claim, each with their ids. A name in a register of headings is often a mere remark
 * ("(Warenwet)" behind seven decrees), and abbreviations repeat: whoever comes first has no better claim than the second.
 * A name of the table stays the table's unless a loaded regulation has it as its own title or abbreviation; one that is only
 * registered contests no name of the table, and no abbreviation.
 */
export const sharedNames = (laws: readonly LawNames[]): ReadonlyMap<string, readonly string[]> => {
  const claims = new Map<string, Set<string>>();
  const claim = (name: string, id: string) => {
    const key = nameKey(name);
    const ids = claims.get(key);
    if (ids) ids.add(id);
    else claims.set(key, new Set([id]));
  };
  const others = laws.filter((law) => !knownById.has(law.lawId) && bookOfRegulation(law.lawId) === "");
  for (const law of others.filter((each) => !each.isNotLoaded)) {
    for (const name of namesOf(law)) if (!bookNames.has(nameKey(name))) claim(name, law.lawId);
    for (const name of [law.citationTitle, ...(law.abbreviations ?? []), ...(law.titles ?? [])]) {
      const known = knownByName.get(nameKey(name));
      if (known) claim(name, known.id);
    }
  }
  const loaded = new Set(claims.keys());
  for (const law of others.filter((each) => each.isNotLoaded)) {
    const isTaken = (name: string) =>
      tableNames.has(nameKey(name)) || (loaded.has(nameKey(name)) && law.abbreviations?.includes(name));
    for (const name of namesOf(law)) if (!isTaken(name)) claim(name, law.lawId);
  }
  return new Map([...claims].filter(([, ids]) => ids.size > 1).map(([key, ids]) => [key, [...ids].sort()]));
};

/** The table without loaded laws. */
export const knownTable = new LawTable([...knownLaws, ...sharedAbbreviations], () => {
  known ??= [new SpelledNames(namedLaws(knownLaws))];
  return known;
});
let known: SpelledNames[] | undefined;

const tables = new WeakMap<readonly LawNames[], LawTable>();

/** The law table with the loaded laws in it; made once for each list of them. */
export const tableWith = (laws: readonly LawNames[]): LawTable => {
  if (laws.length === 0) return knownTable;
  const known = tables.get(laws) ?? named(laws);
  tables.set(laws, known);
  return known;
};

const named = (laws: readonly LawNames[]): LawTable => {
  const loaded = lawsByName(laws);
  const loadedById = new Map(loaded.map((law) => [law.id, law]));
  const claimants = (ids: readonly string[]) =>
    ids.map((id) => claimantOf(loadedById.get(id) ?? knownById.get(id) ?? { id, short: id, long: id, names: [] }));
  // They stand first, so that no shorter name is read in their place.
  const blocked = [...sharedNames(laws)].map(([name, ids]) => sharedName(name, claimants(ids)));
  const all: KnownLaw[] = [
    ...blocked,
    ...knownLaws.map((law) => loadedById.get(law.id) ?? law),
    ...loaded.filter((law) => !knownById.has(law.id)),
    ...sharedAbbreviations,
  ];
  let further: [SpelledNames, DatedActs] | undefined;
  const makeFurther = () => {
    further ??= [new SpelledNames(namedLaws(all)), new DatedActs(all)];
    return further;
  };
  return new LawTable(all, makeFurther);
};

/** Every name of every law, its own before those that its heading only describes it by. */
function* namedLaws(laws: readonly KnownLaw[]): Generator<NamedLaw> {
  for (const law of laws)
    for (const name of [law.short, law.long, ...law.names])
      if (!law.among || name === law.long) yield { name, law, isOwn: true };
  for (const law of laws) for (const name of namesByHeading(law.heading ?? "")) yield { name, law, isOwn: false };
}
