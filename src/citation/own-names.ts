import type { KnownLaw } from "./known-law.ts";
import { type LawMatch, LawTable } from "./law-table.ts";
import { nameEndsAt } from "./name-words.ts";

/** What a reader of citations needs of a law table. */
export type LawNamesTable = Pick<LawTable, "match" | "mayBegin" | "matchFurther" | "matchSmall">;

/** A name that goes on behind a mere "wet" or "besluit" is another law's: `de wet van 8 juni 2005`, `de wet op de …`. */
const goesOn = /^\s+(?:van\s+\d|van\s+(?:de|het)\s+\p{Lu}|op\s|inzake\s|tot\s|houdende\s|\p{Lu}|(?:1[89]|20)\d\d)/u;
const nouns = /(?:wet|wetboek|besluit|reglement|regeling|verordening|maatregel|beschikking)$/i;
/** `het genoemde Rechtspositiebesluit`, `het Pensioenbesluit`: the first word of a longer name that stood in the text before. */
const firstWord =
  /(?:(?:genoemde|bedoelde|voornoemde|evengenoemde|desbetreffende)\s+)?(\p{L}{8,})(?![\p{L}\p{N}-])(?!\s+(?:\p{Lu}|van|op|inzake|voor|tot)\s?)/uy;

/**
 * A shared table with the names that one document gives itself on top: aliases ("hierna: de Awb"), definitions ("wet: de Wet
 * …"), and the first word of a name that stood there in full. Where one says what the shared table says too, that table
 * counts; a reading by the document's own name says so.
 */
export class OwnNames implements LawNamesTable {
  readonly #shared: LawTable;
  readonly #aliases = new LawTable([]);
  /** By first word; undefined where two laws that were named begin with it. */
  readonly #named = new Map<string, KnownLaw | undefined>();

  constructor(shared: LawTable) {
    this.#shared = shared;
  }

  /** The document calls this law so, from here on. */
  add(alias: string, law: KnownLaw): void {
    this.#aliases.add(alias, law);
  }

  /** The document has named this law. */
  note(law: KnownLaw): void {
    for (const name of [law.long, ...law.names]) {
      const word = /^\p{L}{8,}(?=\s)/u.exec(name)?.[0].toLowerCase();
      if (!word || !nouns.test(word)) continue;
      this.#named.set(word, this.#named.has(word) && this.#named.get(word)?.short !== law.short ? undefined : law);
    }
  }

  mayBegin(first: string): boolean {
    return this.#shared.mayBegin(first) || this.#aliases.mayBegin(first);
  }

  match(text: string, at: number): LawMatch | undefined {
    const alias = this.#aliases.match(text, at);
    const shared = this.#shared.match(text, at);
    if (!alias) return shared;
    const isShared = shared && !shared.law.among && (shared.end > alias.end || shared.law === alias.law);
    if (isShared) return shared;
    return goesOn.test(text.slice(alias.end, alias.end + 24)) ? shared : { ...alias, readAs: alias.law.long };
  }

  matchSmall(text: string, at: number): LawMatch | undefined {
    return this.#shared.matchSmall(text, at);
  }

  matchFurther(text: string, at: number): LawMatch | undefined {
    const further = this.#shared.matchFurther(text, at);
    if (further) return further;
    firstWord.lastIndex = at;
    const law = this.#named.get(firstWord.exec(text)?.[1]?.toLowerCase() ?? "");
    // "de Regeling tegemoetkoming asbestslachtoffers" is not the other Regeling that the text has named.
    if (!law || !nameEndsAt(text, firstWord.lastIndex)) return undefined;
    return { law, book: "", end: firstWord.lastIndex, readAs: law.long };
  }
}

const verbs = String.raw`(?:hierna|verder)(?:\s+(?:ook|te\s+noemen|genoemd|aan\s+te\s+duiden\s+als|aangeduid\s+als))?\s*:?\s*`;
const quoted = String.raw`(?:de|het)?\s*["'“‘„]?([\p{L}\p{N}][\p{L}\p{N} /-]{0,60}?)["'”’]?`;
const published = String.raw`(?:\s*\((?:Stb|Stcrt|Trb)\.[^()]{1,30}\))?`;
const alias = new RegExp(String.raw`${published}\s*(?:\(${verbs}${quoted}\)|,\s*${verbs}${quoted}(?=[,;.)]))`, "iuy");

/** The alias that stands right behind a name: `(hierna: de Awb)`, `, hierna te noemen: het Registratiebesluit,`. */
export const aliasAt = (text: string, at: number): string | undefined => {
  alias.lastIndex = at;
  const found = alias.exec(text);
  return found?.[1] ?? found?.[2];
};

const lists = /verstaan\s+onder/giu;
/** Characters behind "verstaan onder" in which its list must end; the largest lists of definitions are longer by far. */
const listMax = 20_000;
const listsMax = 40;
const definition =
  /(?:^|[;:,•\n]|\s[–-]|\s\p{L}{1,2}[.)]|\d[°º.]\.?)\s*(?:de\s+|het\s+)?(\p{L}[\p{L} -]{1,50}):\s*(?:de\s+|het\s+)?(?=\p{L})/giu;
const ends = /^\s*(?:[;.,)\n]|$|\((?:Stb|Stcrt|Trb))/u;

/** Definitions for a whole law, as its first article gives them; those of a chapter or an article do not count outside it. */
const lawWide =
  /in\s+(?:deze|dit)\s+(?:wet|rijkswet|besluit|regeling|verordening|beschikking|reglement|circulaire|beleidsregels?)(?:\s[^.:;]{0,160})?\s+verstaan\s+onder/iu;

/** The part of a law's text in which it says what its words mean throughout; "" where it says so nowhere. */
export const definitionsOf = (lawText: string): string => {
  const begin = lawWide.exec(lawText)?.index;
  return begin === undefined ? "" : lawText.slice(begin, begin + listMax);
};

/**
 * Learns what a text defines: `In deze regeling wordt verstaan onder: … wet: de Wet op de loonbelasting 1964; …`. Only a
 * term whose whole definition is one known law stands for that law.
 */
export const learnDefinitions = (text: string, names: OwnNames): void => {
  let tried = 0;
  let from = 0;
  for (const list of text.matchAll(lists)) {
    if (tried++ >= listsMax) return;
    const start = Math.max(from, list.index + list[0].length);
    from = Math.min(text.length, list.index + listMax);
    if (start >= from) continue;
    for (const match of text.slice(start, from).matchAll(definition)) {
      const at = start + match.index + match[0].length;
      const law = names.match(text, at) ?? names.matchFurther(text, at);
      if (law && !law.law.among && ends.test(text.slice(law.end, law.end + 20))) names.add(match[1] ?? "", law.law);
    }
  }
};
