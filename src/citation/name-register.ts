import { DatedActs } from "./dated-acts.ts";
import { euActName, euActNames, readCelex } from "./eu-acts.ts";
import { datedHeading, namesInHeading } from "./heading-names.ts";
import { type KnownLaw, type LawNames, sharedName } from "./known-law.ts";
import { LawTable } from "./law-table.ts";
import type { NameRow } from "./name-rows.ts";
import { namedLaws } from "./named-laws.ts";
import { claimantsOf, lawsOfRows, nameKey } from "./register-laws.ts";
import { SpelledNames } from "./spelled-names.ts";

/** Longest heading that may serve as a name: citation titles are short, official headings a paragraph. */
const titleLengthMax = 80;

/**
 * The names by which laws are cited: dated rows, to which laws that are loaded, or that an imported register tells of, add
 * theirs. `digest` names the rows by their content: two readers of one digest read alike.
 */
export class NameRegister {
  readonly digest: string;
  readonly laws: readonly KnownLaw[];
  readonly #shared: readonly KnownLaw[];
  readonly #byId: ReadonlyMap<string, KnownLaw>;
  /** Acts of the Union among the rows, by CELEX number: once such an act is loaded, its names in the rows are its own. */
  readonly #ofUnion: ReadonlyMap<string, KnownLaw>;
  readonly #books: ReadonlyMap<string, string>;
  readonly #shortById: ReadonlyMap<string, string>;
  readonly #idsByName: ReadonlyMap<string, string>;
  readonly #names: ReadonlySet<string>;
  /** Names of what has no id of its own, the Burgerlijk Wetboek above all: no other law takes them. */
  readonly #bookNames: ReadonlySet<string>;
  readonly #tables = new WeakMap<readonly LawNames[], LawTable>();
  #table: LawTable | undefined;

  constructor(rows: readonly NameRow[], digest: string) {
    this.digest = digest;
    const { laws, shared } = lawsOfRows(rows);
    this.laws = laws;
    this.#shared = shared;
    this.#byId = new Map(laws.filter(({ id }) => id !== "").map((law) => [law.id, law]));
    this.#ofUnion = new Map(laws.filter(({ elsewhere }) => elsewhere).map((law) => [celexIn(law), law]));
    this.#books = new Map(laws.flatMap(({ books = {} }) => Object.entries(books).map(([book, id]) => [id, book])));
    this.#shortById = new Map([
      ...laws.map((law) => [law.id || celexIn(law), law.short] as const),
      ...laws.flatMap(({ books = {}, short }) => Object.values(books).map((id) => [id, short] as const)),
    ]);
    this.#idsByName = new Map(
      [...this.#byId.values()].toReversed().flatMap((law) => allNames(law).map((name) => [name, law.id] as const)),
    );
    this.#names = new Set(laws.flatMap(allNames));
    this.#bookNames = new Set(laws.filter(({ id }) => id === "").flatMap(allNames));
  }

  /** The table to read with; made once for each list of loaded laws. */
  table(loaded: readonly LawNames[] = []): LawTable {
    if (loaded.length === 0) {
      this.#table ??= this.#tableOf([...this.laws, ...this.#shared], false);
      return this.#table;
    }
    const known = this.#tables.get(loaded) ?? this.#tableWith(loaded);
    this.#tables.set(loaded, known);
    return known;
  }

  /** The book whose number stands before the colon when an article of this regulation is cited; "" for laws without books. */
  bookOf(lawId: string): string {
    return this.#books.get(lawId) ?? "";
  }

  /** The name a regulation is cited by: the abbreviation of the rows, else its own, its title in the rows, its citation title, a short heading, its id. */
  shortName(law: LawNames): string {
    const named = this.#shortById.get(law.lawId);
    if (named && named !== (this.#byId.get(law.lawId) ?? this.#ofUnion.get(law.lawId))?.long) return named;
    const abbreviation = law.abbreviations?.find((each) => this.table().byShort(each) === undefined);
    const title = law.citationTitle || (law.title.length <= titleLengthMax ? law.title : "") || nameByNumber(law.lawId);
    return abbreviation ?? named ?? title;
  }

  #tableOf(laws: readonly KnownLaw[], hasHeadings: boolean): LawTable {
    let further: (SpelledNames | DatedActs)[] | undefined;
    return new LawTable(laws, () => {
      further ??= [new SpelledNames(namedLaws(laws)), ...(hasHeadings ? [new DatedActs(laws)] : [])];
      return further;
    });
  }

  #tableWith(loaded: readonly LawNames[]): LawTable {
    const own = this.#lawsByName(loaded);
    const ownById = new Map(own.map((law) => [law.id, law]));
    const byId = (id: string) => ownById.get(id) ?? this.#byId.get(id);
    // They stand first, so that no shorter name is read in their place.
    const blocked = [...this.sharedNames(loaded)].map(([name, ids]) => sharedName(name, claimantsOf(ids, byId)));
    const all = [
      ...blocked,
      ...this.laws.map((law) => ownById.get(law.id || celexIn(law)) ?? law),
      ...own.filter((law) => !this.#byId.has(law.id) && !this.#ofUnion.has(law.id)),
      // Last, so that a loaded law keeps the abbreviation that its own register of names gives it.
      ...this.#shared,
    ];
    return this.#tableOf(all, true);
  }

  /** Loaded laws as further entries of the table. A law that the rows hold keeps its short name and gains its titles. */
  #lawsByName(loaded: readonly LawNames[]): KnownLaw[] {
    const taken = new Set(this.laws.map((each) => each.short));
    return loaded
      .filter((law) => this.bookOf(law.lawId) === "")
      .map((law) => {
        const { elsewhere: _, ...known } = this.#byId.get(law.lawId) ?? this.#ofUnion.get(law.lawId) ?? {};
        const names = namesOf(law);
        const about = {
          ...(law.title && { heading: law.title, made: datedHeading(law.title)?.made ?? "" }),
          inForceFrom: law.inForceFrom ?? "",
          withdrawnOn: law.withdrawnOn ?? "",
        };
        const wanted = this.shortName(law);
        if ("short" in known) {
          const short = taken.has(wanted) ? known.short : wanted;
          taken.add(short);
          return { ...known, id: law.lawId, short, names: [known.short, ...known.names, ...names], ...about };
        }
        // Two laws of one name must not be taken for each other: the second goes by its id.
        const short = taken.has(wanted) ? law.lawId : wanted;
        taken.add(short);
        return { short, long: law.citationTitle || short, names: [...names, law.lawId], id: law.lawId, ...about };
      });
  }

  /**
   * Names that several regulations claim, each with their ids. A name in a register of headings is often a mere remark
   * ("(Warenwet)" behind seven decrees), and abbreviations repeat: whoever comes first has no better claim than the second.
   * A name of the rows stays theirs unless a loaded regulation has it as its own title or abbreviation; one that is only
   * registered contests no name of the rows, and no abbreviation.
   */
  sharedNames(laws: readonly LawNames[]): ReadonlyMap<string, readonly string[]> {
    const claims = new Map<string, Set<string>>();
    const claim = (name: string, id: string) => {
      const key = nameKey(name);
      const ids = claims.get(key);
      if (ids) ids.add(id);
      else claims.set(key, new Set([id]));
    };
    const others = laws.filter((law) => !this.#byId.has(law.lawId) && this.bookOf(law.lawId) === "");
    for (const law of others.filter((each) => !each.isNotLoaded)) {
      for (const name of namesOf(law)) if (!this.#bookNames.has(nameKey(name))) claim(name, law.lawId);
      for (const name of [law.citationTitle, ...(law.abbreviations ?? []), ...(law.titles ?? [])]) {
        const known = this.#idsByName.get(nameKey(name));
        if (known) claim(name, known);
      }
    }
    const loaded = new Set(claims.keys());
    for (const law of others.filter((each) => each.isNotLoaded)) {
      const isTaken = (name: string) =>
        this.#names.has(nameKey(name)) || (loaded.has(nameKey(name)) && law.abbreviations?.includes(name));
      for (const name of namesOf(law)) if (!isTaken(name)) claim(name, law.lawId);
    }
    return new Map([...claims].filter(([, ids]) => ids.size > 1).map(([key, ids]) => [key, [...ids].sort()]));
  }
}

const allNames = ({ short, long, names }: KnownLaw): string[] => [short, long, ...names].map(nameKey);

/** CELEX number of a law that the rows place outside the Basiswettenbestand; "" for any other. */
const celexIn = ({ elsewhere = "" }: KnownLaw): string => elsewhere.replace(/^CELEX /, "");

const nameByNumber = (lawId: string): string => {
  const act = readCelex(lawId);
  return act ? euActName(act) : lawId;
};

const byNumber = (lawId: string): string[] => {
  const act = readCelex(lawId);
  return act ? euActNames(act) : [];
};

const namesOf = (law: LawNames): string[] =>
  [
    law.citationTitle,
    ...(law.abbreviations ?? []),
    ...(law.titles ?? []),
    ...namesInHeading(law.title),
    ...byNumber(law.lawId),
  ].filter(Boolean);
