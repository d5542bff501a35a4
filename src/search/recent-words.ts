import { BlockWriter } from "./block-writer.ts";
import type { IndexEntry } from "./full-text-index.ts";
import { OccurrenceLog, type Occurrences } from "./occurrence-log.ts";
import { bodyPlace, noPlace, peoplePlace, titlePlaceMax } from "./posting-bytes.ts";
import { type Reading, SurfaceTable } from "./surface-table.ts";
import { eachSurface, readingsOf } from "./surfaces.ts";

/** Longer surfaces are addresses and data: they hardly repeat, and are analysed each time. */
const rememberedLength = 40;
/** Words are kept by so many first characters, so that a beginning is looked for among few. */
const headLength = 2;
/** A step of `drainSteps` hands out so much: occurrences, and a hundred more for each block. A millisecond or two. */
export const usualStepCost = 20_000;
const blockCost = 100;

/** A facet's value as a word. No token holds a control character, and the length keeps name and value apart. */
export const facetWord = (name: string, value: string): string => `\u0001${name.length}:${name}${value}`;

/** What is indexed of an entry. */
export type IndexedEntry = Pick<IndexEntry, "title" | "body" | "people" | "facets">;

/** The words of one entry, split before it is put: splitting is most of the work, and changes nothing that is searched. */
export interface SplitEntry {
  /** Whose numbers the words have. */
  readonly owner: RecentWords;
  readonly occurrences: Occurrences;
  /** Words of title, body and people together. */
  readonly length: number;
}

/** Takes a block of a word; the bytes are lent until it returns. */
export type TakeWord = (word: string, first: number, block: Uint8Array) => void;

/** The words of the documents put last, in memory until there are enough to write. */
export class RecentWords {
  readonly #surfaces = new SurfaceTable();
  readonly #numbers = new Map<string, number>();
  readonly #byHead = new Map<string, string[]>();
  readonly #log = new OccurrenceLog();
  /** Pairs of word and place of the entry that is being split. */
  #pairs = new Int32Array(16_384);
  #pairsEnd = 0;

  /** Occurrences held. */
  get size(): number {
    return this.#log.size;
  }

  /** Splits an entry into words, without adding it. */
  split(entry: IndexedEntry): SplitEntry {
    this.#pairsEnd = 0;
    const title = this.#splitField(entry.title, 0, titlePlaceMax);
    const body = this.#splitField(entry.body, bodyPlace, peoplePlace - 1);
    let place = peoplePlace;
    // A place stays free between two people, so that no phrase reaches from one to the other.
    for (const person of entry.people) place = this.#splitField(person, place, 2 ** 31 - 2) + 1;
    for (const [name, values] of Object.entries(entry.facets)) {
      for (const value of new Set(values)) this.#pair(this.#numberOf(facetWord(name, value)), noPlace);
    }
    const length = title + (body - bodyPlace) + (place - peoplePlace);
    return { owner: this, occurrences: this.#pairs.slice(0, this.#pairsEnd), length };
  }

  /** Adds a document, whose number must be higher than all before, split by these very words. */
  add(doc: number, { occurrences }: SplitEntry): void {
    this.#log.add(doc, occurrences);
  }

  /** The word's blocks, as they would be written. */
  blocksOf(word: string, take: (first: number, block: Uint8Array) => void): void {
    const number = this.#numbers.get(word);
    if (number !== undefined) this.#log.write(number, new BlockWriter(take));
  }

  /** All words that begin so. */
  wordsFrom(prefix: string): string[] {
    const head = prefix.slice(0, headLength);
    const words = prefix.length < headLength ? [...this.#numbers.keys()] : (this.#byHead.get(head) ?? []);
    return words.filter((word) => word.startsWith(prefix));
  }

  /**
   * Hands out every block, words sorted so that pages of the table are written once, and forgets what it has handed out.
   * A step at a time, between which questions may be asked: what a step has handed out is forgotten at its end, so the
   * one who takes it must answer for it from then on. Nothing may be added once it has begun.
   */
  *drainSteps(take: TakeWord, stepCost = usualStepCost): Generator<void> {
    yield* this.#log.gather();
    let [current, cost] = ["", 0];
    const writer = new BlockWriter((first, block) => {
      cost += blockCost;
      take(current, first, block);
    });
    let done: string[] = [];
    for (const head of [...this.#byHead.keys()].sort()) {
      for (current of (this.#byHead.get(head) ?? []).toSorted()) {
        const occurrences = this.#log.write(this.#numbers.get(current) as number, writer);
        cost += occurrences;
        done.push(current);
        if (cost < stepCost) continue;
        for (const word of done) this.#numbers.delete(word);
        [done, cost] = [[], 0];
        yield;
      }
    }
    this.clear();
  }

  /** Hands out everything at once. */
  drain(take: TakeWord): void {
    const steps = this.drainSteps(take);
    while (steps.next().done !== true);
  }

  clear(): void {
    this.#surfaces.clear();
    this.#numbers.clear();
    this.#byHead.clear();
    this.#log.clear();
  }

  /** Gives the place after the field's last word. */
  #splitField(text: string, from: number, placeMax: number): number {
    const surfaces = this.#surfaces;
    let place = from;
    eachSurface(text, (start, end, hash) => {
      const reading = surfaces.find(text, start, end, hash) ?? this.#read(text.slice(start, end), hash);
      if (typeof reading === "number") {
        this.#pair(reading >> 1, place < placeMax ? place : placeMax);
        place++;
        return;
      }
      for (const code of reading) this.#pair(code >> 1, code & 1 ? noPlace : Math.min(place++, placeMax));
    });
    return place;
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

  #read(surface: string, hash: number): Reading {
    const { words, extras } = readingsOf(surface);
    const codes = [
      ...words.map((word) => this.#numberOf(word) * 2),
      ...extras.map((word) => this.#numberOf(word) * 2 + 1),
    ];
    const reading = codes.length === 1 && words.length === 1 ? (codes[0] as number) : codes;
    if (surface.length <= rememberedLength) this.#surfaces.add(surface, hash, reading);
    return reading;
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#numbers.size;
    const own = ownCopy(word);
    this.#numbers.set(own, number);
    const head = word.slice(0, headLength);
    const sameHead = this.#byHead.get(head);
    if (sameHead) sameHead.push(own);
    else this.#byHead.set(head, [own]);
    return number;
  }
}

/** V8 keeps a longer slice as a view, and with it the whole text it was cut from. Facets are no slices of texts. */
const ownCopy = (word: string): string =>
  word.length > 12 && !word.startsWith("\u0001") ? Buffer.from(word).toString() : word;
