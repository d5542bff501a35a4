import type { Claimant, KnownLaw } from "./known-law.ts";
import { isFunctionWord, isOtherLaw, mayGoOn, titleEndsAt } from "./name-borders.ts";

/** A law named at one place of a text. `book` is the book named with it, "" when no book is named. */
export interface LawMatch {
  readonly law: KnownLaw;
  readonly book: string;
  readonly end: number;
  /** The registered name, where the text writes it otherwise; absent when the text writes the registered name itself. */
  readonly readAs?: string;
}

/** Finds names that a text writes differently from their registered form. */
export interface FurtherNames {
  match(text: string, at: number): LawMatch | undefined;
}

/** Length below which a name must match case exactly: `RO`, `Sr` and `Pw` are words in lower case, or parts of words. */
export const caseFoldedFrom = 5;
/** Length from which a name is a title: abbreviations are shorter. */
const titleFrom = 8;
const word = /[\p{L}\p{N}]+/uy;
/** An abbreviation in small letters; with a number behind it, it is a word of its own (`ro 3.4`). */
const small = /\p{Ll}{2,4}(?![\p{L}\p{N}-]|\.?\s*\d)/uy;
const stopped = /\p{Lu}\.\s?(?:\p{L}\.\s?){0,4}\p{L}\.(?!\s?\p{Lu}\.)/uy;
const spaces = /\s+/g;
/** Dashes with which a range of years is typed: `1940–1945`, `1940- 1945`. */
const dashes = /\s*[–—]\s*|(?<=\d)-\s+(?=\d)/g;

/** Finds law names in a text; the longest known name wins. */
export class LawTable {
  readonly #exact = new Map<string, KnownLaw>();
  readonly #folded = new Map<string, KnownLaw>();
  /** Length of the longest name that begins with each first word, in lower case. */
  readonly #lengths = new Map<string, number>();
  readonly #byShort = new Map<string, KnownLaw>();
  readonly #byId = new Map<string, KnownLaw>();
  readonly #inBooks: KnownLaw | undefined;
  readonly #further: (() => readonly FurtherNames[]) | undefined;
  #small: ReadonlyMap<string, KnownLaw> | undefined;

  /** An earlier law keeps a name that a later law claims too. `further` is called at the first name outside the table. */
  constructor(laws: readonly KnownLaw[], further?: () => readonly FurtherNames[]) {
    this.#further = further;
    for (const law of laws) {
      if (!this.#byShort.has(law.short)) this.#byShort.set(law.short, law);
      if (law.id && !this.#byId.has(law.id)) this.#byId.set(law.id, law);
      for (const name of [law.short, law.long, ...law.names]) this.add(name, law);
    }
    this.#inBooks = laws.find((law) => law.books);
  }

  /** Adds one more name of a law, such as an alias that a document defines. */
  add(name: string, law: KnownLaw): void {
    const key = name.replace(dashes, "-").replace(spaces, " ").trim();
    const [names, folded] = key.length < caseFoldedFrom ? [this.#exact, key] : [this.#folded, key.toLowerCase()];
    // A remnant of a heading in brackets, such as "(1995)" or "(C)", names no law.
    if (!/\p{L}{2}/u.test(key) || names.has(folded)) return;
    names.set(folded, law);
    const first = /[\p{L}\p{N}]+/u.exec(folded)?.[0]?.toLowerCase() ?? "";
    this.#lengths.set(first, Math.max(this.#lengths.get(first) ?? 0, key.length));
  }

  /** Finds the law with this short name. */
  byShort(short: string): KnownLaw | undefined {
    return this.#byShort.get(short);
  }

  /** Finds the law with this id. */
  byId(id: string): KnownLaw | undefined {
    return this.#byId.get(id);
  }

  /** Finds the laws that share exactly this name; returns none when the name belongs to one law, or to no law. */
  sharing(name: string): readonly Claimant[] {
    const found = this.match(name, 0) ?? this.matchFurther(name, 0);
    return found?.end === name.length ? (found.law.among ?? []) : [];
  }

  /** Tells whether a name, or `Boek 7`, may begin with this word: a quick test before `match`. */
  mayBegin(firstWord: string): boolean {
    const lower = firstWord.toLowerCase();
    return lower === "boek" || lower === "book" || this.#lengths.has(lower);
  }

  /** Finds the law named at exactly this place, with its book on either side of the name (`Boek 7 BW`, `BW Boek 7`). */
  match(text: string, at: number): LawMatch | undefined {
    const before = /(?:boek|book)\s+(\d+[Aa]?)(?![\p{L}\p{N}])/iuy;
    before.lastIndex = at;
    const book = before.exec(text);
    if (!book) return this.#name(text, at);
    const named = this.#inBooks && this.#nameAfterBook(text, before.lastIndex);
    if (named?.law.books) return { ...named, book: (book[1] ?? "").toUpperCase() };
    // A book of a wetboek other than ours, such as the wetboek of Bonaire, Sint Eustatius and Saba.
    if (/^\s*,?\s*(?:van\s+)?(?:het\s+)?(?:burgerlijk\s+wetboek|bw)(?!\p{L})/iu.test(text.slice(before.lastIndex)))
      return undefined;
    // Only the Burgerlijk Wetboek numbers its books; statutes themselves write "artikel 214 van Boek 6".
    return this.#inBooks && { law: this.#inBooks, book: (book[1] ?? "").toUpperCase(), end: before.lastIndex };
  }

  /**
   * Finds the law whose abbreviation stands here in small letters (`art. 7:611 bw`): only for who stands right behind a
   * number, since elsewhere such letters are words, or parts of them.
   */
  matchSmall(text: string, at: number): LawMatch | undefined {
    small.lastIndex = at;
    const written = small.exec(text)?.[0];
    if (written === undefined || isFunctionWord(written)) return undefined;
    this.#small ??= new Map([...this.#exact].toReversed().map(([name, law]) => [name.toLowerCase(), law]));
    const law = this.#small.get(written);
    return law && !law.among ? { law, book: "", end: small.lastIndex, readAs: law.long } : undefined;
  }

  /** Finds the law named at this place in a longer or other form than the table has; undefined when there is no such form. */
  matchFurther(text: string, at: number): LawMatch | undefined {
    let found: LawMatch | undefined;
    for (const names of this.#further?.() ?? []) {
      const match = names.match(text, at);
      if (match && (!found || match.end > found.end)) found = match;
    }
    return found;
  }

  #nameAfterBook(text: string, at: number): LawMatch | undefined {
    const joint = /\s*,?\s*(?:(?:van|of)\s+)?(?:(?:het|the)\s+)?/iy;
    joint.lastIndex = at;
    joint.exec(text);
    return this.#name(text, joint.lastIndex);
  }

  /** `B.W.`, `W.W.`: an abbreviation with a full stop behind each letter. */
  #withStops(text: string, at: number): LawMatch | undefined {
    stopped.lastIndex = at;
    const written = stopped.exec(text)?.[0];
    const law = written && this.#exact.get(written.replaceAll(/[.\s]/g, ""));
    return law ? { ...this.#withBook(text, law, stopped.lastIndex), readAs: law.long } : undefined;
  }

  #name(text: string, at: number): LawMatch | undefined {
    const withStops = this.#withStops(text, at);
    if (withStops) return withStops;
    word.lastIndex = at;
    const first = word.exec(text)?.[0];
    const length = first && this.#lengths.get(first.toLowerCase());
    if (!length) return undefined;
    const reach = text.slice(at, at + length + 24);
    const ends = wordEnds(reach);
    const keyOf = keysOf(reach);
    for (let index = ends.length - 1; index >= 0; index--) {
      const end = ends[index] ?? 0;
      const [exact, folded] = keyOf(end);
      const law = this.#exact.get(exact) ?? this.#folded.get(folded);
      if (!law) continue;
      const after = text.slice(at + end, at + end + 40);
      const year = ownYear(after, law);
      if (year > 0) return { law, book: "", end: at + end + year };
      if (isOtherLaw(after) || !isOfYear(after, law)) continue;
      // A name that ends in an act's number is whole there, unless the number goes on.
      if (isNumbered(exact) ? !/^[/\d]/.test(after) : !isTitle(exact) || titleEndsAt(text, at + end))
        return this.#withBook(text, law, at + end);
      if (mayGoOn(exact, text, at + end)) return { ...this.#withBook(text, law, at + end), readAs: law.long };
    }
    return undefined;
  }

  #withBook(text: string, law: KnownLaw, end: number): LawMatch {
    if (!law.books) return { law, book: "", end };
    const after = /\s*,?\s*\(?(?:boek|book)\s+(\d+[Aa]?)\)?(?![\p{L}\p{N}])/iuy;
    after.lastIndex = end;
    const book = after.exec(text);
    return book ? { law, book: (book[1] ?? "").toUpperCase(), end: after.lastIndex } : { law, book: "", end };
  }
}

/** Tells whether a name is the number of an act of the Union: `Richtlijn 2003/88/EG`. */
const isNumbered = (name: string): boolean => /\s\d{1,4}\/\d{1,4}(?:\/\p{L}{2,7})?$/u.test(name);

/** Tells whether a name consists of words; the text after an abbreviation hardly ever continues the name. */
const isTitle = (name: string): boolean => name.length >= titleFrom && /\p{Ll}{4}/u.test(name);

/** Tells whether the Official Journal's year after a name, where known, is the year the law was made in or the next year. */
const isOfYear = (after: string, { made }: KnownLaw): boolean => {
  const year = Number(/^\s*\((?:Stb|Stcrt)\.?\s*((?:1[89]|20)\d\d)/u.exec(after)?.[1] ?? 0);
  const own = Number(made?.slice(0, 4) || 0);
  return year === 0 || own === 0 || year === own || year === own + 1;
};

/** Length of a year after a title, with its space, when the law was made in that year (`Ambtenarenwet 1929`); else 0. */
const ownYear = (after: string, { made }: KnownLaw): number => {
  const year = /^\s+((?:1[89]|20)\d\d)(?![\p{L}\p{N}]|[:.]\d)/u.exec(after);
  return year && made?.startsWith(year[1] ?? "") ? year[0].length : 0;
};

/** The ends of the words in a stretch of text. */
const wordEnds = (reach: string): number[] => {
  const ends: number[] = [];
  for (const found of reach.matchAll(/[\p{L}\p{N}]+[.)\]]?/gu)) {
    const end = found.index + found[0].length;
    if (/[.)\]]$/.test(found[0])) ends.push(end - 1);
    ends.push(end);
  }
  return ends;
};

/** The keys of every beginning of a stretch. In the usual case of single spaces only, a key is a mere slice. */
const keysOf = (reach: string): ((end: number) => readonly [exact: string, folded: string]) => {
  const lower = reach.toLowerCase();
  if (lower.length === reach.length && !/\s{2}|[^\S ]|[–—]/.test(reach))
    return (end) => [reach.slice(0, end), lower.slice(0, end)];
  return (end) => {
    const key = reach.slice(0, end).replace(dashes, "-").replace(spaces, " ");
    return [key, key.toLowerCase()];
  };
};
