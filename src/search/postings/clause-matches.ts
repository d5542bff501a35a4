import type { Clause } from "../query.ts";
import type { Token } from "../words/analysis.ts";
import { bodyPlace, eachCount, eachPlace, peoplePlace } from "./posting-bytes.ts";
import type { Tally } from "./tally.ts";

/** Where words stand: what is written and what is recent, as one. */
export interface Postings {
  /** The word's blocks, documents ascending. */
  blocksOf(word: string, take: (first: number, block: Uint8Array) => void): void;
  /** Every word that begins so. */
  wordsFrom(prefix: string): readonly string[];
  /** Every word that has one of these stems. */
  inflections(stems: readonly string[]): readonly string[];
}

/** The words by which documents were found, for whoever shows where. */
export class FoundWords {
  readonly words = new Set<string>();
  /** Any word that begins so counts as well. */
  readonly beginnings: string[] = [];
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
  const { words, extras, isPhrase, isPrefix } = clause;
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

/** Counts every document that has the word, in any field or beside the order of words. */
export const countWord = (word: string, weight: number, postings: Postings, counts: Tally): void =>
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
    else for (const word of postings.inflections(stems)) add(word, inflected);
  }
  return variants;
};

/** Documents, each with a place of the sequence's last word; both ascending. */
interface Places {
  readonly docs: number[];
  readonly places: number[];
}

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
  return found ?? { docs: [], places: [] };
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

const placesOf = (words: readonly string[], postings: Postings, isCandidate: IsCandidate): Places => {
  const docs: number[] = [];
  const places: number[] = [];
  for (const word of words) {
    const read = (first: number, block: Uint8Array): void =>
      eachPlace(first, block, isCandidate, (doc, place) => {
        docs.push(doc);
        places.push(place);
      });
    postings.blocksOf(word, read);
  }
  // One word's places ascend; those of several are sorted anew.
  return words.length > 1 ? sorted({ docs, places }) : { docs, places };
};

const sorted = ({ docs, places }: Places): Places => {
  const order = docs.map((_, at) => at);
  order.sort((a, b) => (docs[a] as number) - (docs[b] as number) || (places[a] as number) - (places[b] as number));
  return { docs: order.map((at) => docs[at] as number), places: order.map((at) => places[at] as number) };
};

/** Places of `after` that directly follow a place of `before`, in one document and field. */
const following = (before: Places, after: Places): Places => {
  const docs: number[] = [];
  const places: number[] = [];
  let at = 0;
  for (let number = 0; number < after.docs.length; number++) {
    const doc = after.docs[number] as number;
    const place = (after.places[number] as number) - 1;
    while (at < before.docs.length && isBefore(before, at, doc, place)) at++;
    if (at === before.docs.length) break;
    if (before.docs[at] !== doc || before.places[at] !== place) continue;
    docs.push(doc);
    places.push(place + 1);
  }
  return { docs, places };
};

const isBefore = ({ docs, places }: Places, at: number, doc: number, place: number): boolean =>
  (docs[at] as number) < doc || (docs[at] === doc && (places[at] as number) < place);
