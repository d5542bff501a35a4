import { type Postings, placesOf } from "./clause-matches.ts";
import type { Places } from "./places.ts";
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

/** What a place costs that is put in order among those of the other words, and a pair of words in a document, which is kept and scored, in bytes that are read in the time. */
const [gatheredCost, pairCost] = [4, 8];

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
  eachDocument(lists, (doc, gathered) => postings.spend(gatheredCost * gathered.size + found.add(doc, gathered)));
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

/** Places of all words in one document, in their order, and whose each is. What is beyond `size` is of documents before. */
interface Gathered {
  places: Int32Array;
  owners: Uint8Array;
  size: number;
}

/** Visits each document with the places of all words; they are lent until `visit` returns. */
const eachDocument = (lists: readonly Places[], visit: (doc: number, gathered: Gathered) => void): void => {
  const from = new Int32Array(lists.length);
  const gathered: Gathered = { places: new Int32Array(64), owners: new Uint8Array(64), size: 0 };
  for (;;) {
    let doc = Number.POSITIVE_INFINITY;
    lists.forEach(({ docs }, owner) => {
      doc = Math.min(doc, docs[from[owner] as number] ?? Number.POSITIVE_INFINITY);
    });
    if (doc === Number.POSITIVE_INFINITY) return;
    gathered.size = 0;
    lists.forEach(({ docs, places }, owner) => {
      const first = from[owner] as number;
      let end = first;
      while (docs[end] === doc) end++;
      if (end > first) merge(gathered, places.subarray(first, end), owner);
      from[owner] = end;
    });
    visit(doc, gathered);
  }
};

/** Puts places, which ascend, among those that were gathered, from the last on; of one place, the owner's that was gathered before comes first. */
const merge = (gathered: Gathered, more: Int32Array, owner: number): void => {
  const size = gathered.size + more.length;
  if (size > gathered.places.length) makeRoom(gathered, 2 * size);
  const { places, owners } = gathered;
  let old = gathered.size - 1;
  for (let at = size - 1, next = more.length - 1; next >= 0; at--) {
    const place = more[next] as number;
    if (old >= 0 && (places[old] as number) > place) {
      places[at] = places[old] as number;
      owners[at] = owners[old--] as number;
    } else {
      places[at] = place;
      owners[at] = owner;
      next--;
    }
  }
  gathered.size = size;
};

const makeRoom = (gathered: Gathered, size: number): void => {
  const { places, owners } = gathered;
  gathered.places = new Int32Array(size);
  gathered.places.set(places);
  gathered.owners = new Uint8Array(size);
  gathered.owners.set(owners);
};

/** Gathers pairs, document by document. */
class Pairs {
  readonly #wordCount: number;
  /** Whether the second word was typed right after the first, by `first × words + second`. */
  readonly #isTyped: Uint8Array;
  /** By twice the number of the two words, and one more where they stand in a row as they were typed. */
  readonly #found: (Counted | undefined)[];

  constructor(typed: readonly number[], wordCount: number) {
    this.#wordCount = wordCount;
    this.#found = new Array<Counted | undefined>(2 * wordCount * wordCount).fill(undefined);
    this.#isTyped = new Uint8Array(wordCount * wordCount);
    for (let at = 1; at < typed.length; at++)
      this.#isTyped[(typed[at - 1] as number) * wordCount + (typed[at] as number)] = 1;
  }

  /** Gives what it cost: one for each pair of places that was looked at, and what is kept. */
  add(doc: number, { places, owners, size }: Gathered): number {
    let cost = 0;
    for (let at = 1; at < size; at++) {
      const [place, owner] = [places[at] as number, owners[at] as number];
      for (let before = at - 1; before >= 0; before--) {
        const distance = place - (places[before] as number);
        cost++;
        if (distance > windowWords) break;
        const other = owners[before] as number;
        if (other === owner || distance === 0 || fieldOf(place) !== fieldOf(places[before] as number)) continue;
        const key = Math.min(other, owner) * this.#wordCount + Math.max(other, owner);
        cost += this.#count(2 * key, doc);
        if (distance === 1 && this.#isTyped[other * this.#wordCount + owner] === 1)
          cost += this.#count(2 * (other * this.#wordCount + owner) + 1, doc);
      }
    }
    return cost;
  }

  all(): Together[] {
    // In an order that leaves no trace of the documents': sums must be equal to the last bit.
    return this.#found.flatMap((one, key) => (one ? [{ isInRow: key % 2 === 1, ...one }] : []));
  }

  /** Gives what is kept costs: nothing where the pair was met in this document before. */
  #count(key: number, doc: number): number {
    let one = this.#found[key];
    if (one === undefined) this.#found[key] = one = { docs: [], counts: [] };
    const last = one.docs.length - 1;
    if (one.docs[last] === doc) {
      one.counts[last] = (one.counts[last] as number) + 1;
      return 0;
    }
    one.docs.push(doc);
    one.counts.push(1);
    return pairCost;
  }
}

interface Counted {
  readonly docs: number[];
  readonly counts: number[];
}

const fieldOf = (place: number): number => (place >= peoplePlace ? 2 : place >= bodyPlace ? 1 : 0);
