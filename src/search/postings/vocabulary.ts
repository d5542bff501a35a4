import { mayBelong } from "../words/sequences.ts";
import { hashOf, isBareWord, readingsOf, type SurfaceScanner } from "../words/surfaces.ts";
import { type Reading, SurfaceTable } from "./surface-table.ts";

/** Longer surfaces are addresses and data: they hardly repeat, and are analysed each time. */
const rememberedLength = 40;

/** Numbers for words, in the order in which they come, and what the surfaces of texts stand for in these numbers. */
export class Vocabulary {
  /** Words by number. */
  readonly words: string[] = [];
  /** Surfaces met, and with them every word that is a surface itself: nearly all are. */
  readonly #surfaces = new SurfaceTable();
  /** Words that are none: with signs or letters beyond ASCII, and facets. */
  readonly #oddNumbers = new Map<string, number>();
  /** The units of a bare word that is looked up by itself. */
  readonly #wanted = new Uint16Array(64);
  /** By number, 1 for words around which a sequence may stand: asked of every word of every text. */
  #belonging = new Uint8Array(4_096);

  /** The reading of the surface that the scanner of this text has found; new words are given numbers. */
  readingAt({ codes, start, end, hash }: SurfaceScanner, text: string): Reading {
    return this.#surfaces.find(codes, start, end, hash) ?? this.#read(text.slice(start, end), hash);
  }

  /** A word's number, given if it has none. */
  numberOf(word: string): number {
    const known = this.knownNumber(word);
    if (known !== undefined) return known;
    if (isBareWord(word)) return this.#addBareWord(word, hashOf(word)) >> 1;
    const own = ownCopy(word);
    this.#oddNumbers.set(own, this.words.length);
    return this.words.push(own) - 1;
  }

  knownNumber(word: string): number | undefined {
    if (!isBareWord(word)) return this.#oddNumbers.get(word);
    for (let at = 0; at < word.length; at++) this.#wanted[at] = word.charCodeAt(at);
    // A bare word's only reading is itself.
    const reading = this.#surfaces.find(this.#wanted, 0, word.length, hashOf(word));
    return reading === undefined ? undefined : (reading as number) >> 1;
  }

  /** Whether a sequence may stand around the word of this number. */
  mayBelong(number: number): boolean {
    return this.#belonging[number] === 1;
  }

  clear(): void {
    this.words.length = 0;
    this.#belonging.fill(0);
    this.#surfaces.clear();
    this.#oddNumbers.clear();
  }

  /** The reading of a surface that is not in the table. */
  #read(surface: string, hash: number): Reading {
    if (isBareWord(surface)) return this.#addBareWord(surface, hash);
    const { words, extras } = readingsOf(surface);
    const codes = [
      ...words.map((word) => this.numberOf(word) * 2),
      ...extras.map((word) => this.numberOf(word) * 2 + 1),
    ];
    const reading = codes.length === 1 && words.length === 1 ? (codes[0] as number) : codes;
    if (surface.length <= rememberedLength) this.#surfaces.add(surface, hash, reading);
    return reading;
  }

  #addBareWord(surface: string, hash: number): number {
    const word = ownCopy(surface.toLowerCase());
    const number = this.words.push(word) - 1;
    if (mayBelong(word)) this.#mark(number);
    this.#surfaces.add(surface, hash, number * 2);
    return number * 2;
  }

  #mark(number: number): void {
    if (number >= this.#belonging.length) {
      const grown = new Uint8Array(Math.max(number + 1, this.#belonging.length * 2));
      grown.set(this.#belonging);
      this.#belonging = grown;
    }
    this.#belonging[number] = 1;
  }
}

/** V8 keeps a longer slice as a view, and with it the whole text it was cut from. Facets are no slices of texts. */
const ownCopy = (word: string): string =>
  // Joined and cut again it is a view of a string of its own.
  word.length > 12 && !word.startsWith("\u0001") ? ` ${word}`.slice(1) : word;
