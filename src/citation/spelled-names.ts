import { type Claimant, claimantOf, type KnownLaw, sharedName } from "./known-law.ts";
import type { LawMatch } from "./law-table.ts";
import { isOtherLaw, titleEndsAt } from "./name-borders.ts";
import { foldWord, lettersApart, lettersOf, type NameWord, nameEndsAt, spelledKey, wordsFrom } from "./name-words.ts";

/** A name with its law. `isOwn`: a title or abbreviation; false for what is only made of the words of a heading. */
export interface NamedLaw {
  readonly name: string;
  readonly law: KnownLaw;
  readonly isOwn: boolean;
}

/** Letters and digits of a name that can be told apart by them alone; an abbreviation cannot. */
const ownFrom = 12;
const headingFrom = 20;
/** Letters of a name in which one word may be misspelt, and of that word; a longer word may differ in two letters. */
const misspeltNameFrom = 20;
const misspeltWordFrom = 7;
const twoLettersFrom = 12;
const wordsAheadMax = 24;
interface Entry extends NamedLaw {
  readonly key: string;
}

/**
 * Finds names that are written otherwise than registered: with a hyphen at a line's end, a space too many or too few, closed
 * or open full stops, another spelling, or other little words; and, where exactly one registered name is meant, with one
 * misspelt word.
 *
 * Such a reading resolves, and says under which name the law is registered (`readAs`). It could have been a mere suggestion;
 * but statutes themselves misspell the laws they cite, the article is shown to the person who confirms it, and a citation
 * that stays unread is confirmed unseen more easily than one that says what it was read as. What it must never be is silent.
 */
export class SpelledNames {
  readonly #entries: readonly Entry[];
  #vocabulary: ReadonlySet<string> | undefined;

  constructor(names: Iterable<NamedLaw>) {
    this.#entries = distinct(names);
  }

  /** The law named at this place, by its longest name; undefined where none is. */
  match(text: string, at: number): LawMatch | undefined {
    let low = 0;
    let high = this.#entries.length;
    let prefix = "";
    let found: LawMatch | undefined;
    const words: NameWord[] = [];
    for (const word of wordsFrom(text, at)) {
      if (words.push(word) > 120) break;
      if (word.folded === "") continue;
      const longer = prefix + word.folded;
      const [from, to] = this.#narrow(low, high, longer);
      if (from === to) return found ?? this.#misspelt(text, words, prefix);
      [low, high, prefix] = [from, to, longer];
      const entry = this.#entries[low];
      if (entry?.key === prefix && endsWell(text, at, word.end, entry)) found = matchOf(entry, word.end);
    }
    return found;
  }

  /** The entries between two places that begin with a prefix. */
  #narrow(low: number, high: number, prefix: string): [number, number] {
    const first = (isBefore: (key: string) => boolean, from: number) => {
      let [start, end] = [from, high];
      while (start < end) {
        const middle = (start + end) >> 1;
        if (isBefore(this.#entries[middle]?.key ?? "")) start = middle + 1;
        else end = middle;
      }
      return start;
    };
    const from = first((key) => key < prefix, low);
    return [from, first((key) => key < prefix || key.startsWith(prefix), from)];
  }

  /**
   * The name in which the last of `words` is misspelt, all words before and behind it being right. A word that any
   * registered name holds is no misspelling: it is what tells two laws apart, as are digits, years and short words.
   */
  #misspelt(text: string, words: readonly NameWord[], prefix: string): LawMatch | undefined {
    const wrong = words.at(-1);
    if (!wrong || wrong.folded.length < misspeltWordFrom || /\d/.test(wrong.folded)) return undefined;
    if (this.#knowsWord(wrong.folded)) return undefined;
    const max = wrong.folded.length < twoLettersFrom ? 1 : 2;
    const [from, to] = this.#narrow(0, this.#entries.length, prefix + wrong.folded.slice(0, 2));
    const tails = tailsBehind(text, wrong.end);
    let best: { readonly entry: Entry; readonly end: number } | undefined;
    let isUnclear = false;
    for (let index = from; index < to; index++) {
      const entry = this.#entries[index] as Entry;
      if (entry.key.length < misspeltNameFrom) continue;
      const end = endOf(entry.key.slice(prefix.length), wrong.folded, max, tails);
      if (end < (best?.end ?? 0) || !nameEndsAt(text, end)) continue;
      if (best?.end === end) isUnclear ||= lawKey(best.entry.law) !== lawKey(entry.law);
      else [best, isUnclear] = [{ entry, end }, false];
    }
    return best && !isUnclear ? matchOf(best.entry, best.end) : undefined;
  }

  #knowsWord(folded: string): boolean {
    this.#vocabulary ??= new Set(
      this.#entries.flatMap(({ name }) => (name.match(/[\p{L}\p{N}]+/gu) ?? []).map((each) => foldWord(each))),
    );
    return this.#vocabulary.has(folded);
  }
}

const matchOf = ({ law, name }: Entry, end: number): LawMatch => ({ law, book: "", end, readAs: name });

const lawKey = (law: KnownLaw): string => law.id || law.short;

/** Where a name ends whose rest is this word, misspelt, and the words behind it; −1 where that is not so. */
const endOf = (rest: string, wrong: string, max: number, tails: Tails): number => {
  let end = -1;
  for (let length = wrong.length - max; length <= wrong.length + max; length++) {
    const tail = tails.get(rest.length - length);
    if (!tail || tail.end < end || !rest.endsWith(tail.key)) continue;
    const word = rest.slice(0, length);
    if (!/\d/.test(word) && lettersApart(word, wrong, max) <= max) end = tail.end;
  }
  return end;
};

type Tails = ReadonlyMap<number, { readonly key: string; readonly end: number }>;

/** The keys of what stands behind a word, from nothing on, by their length; each with its end. */
const tailsBehind = (text: string, from: number): Tails => {
  const tails = new Map([[0, { key: "", end: from }]]);
  const gap = /[\s,()'’/–—-]*/uy;
  gap.lastIndex = from;
  const at = from + (gap.exec(text)?.[0].length ?? 0);
  let key = "";
  for (const { folded, end } of wordsFrom(text, at)) {
    key += folded;
    if (folded !== "") tails.set(key.length, { key, end });
    if (tails.size > wordsAheadMax) break;
  }
  return tails;
};

/**
 * Whether the name may end here. One that has a year is whole, and so is a law's own title that differs in nothing but
 * hyphens, spaces, full stops or diacritics; whatever else is written otherwise must be set off from what follows.
 */
const endsWell = (text: string, at: number, end: number, { name, key, isOwn }: Entry): boolean => {
  if (isOtherLaw(text.slice(end, end + 40))) return false;
  if (/(?:1[89]|20)\d\d$/.test(key)) return titleEndsAt(text, end);
  return (
    nameEndsAt(text, end) || (isOwn && titleEndsAt(text, end) && lettersOf(text.slice(at, end)) === lettersOf(name))
  );
};

/** One entry for each key, in order. A law's own title goes before another's heading; what several laws claim is nobody's. */
const distinct = (names: Iterable<NamedLaw>): Entry[] => {
  const byKey = new Map<string, Entry>();
  for (const each of names) {
    const key = spelledKey(each.name);
    if (key.length < (each.isOwn ? ownFrom : headingFrom)) continue;
    const known = byKey.get(key);
    if (!known || (each.isOwn && !known.isOwn)) byKey.set(key, { ...each, key });
    else if (known.isOwn === each.isOwn && lawKey(known.law) !== lawKey(each.law))
      byKey.set(key, { ...known, law: sharedName(known.name, [...claimantsOf(known.law), ...claimantsOf(each.law)]) });
  }
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
};

const claimantsOf = (law: KnownLaw): readonly Claimant[] => law.among ?? [claimantOf(law)];
