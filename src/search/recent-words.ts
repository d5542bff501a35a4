import { BlockWriter } from "./block-writer.ts";
import type { IndexEntry } from "./full-text-index.ts";
import { OccurrenceLog } from "./occurrence-log.ts";
import { bodyPlace, noPlace, peoplePlace, titlePlaceMax } from "./posting-bytes.ts";
import { type Reading, SurfaceTable } from "./surface-table.ts";
import { eachSurface, readingsOf } from "./surfaces.ts";

/** Longer surfaces are addresses and data: they hardly repeat, and are analysed each time. */
const rememberedLength = 40;
/** Words are kept by so many first characters, so that a beginning is looked for among few. */
const headLength = 2;

/** A facet's value as a word. No token holds a control character, and the length keeps name and value apart. */
export const facetWord = (name: string, value: string): string => `\u0001${name.length}:${name}${value}`;

/** What is indexed of an entry. */
export type IndexedEntry = Pick<IndexEntry, "title" | "body" | "people" | "facets">;

/** The words of the documents put last, in memory until there are enough to write. */
export class RecentWords {
  readonly #surfaces = new SurfaceTable();
  readonly #numbers = new Map<string, number>();
  readonly #byHead = new Map<string, string[]>();
  readonly #log = new OccurrenceLog();

  /** Occurrences held. */
  get size(): number {
    return this.#log.size;
  }

  /** Adds a document, whose number must be higher than all before. Gives its length in words. */
  add(doc: number, entry: IndexedEntry): number {
    this.#log.begin(doc);
    const title = this.#addField(entry.title, 0, titlePlaceMax);
    const body = this.#addField(entry.body, bodyPlace, peoplePlace - 1);
    let place = peoplePlace;
    // A place stays free between two people, so that no phrase reaches from one to the other.
    for (const person of entry.people) place = this.#addField(person, place, 2 ** 31 - 2) + 1;
    for (const [name, values] of Object.entries(entry.facets)) {
      for (const value of new Set(values)) this.#log.push(this.#numberOf(facetWord(name, value)), noPlace);
    }
    return title + (body - bodyPlace) + (place - peoplePlace);
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

  /** Hands out every block, words sorted so that pages of the table are written once, and forgets everything. */
  drain(take: (word: string, first: number, block: Uint8Array) => void): void {
    let current = "";
    const writer = new BlockWriter((first, block) => take(current, first, block));
    this.#log.sort();
    for (const word of [...this.#numbers.keys()].sort()) {
      current = word;
      this.#log.write(this.#numbers.get(word) as number, writer);
    }
    this.clear();
  }

  clear(): void {
    this.#surfaces.clear();
    this.#numbers.clear();
    this.#byHead.clear();
    this.#log.clear();
  }

  /** Gives the place after the field's last word. */
  #addField(text: string, from: number, placeMax: number): number {
    const [surfaces, log] = [this.#surfaces, this.#log];
    let place = from;
    eachSurface(text, (start, end, hash) => {
      const reading = surfaces.find(text, start, end, hash) ?? this.#read(text.slice(start, end), hash);
      if (typeof reading === "number") {
        log.push(reading >> 1, place < placeMax ? place : placeMax);
        place++;
        return;
      }
      for (const code of reading) log.push(code >> 1, code & 1 ? noPlace : Math.min(place++, placeMax));
    });
    return place;
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
