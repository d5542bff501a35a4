import type { IndexEntry } from "../full-text-index.ts";
import { Inflections } from "../words/inflections.ts";
import { reach, sequenceAt } from "../words/sequences.ts";
import { SurfaceScanner } from "../words/surfaces.ts";
import { BlockWriter } from "./block-writer.ts";
import { DocumentWriter } from "./document-writer.ts";
import { OccurrenceLog, type Occurrences } from "./occurrence-log.ts";
import { bodyPlace, noPlace, peoplePlace, titlePlaceMax } from "./posting-bytes.ts";
import { Vocabulary } from "./vocabulary.ts";
import { numbersInOrder, WordHeads } from "./word-order.ts";
import { WordTails } from "./word-tails.ts";

/** A step of `drainSteps` hands out so much: occurrences, and a hundred more for each block. A millisecond or two. */
export const usualStepCost = 20_000;
const blockCost = 100;

/** A facet's value as a word. No token holds a control character, and the length keeps name and value apart. */
export const facetWord = (name: string, value: string): string => `\u0001${name.length}:${name}${value}`;

/** What is indexed of an entry. */
export type IndexedEntry = Pick<IndexEntry, "title" | "body" | "bodyStart" | "people" | "facets">;

/** The words of one entry, split before it is put: splitting is most of the work, and changes nothing that is searched. */
export interface SplitEntry {
  /** Whose numbers the words have. */
  readonly owner: RecentWords;
  readonly occurrences: Occurrences;
  /** Words of title, body and people together. */
  readonly length: number;
}

/** Takes a block with the number of its first document; the bytes are lent until it returns. */
type TakeBlock = (first: number, block: Uint8Array) => void;

/** Takes a block of a word; the bytes are lent until it returns. */
export type TakeWord = (word: string, first: number, block: Uint8Array) => void;

/** The words of the documents put last, in memory until there are enough to write. */
export class RecentWords {
  readonly #vocabulary = new Vocabulary();
  readonly #log = new OccurrenceLog();
  /** By first characters, as far as anybody has asked. */
  #heads: WordHeads | undefined;
  /** By last characters, and how many words have been taken in. */
  #tails = new WordTails();
  #tailsTo = 0;
  readonly #inflections = new Inflections();
  /** How many words there were when they were found. */
  #inflectionsAt = 0;
  /** By number, 1 for words that `drainSteps` has handed out. */
  #handedOut: Uint8Array | undefined;
  readonly #scanner = new SurfaceScanner();
  /** Pairs of word and place of the entry that is being split. */
  #pairs = new Int32Array(16_384);
  #pairsEnd = 0;
  #take: TakeBlock = ignore;
  readonly #writer = new DocumentWriter(new BlockWriter((first, block) => this.#take(first, block)));

  /** Occurrences held. */
  get size(): number {
    return this.#log.size;
  }

  /** Splits an entry into words, without adding it. */
  split(entry: IndexedEntry): SplitEntry {
    const lent = this.splitLent(entry);
    return { ...lent, occurrences: lent.occurrences.slice() };
  }

  /** The same for an entry that is added at once: what it gives is lent until the next is split. */
  splitLent(entry: IndexedEntry): SplitEntry {
    this.#pairsEnd = 0;
    const title = this.#splitField(entry.title, 0, titlePlaceMax);
    this.#addSequences(0);
    const ofBody = this.#pairsEnd;
    const body = this.#splitField(entry.body, bodyPlace, peoplePlace - 1);
    this.#addSequences(ofBody);
    let place = peoplePlace;
    // A place stays free between two people, so that no phrase reaches from one to the other.
    for (const person of entry.people) place = this.#splitField(person, place, 2 ** 31 - 2) + 1;
    for (const [name, values] of Object.entries(entry.facets)) {
      for (const value of new Set(values)) this.#pair(this.#vocabulary.numberOf(facetWord(name, value)), noPlace);
    }
    const length = title + (body - bodyPlace) + (place - peoplePlace);
    return { owner: this, occurrences: this.#pairs.subarray(0, this.#pairsEnd), length };
  }

  /** Adds a document, whose number must be higher than all before, split by these very words. */
  add(doc: number, { occurrences }: SplitEntry): void {
    this.#log.add(doc, occurrences);
  }

  /** The word's blocks, as they would be written; lent until `take` returns. */
  blocksOf(word: string, take: TakeBlock): void {
    const number = this.#vocabulary.knownNumber(word);
    if (number === undefined || this.#handedOut?.[number]) return;
    this.#take = take;
    this.#log.write(number, this.#writer);
    this.#take = ignore;
  }

  /** All words that begin so. */
  wordsFrom(prefix: string): string[] {
    this.#heads ??= new WordHeads(this.#vocabulary.words);
    return this.#heads.wordsFrom(prefix);
  }

  /** Every word that was met, those of entries not added yet among them. */
  get words(): readonly string[] {
    return this.#vocabulary.words;
  }

  /** Words by how they end. */
  get tails(): WordTails {
    const { words } = this.#vocabulary;
    for (; this.#tailsTo < words.length; this.#tailsTo++) this.#tails.add(words[this.#tailsTo] as string);
    return this.#tails;
  }

  /** Every word that has one of these stems. */
  inflections(stems: readonly string[]): readonly string[] {
    // A new word may be an inflection of anything.
    if (this.#inflectionsAt !== this.#vocabulary.words.length) this.#inflections.clear();
    this.#inflectionsAt = this.#vocabulary.words.length;
    return this.#inflections.of(stems, (prefix) => this.wordsFrom(prefix));
  }

  /**
   * Hands out every block, words in their order so that pages of the table are written once, and forgets what it has
   * handed out. A step at a time, between which questions may be asked: what a step has handed out is forgotten at its
   * end, so the one who takes it must answer for it from then on. Nothing may be added once it has begun.
   */
  *drainSteps(take: TakeWord, stepCost = usualStepCost): Generator<void> {
    yield* this.#log.gather();
    let [current, cost] = ["", 0];
    const blocks = new BlockWriter((first, block) => {
      cost += blockCost;
      take(current, first, block);
    });
    const writer = new DocumentWriter(blocks);
    const handedOut = new Uint8Array(this.#vocabulary.words.length);
    this.#handedOut = handedOut;
    let done: number[] = [];
    for (const number of yield* numbersInOrder(this.#vocabulary.words)) {
      current = this.#vocabulary.words[number] as string;
      // In a statement of its own: the blocks it hands out add to the cost as well.
      const occurrences = this.#log.write(number, writer);
      cost += occurrences;
      done.push(number);
      if (cost < stepCost) continue;
      for (const one of done) handedOut[one] = 1;
      [done, cost] = [[], 0];
      yield;
    }
    this.clear();
  }

  clear(): void {
    this.#vocabulary.clear();
    this.#heads = this.#handedOut = undefined;
    this.#tails = new WordTails();
    this.#tailsTo = 0;
    this.#inflections.clear();
    this.#log.clear();
  }

  /** Gives the place after the field's last word. */
  #splitField(text: string, from: number, placeMax: number): number {
    const [vocabulary, scanner] = [this.#vocabulary, this.#scanner];
    let place = from;
    for (scanner.load(text); scanner.next(); ) {
      const reading = vocabulary.readingAt(scanner, text);
      if (typeof reading === "number") {
        this.#pair(reading >> 1, place < placeMax ? place : placeMax);
        place++;
        continue;
      }
      for (const code of reading) this.#pair(code >> 1, code & 1 ? noPlace : Math.min(place++, placeMax));
    }
    return place;
  }

  /** Adds what several words of a field say together (`9 december 2025`) beside them; `from` is where the field's pairs begin. */
  #addSequences(from: number): void {
    const end = this.#pairsEnd;
    const { words } = this.#vocabulary;
    for (let at = from; at < end; at += 2) {
      if (!this.#vocabulary.mayBelong(this.#pairs[at] as number) || this.#pairs[at + 1] === noPlace) continue;
      const around: string[] = [];
      const first = Math.max(from, at - 2 * reach.before);
      const last = Math.min(end, at + 2 * (reach.after + 1));
      let own = 0;
      for (let near = first; near < last; near += 2) {
        if (this.#pairs[near + 1] === noPlace) continue;
        if (near === at) own = around.length;
        around.push(words[this.#pairs[near] as number] as string);
      }
      const sequence = sequenceAt(around, own);
      if (sequence !== undefined) this.#pair(this.#vocabulary.numberOf(sequence.reading), noPlace);
    }
  }

  #pair(word: number, place: number): void {
    if (this.#pairsEnd === this.#pairs.length) {
      const grown = new Int32Array(this.#pairs.length * 2);
      grown.set(this.#pairs);
      this.#pairs = grown;
    }
    this.#pairs[this.#pairsEnd] = word;
    this.#pairs[this.#pairsEnd + 1] = place;
    this.#pairsEnd += 2;
  }
}

const ignore: TakeBlock = () => undefined;
