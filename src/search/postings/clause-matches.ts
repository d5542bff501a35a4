import type { Clause } from "../query/expression.ts";
import type { Token } from "../words/analysis.ts";
import type { WordList } from "../words/compounds.ts";
import { stemsOf } from "../words/stem.ts";
import { strongForms, weakStems } from "../words/verb-forms.ts";
import { following, inOrder, isBefore, joined, PlaceList, type Places } from "./places.ts";
import { bodyPlace, eachCount, eachPlace, peoplePlace } from "./posting-bytes.ts";
import type { Tally } from "./tally.ts";

/** Where words stand: what is written and what is recent, as one. */
export interface Postings extends WordList {
  /** The word's blocks, documents ascending. */
  blocksOf(word: string, take: (first: number, block: Uint8Array) => void): void;
  /** Every word but facets. Slow. */
  words(): Iterable<string>;
  /** Every word that has one of these stems. */
  inflections(stems: readonly string[]): readonly string[];
  /** Every word of which this one, or a longer inflection of it, is a part. */
  compounds(word: Token): Compounds;
  /** Counts work beside the reading of blocks, in bytes that are read in the time. Errors: REQUEST_INVALID for more than a query may do. */
  spend(units: number): void;
}

/** What a place costs that is held, and one that is sorted among others, in bytes that are read in the time (`ReadBudget`). */
const [placeCost, sortedCost] = [2, 4];
/** The same for a word that is held against a pattern of letters. */
const likeCost = 32;

/** The words by which documents were found, for whoever shows where. */
export class FoundWords {
  readonly words = new Set<string>();
  /** Any word that begins so counts as well. */
  readonly beginnings: string[] = [];
  /** How many clauses were counted: of one, the first match is as good as any. */
  clauseCount = 0;
  /** Compounds of them, to be shown where none of the others stands. */
  readonly compounds = new Set<string>();
}

/** A word as written counts four times its inflections, so that these rank below it. */
const asWritten = 4;
const inflected = 1;
/** A count of one occurrence in the body, of a word as written: the unit of `countClause`. */
export const countUnit = asWritten;

/**
 * Counts in how many places each document answers the clause, weighed: the title twice, a word as written four times its
 * inflections. Removed documents are counted too. Notes the words that it counted.
 */
export const countClause = (clause: Clause, postings: Postings, counts: Tally, found: FoundWords): void => {
  const { words, extras, isPhrase, isPrefix, pattern } = clause;
  found.clauseCount++;
  if (pattern !== undefined) {
    countWords(wordsLike(pattern, postings), asWritten, postings, counts, found);
    return;
  }
  for (const { raw } of words) found.words.add(raw);
  if (isPrefix) found.beginnings.push(words.at(-1)?.raw ?? "");
  if (isPhrase || words.length > 1) countSequence(words, isPrefix, postings, counts);
  if (isPhrase) return;
  const singles = words.length === 1 ? [...words, ...extras] : extras;
  const isBeginning = isPrefix && words.length === 1;
  for (const [word, weight] of variantsOf(singles, isBeginning, postings)) {
    if (!isBeginning) found.words.add(word);
    countWord(word, weight, postings, counts);
  }
};

/**
 * Counts compounds of the clause's one word. Apart from `countClause`, since how rare a word is must not depend on what it
 * is a part of: a text that has the word itself is as telling as before.
 */
export const countCompounds = (clause: Clause, postings: Postings, counts: Tally, found: FoundWords): void => {
  const [word] = clause.words;
  if (word === undefined || clause.words.length > 1 || clause.isPhrase || clause.isPrefix || clause.pattern) return;
  const { words, docs, weighed } = postings.compounds(word);
  for (const compound of words) found.compounds.add(compound);
  for (let at = 0; at < docs.length; at++) counts.add(docs[at] as number, (weighed[at] as number) * inflected);
};

/** Compounds of a word, and the documents that have them, each with its weighed count. */
export interface Compounds {
  readonly words: readonly string[];
  readonly docs: readonly number[];
  readonly weighed: readonly number[];
}

/** Counts compounds once for all questions: a word may have dozens, and each is a seek. */
export const compoundsCounted = (words: readonly string[], postings: Postings): Compounds => {
  const counts = new Map<number, number>();
  const tally = { add: (doc: number, amount: number) => void counts.set(doc, (counts.get(doc) ?? 0) + amount) };
  for (const word of words) countWord(word, 1, postings, tally);
  return { words, docs: [...counts.keys()], weighed: [...counts.values()] };
};

/** More words than this that look alike are no question: the commonest beginnings have some thousands. */
const likeMax = 5_000;

/** Words that look like a pattern of letters, `*` for any and `?` for one. */
const wordsLike = (pattern: string, postings: Postings): string[] => {
  const [, head = "", tail = ""] = /^([^*?]*).*?([^*?]*)$/.exec(pattern) ?? [];
  const form = likePattern(pattern);
  const among =
    head.length > 1 ? postings.wordsFrom(head) : tail.length > 2 ? postings.endingIn(tail) : postings.words();
  let looked = 0;
  const found: string[] = [];
  for (const word of among) {
    looked++;
    if (form.test(word)) found.push(word);
  }
  postings.spend(looked * likeCost);
  return found.length > likeMax ? found.sort().slice(0, likeMax) : found;
};

const countWords = (
  words: Iterable<string>,
  weight: number,
  postings: Postings,
  counts: Tally,
  found: FoundWords,
): void => {
  for (const word of words) {
    found.words.add(word);
    countWord(word, weight, postings, counts);
  }
};

/** Counts documents in whose title the clause stands, as words side by side or as one with its inflections. */
export const countTitle = (clause: Clause, postings: Postings, counts: Tally, found: FoundWords): void => {
  const { docs, places } = placesOfClause(clause, postings, found);
  docs.forEach((doc, at) => {
    if ((places[at] as number) < bodyPlace) counts.add(doc, asWritten);
  });
};

/** Counts documents of which a facet has all words of the clause. */
export const countFacet = (
  wordOf: (value: string) => string,
  { words, isPrefix, pattern }: Clause,
  postings: Postings,
  counts: Tally,
  lend: () => Tally,
): void => {
  let before: Tally | undefined;
  words.forEach(({ raw }, number) => {
    const isLast = number === words.length - 1;
    const forms =
      pattern !== undefined
        ? postings.wordsFrom(wordOf("")).filter((word) => likePattern(pattern).test(word.slice(wordOf("").length)))
        : isPrefix && isLast
          ? postings.wordsFrom(wordOf(raw))
          : [wordOf(raw)];
    const here = isLast ? counts : lend();
    for (const form of forms)
      postings.blocksOf(form, (first, block) =>
        eachCount(first, block, (doc) => {
          if ((before === undefined || before.get(doc) > 0) && here.get(doc) === 0) here.add(doc, 1);
        }),
      );
    before = here;
  });
};

const likePattern = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll("*", ".*").replaceAll("?", ".")}$`, "u");

/** Counts places where one of the one side stands within so many words of one of the other, in one field. */
export const countNear = (
  sides: readonly [readonly Clause[], readonly Clause[]],
  how: { readonly within: number; readonly isOrdered: boolean },
  postings: Postings,
  counts: Tally,
  found: FoundWords,
): void => {
  const [left, right] = sides.map((side) =>
    sorted(joined(side.map((clause) => placesOfClause(clause, postings, found))), postings),
  ) as [Places, Places];
  const lengths = sides.map((side) => Math.max(...side.map(({ words }) => words.length))) as [number, number];
  let from = 0;
  right.docs.forEach((doc, at) => {
    const place = right.places[at] as number;
    // Places are those of last words: before the right side's first word, and after the left side's last.
    const reachBefore = how.within + lengths[1] - 1;
    const reachAfter = how.isOrdered ? -1 : how.within + lengths[0] - 1;
    while (from < left.docs.length && isBefore(left, from, doc, place - reachBefore)) from++;
    for (let near = from; near < left.docs.length && left.docs[near] === doc; near++) {
      const other = left.places[near] as number;
      if (other > place + reachAfter) break;
      if (other === place) continue;
      counts.add(doc, asWritten * (place < bodyPlace ? 2 : 1));
      break;
    }
  });
};

/** Places of a clause: of the last word of its sequence, or of its one word and its inflections. */
const placesOfClause = ({ words, isPhrase, isPrefix }: Clause, postings: Postings, found: FoundWords): Places => {
  for (const { raw } of words) found.words.add(raw);
  if (isPrefix) found.beginnings.push(words.at(-1)?.raw ?? "");
  const raws = words.map(({ raw }) => raw);
  if (isPhrase || isPrefix || words.length > 1) return placesOfSequence(raws, isPrefix, postings);
  const forms = [...variantsOf(words, false, postings).keys()];
  for (const form of forms) found.words.add(form);
  return placesOf(forms, postings, () => true);
};

/** Counts every document that has the word, in any field or beside the order of words. */
export const countWord = (word: string, weight: number, postings: Postings, counts: Pick<Tally, "add">): void =>
  postings.blocksOf(word, (first, block) =>
    eachCount(first, block, (doc, weighed) => counts.add(doc, weighed * weight)),
  );

/** The words that answer one of these tokens, each with its weight. */
const variantsOf = (tokens: readonly Token[], isPrefix: boolean, postings: Postings): Map<string, number> => {
  const variants = new Map<string, number>();
  const add = (word: string, weight: number): void => {
    variants.set(word, Math.max(weight, variants.get(word) ?? 0));
  };
  for (const { raw, stems } of tokens) {
    add(raw, asWritten);
    if (isPrefix) for (const word of postings.wordsFrom(raw)) add(word, asWritten);
    else {
      const weak = weakStems(raw);
      const all = weak.length === 0 ? stems : [...new Set([...stems, ...weak.flatMap((stem) => stemsOf(stem, "nl"))])];
      for (const word of postings.inflections(all)) add(word, inflected);
      for (const word of strongForms(raw)) if (postings.has(word)) add(word, inflected);
    }
  }
  return variants;
};

const countSequence = (words: readonly Token[], isPrefix: boolean, postings: Postings, counts: Tally): void => {
  const { docs, places } = placesOfSequence(
    words.map(({ raw }) => raw),
    isPrefix,
    postings,
  );
  docs.forEach((doc, at) => {
    counts.add(doc, asWritten * ((places[at] as number) < bodyPlace ? 2 : 1));
  });
};

/** Counts documents in whose people the words stand one after another. */
export const countPerson = (words: readonly string[], postings: Postings, counts: Tally): void => {
  const { docs, places } = placesOfSequence(words, false, postings);
  docs.forEach((doc, at) => {
    if ((places[at] as number) >= peoplePlace) counts.add(doc, 1);
  });
};

const placesOfSequence = (words: readonly string[], isPrefix: boolean, postings: Postings): Places => {
  const variants = words.map((word, number) =>
    isPrefix && number === words.length - 1 ? postings.wordsFrom(word) : [word],
  );
  const isCandidate = words.length > 1 ? commonDocs(variants, postings) : () => true;
  let found: Places | undefined;
  for (const forms of variants) {
    const here = placesOf(forms, postings, isCandidate);
    found = found === undefined ? here : following(found, here);
    if (found.docs.length === 0) break;
  }
  return found ?? new PlaceList().all();
};

/** Documents that have each of the words. Counts are read faster than places, and leave few places to read. */
const commonDocs = (variants: readonly (readonly string[])[], postings: Postings): ((doc: number) => boolean) => {
  let marks = new Uint8Array(4_096);
  variants.forEach((words, number) => {
    for (const word of words) {
      postings.blocksOf(word, (first, block) =>
        eachCount(first, block, (doc) => {
          if (doc >= marks.length) marks = withRoom(marks, doc);
          if (marks[doc] === number) marks[doc] = number + 1;
        }),
      );
    }
  });
  return (doc) => marks[doc] === variants.length;
};

const withRoom = (marks: Uint8Array<ArrayBuffer>, doc: number): Uint8Array<ArrayBuffer> => {
  const larger = new Uint8Array(Math.max(doc + 1, marks.length * 2));
  larger.set(marks);
  return larger;
};

type IsCandidate = (doc: number) => boolean;

export const placesOf = (words: readonly string[], postings: Postings, isCandidate: IsCandidate): Places => {
  const found = new PlaceList();
  const read = (first: number, block: Uint8Array): void => eachPlace(first, block, isCandidate, found.add);
  for (const word of words) postings.blocksOf(word, read);
  // One word's places ascend; those of several are sorted anew.
  const places = found.all();
  postings.spend(places.docs.length * placeCost);
  return words.length > 1 ? sorted(places, postings) : places;
};

/** Charged, since it takes longer than reading them does. */
const sorted = (places: Places, { spend }: Postings): Places => {
  spend(places.docs.length * sortedCost);
  return inOrder(places);
};
