import { type Places, type Postings, placesOf } from "./clause-matches.ts";
import { bodyPlace, eachCount, peoplePlace } from "./posting-bytes.ts";

/** Two words of a run, found together: in how many documents, and how often in each. */
export interface Together {
  /** One right after the other, as they were typed; else within `windowWords` of one another in any order. */
  readonly isInRow: boolean;
  readonly docs: readonly number[];
  readonly counts: readonly number[];
}

/** About a sentence: words that somebody remembers together stand no farther apart. */
const windowWords = 16;
/** Longer runs are pasted texts: their first words tell enough. */
const runMax = 32;

/** What a place costs that is put in order among those of the other words, in bytes that are read in the time. */
const gatheredCost = 4;

/** Finds where words of a run stand together in candidate documents, as they are written, not by their stems. */
export const closeness = (
  run: readonly string[],
  postings: Postings,
  isCandidate: (doc: number) => boolean,
): Together[] => {
  const typed = run.slice(0, runMax);
  const words = [...new Set(typed)];
  if (words.length < 2) return [];
  const numbers = typed.map((word) => words.indexOf(word));
  const hasTwo = documentsOfTwo(words, postings);
  const lists = words.map((word) => placesOf([word], postings, (doc) => hasTwo(doc) && isCandidate(doc)));
  const found = new Pairs(numbers, words.length);
  eachDocument(lists, (doc, places, owners) =>
    postings.spend(gatheredCost * places.length + found.add(doc, places, owners)),
  );
  return found.all();
};

/** Whether a document has at least two of the words. */
const documentsOfTwo = (words: readonly string[], postings: Postings): ((doc: number) => boolean) => {
  let marks = new Uint8Array(4_096);
  for (const word of words) {
    postings.blocksOf(word, (first, block) =>
      eachCount(first, block, (doc) => {
        if (doc >= marks.length) {
          const larger = new Uint8Array(Math.max(doc + 1, marks.length * 2));
          larger.set(marks);
          marks = larger;
        }
        if ((marks[doc] as number) < 2) marks[doc] = (marks[doc] as number) + 1;
      }),
    );
  }
  return (doc) => (marks[doc] ?? 0) >= 2;
};

/** Visits each document with the places of all words in their order, and whose each is. */
const eachDocument = (
  lists: readonly Places[],
  visit: (doc: number, places: readonly number[], owners: readonly number[]) => void,
): void => {
  const at = lists.map(() => 0);
  for (;;) {
    let doc = Number.POSITIVE_INFINITY;
    lists.forEach(({ docs }, number) => {
      doc = Math.min(doc, docs[at[number] as number] ?? Number.POSITIVE_INFINITY);
    });
    if (doc === Number.POSITIVE_INFINITY) return;
    const gathered: (readonly [place: number, owner: number])[] = [];
    lists.forEach(({ docs, places }, number) => {
      let own = at[number] as number;
      for (; docs[own] === doc; own++) gathered.push([places[own] as number, number]);
      at[number] = own;
    });
    gathered.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    visit(
      doc,
      gathered.map(([place]) => place),
      gathered.map(([, owner]) => owner),
    );
  }
};

/** Gathers pairs, document by document. */
class Pairs {
  readonly #wordCount: number;
  /** Whether the second word was typed right after the first, by `first × words + second`. */
  readonly #isTyped: Uint8Array;
  readonly #found = new Map<number, { docs: number[]; counts: number[] }>();

  constructor(typed: readonly number[], wordCount: number) {
    this.#wordCount = wordCount;
    this.#isTyped = new Uint8Array(wordCount * wordCount);
    for (let at = 1; at < typed.length; at++)
      this.#isTyped[(typed[at - 1] as number) * wordCount + (typed[at] as number)] = 1;
  }

  /** Gives how many pairs were looked at. */
  add(doc: number, places: readonly number[], owners: readonly number[]): number {
    let looked = 0;
    for (let at = 1; at < places.length; at++) {
      const [place, owner] = [places[at] as number, owners[at] as number];
      for (let before = at - 1; before >= 0; before--) {
        const distance = place - (places[before] as number);
        looked++;
        if (distance > windowWords) break;
        const other = owners[before] as number;
        if (other === owner || distance === 0 || fieldOf(place) !== fieldOf(places[before] as number)) continue;
        const key = Math.min(other, owner) * this.#wordCount + Math.max(other, owner);
        this.#count(2 * key, doc);
        if (distance === 1 && this.#isTyped[other * this.#wordCount + owner] === 1)
          this.#count(2 * (other * this.#wordCount + owner) + 1, doc);
      }
    }
    return looked;
  }

  all(): Together[] {
    // In an order that leaves no trace of the documents': sums must be equal to the last bit.
    return [...this.#found]
      .sort(([a], [b]) => a - b)
      .map(([key, { docs, counts }]) => ({ isInRow: key % 2 === 1, docs, counts }));
  }

  #count(key: number, doc: number): void {
    let one = this.#found.get(key);
    if (one === undefined) {
      one = { docs: [], counts: [] };
      this.#found.set(key, one);
    }
    const last = one.docs.length - 1;
    if (one.docs[last] === doc) one.counts[last] = (one.counts[last] as number) + 1;
    else {
      one.docs.push(doc);
      one.counts.push(1);
    }
  }
}

const fieldOf = (place: number): number => (place >= peoplePlace ? 2 : place >= bodyPlace ? 1 : 0);
