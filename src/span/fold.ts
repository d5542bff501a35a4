import { lastAtOrBefore } from "./code-points.ts";
import { foldedUnit, hyphen, invisible, kindOf, plain, replaced, space } from "./fold-table.ts";

/** Marks an entry of the index map as a cluster: so many source characters that became another number of folded ones. */
const clusterBit = 0x8000_0000;

/** A base character with the marks, jamo or vowel signs that NFC may compose with it; or such marks without a base. */
const composable = /(?:[^\p{M}\u1160-\u11ff\u{16d67}-\u{16d6a}]|(?=.))[\p{M}\u1160-\u11ff\u{16d67}-\u{16d6a}]*/uy;
const endsInLetter = /[\p{L}\p{M}]$/u;
const beginsLowerCase = /^\p{Ll}/u;

/**
 * A text after the declared folding, with the way back to its source. All offsets here are UTF-16 units.
 *
 * The way back is two arrays with one entry where the distance between folded and source changes, not one number per
 * character: 8 bytes per such place, so that a cached document costs one to two bytes a character.
 */
export class FoldedText {
  readonly text: string;
  readonly #folded: Uint32Array;
  readonly #source: Uint32Array;

  constructor(text: string, folded: Uint32Array, source: Uint32Array) {
    this.text = text;
    this.#folded = folded;
    this.#source = source;
  }

  /** Whether the folded offset lies between two source characters, not inside what one of them became. */
  isBoundary(at: number): boolean {
    const entry = lastAtOrBefore(this.#folded, at);
    return !this.#isCluster(entry) || at === this.#folded[entry] || at >= this.text.length;
  }

  /** Source offset of the character at the folded offset; deleted characters before it are not included. */
  sourceStart(at: number): number {
    const entry = lastAtOrBefore(this.#folded, at);
    return this.#isCluster(entry) ? this.#at(entry) : this.#at(entry) + at - (this.#folded[entry] as number);
  }

  /** Source offset just after the character before the folded offset; deleted characters after it are not included. */
  sourceEnd(at: number): number {
    if (at <= 0) return 0;
    const entry = lastAtOrBefore(this.#folded, at - 1);
    return this.#isCluster(entry) ? this.#at(entry + 1) : this.#at(entry) + at - (this.#folded[entry] as number);
  }

  /** Bytes kept for the map, the string not counted. */
  get mapBytes(): number {
    return this.#folded.byteLength + this.#source.byteLength;
  }

  #isCluster(entry: number): boolean {
    return (this.#source[entry] as number) >= clusterBit;
  }

  #at(entry: number): number {
    return (this.#source[entry] as number) & ~clusterBit;
  }
}

/** Gathers folded pieces and the map while the scanner walks; characters are copied in runs, never one at a time. */
class Folding {
  readonly #text: string;
  readonly #folded: number[] = [0];
  readonly #source: number[] = [0];
  #out = "";
  #copied = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Says that source characters `from` up to `to` became `by`; what lies before them is copied as it is. */
  replace(from: number, to: number, by: string): void {
    this.#out += this.#text.slice(this.#copied, from);
    this.#copied = to;
    const isOneToOne = to - from === 1 && by.length === 1;
    if (!isOneToOne) this.#mark(this.#out.length, from + (by.length > 0 ? clusterBit : 0));
    this.#out += by;
    if (!isOneToOne) this.#mark(this.#out.length, to);
  }

  end(): FoldedText {
    const text = this.#copied === 0 && this.#out === "" ? this.#text : this.#out + this.#text.slice(this.#copied);
    return new FoldedText(text, Uint32Array.from(this.#folded), Uint32Array.from(this.#source));
  }

  /**
   * An entry at the same folded offset as the last one replaces it, since nothing folded lies between the two; but the
   * end of a cluster stays, or what is deleted after the cluster would seem to belong to it.
   */
  #mark(folded: number, source: number): void {
    const last = this.#folded.length - 1;
    const endsCluster = last > 0 && (this.#source[last - 1] as number) >= clusterBit;
    const isSamePlace = this.#source[last] === (source & ~clusterBit);
    if (this.#folded[last] === folded && (isSamePlace || !endsCluster)) {
      this.#source[last] = source;
      return;
    }
    this.#folded.push(folded);
    this.#source.push(source);
  }
}

/**
 * What a hyphen at the end of a line is taken for: the mark of a broken word, which goes (`join`); the word's own hyphen
 * at which the line happened to end (`keep`); or a hyphen and a blank, as a text has them that was joined carelessly.
 */
export type LineEndHyphen = "join" | "keep" | "blank";

/** One reading for all of them, or the places (UTF-16 offsets) of those that are kept while all others join. */
export type LineEnds = LineEndHyphen | ReadonlySet<number>;

/**
 * Folds a text by the declared table in one pass, building the map as it goes: NFC, ligatures and full-width forms,
 * quotes, dashes, ellipsis, white space collapsed to one space, invisible characters deleted, and a word that a hyphen
 * broke at the end of a line joined where it goes on in lower case. The text must be well-formed. A source is always
 * folded with `join`; the other readings are for quotes that nothing equals so. `joinsCapitals` joins `WERK-` and `GEVER`
 * as well, which may as well be two words with a hyphen: for quotes that nothing equals otherwise.
 */
export const foldText = (text: string, lineEnds: LineEnds = "join", joinsCapitals = false): FoldedText => {
  const folding = new Folding(text);
  const isComposed = text.normalize("NFC") === text;
  const how = { isComposed, lineEnds, joinsCapitals };
  for (let at = 0; at < text.length; ) at = foldAt(text, at, folding, how);
  return folding.end();
};

/** Capitals broken at the end of a line, two letters or more on either side: of fewer, the hyphen is a word's own (`A-B`). */
const brokenCapitals = /\p{Lu}{2}-[^\S\n]*\r?\n[^\S\n]*\p{Lu}{2}/u;

/** Whether a text has a word in capitals that a hyphen breaks at the end of a line. */
export const breaksCapitals = (text: string): boolean => brokenCapitals.test(text);

interface How {
  readonly isComposed: boolean;
  readonly lineEnds: LineEnds;
  readonly joinsCapitals: boolean;
}

/** Folds what begins at the offset and returns where the next thing begins. */
const foldAt = (text: string, at: number, folding: Folding, { isComposed, lineEnds, joinsCapitals }: How): number => {
  const unit = text.charCodeAt(at);
  const kind = kindOf(unit);
  if (kind === plain) {
    if (isComposed || (unit < 0x300 && !(text.charCodeAt(at + 1) >= 0x300))) return at + 1;
    return foldComposable(text, at, folding);
  }
  if (kind === space) return foldSpace(text, at, unit, folding);
  if ((kind === hyphen && lineEnds !== "blank") || unit === 0xad) {
    const joined = lineBreakJoinEnd(text, at, joinsCapitals);
    if (joined > 0) folding.replace(at, joined, kind === hyphen && isKept(lineEnds, at) ? "-" : "");
    if (joined > 0) return joined;
  }
  if (kind === replaced || kind === invisible || unit === 0x2010) folding.replace(at, at + 1, foldedUnit(unit));
  return at + 1;
};

const isKept = (lineEnds: LineEnds, at: number): boolean =>
  typeof lineEnds === "string" ? lineEnds === "keep" : lineEnds.has(at);

const foldComposable = (text: string, at: number, folding: Folding): number => {
  composable.lastIndex = at;
  const cluster = composable.exec(text)?.[0] || text.charAt(at);
  const composed = cluster.normalize("NFC");
  if (composed !== cluster) folding.replace(at, at + cluster.length, composed);
  return at + cluster.length;
};

/** A run of white space, with invisible characters in between, becomes one space. */
const foldSpace = (text: string, at: number, unit: number, folding: Folding): number => {
  let end = at + 1;
  for (let ahead = end; ahead < text.length; ahead++) {
    const kind = kindOf(text.charCodeAt(ahead));
    if (kind === space) end = ahead + 1;
    else if (kind !== invisible) break;
  }
  if (end - at > 1 || unit !== 0x20) folding.replace(at, end, " ");
  return end;
};

/**
 * Where the word goes on when a hyphen at `at` breaks it at the end of a line, else -1. One line break, not two: a blank
 * line ends a paragraph. A letter must stand before the hyphen, else it is a dash or a list mark.
 */
const lineBreakJoinEnd = (text: string, at: number, joinsCapitals: boolean): number => {
  let ahead = skipInLine(text, at + 1);
  if (text.charCodeAt(ahead) === 0x0d) ahead++;
  if (text.charCodeAt(ahead) !== 0x0a && text.charCodeAt(ahead) !== 0x2028) return -1;
  ahead = skipInLine(text, ahead + 1);
  if (
    joinsCapitals &&
    /^\p{Lu}{2}/u.test(text.slice(ahead, ahead + 4)) &&
    /\p{Lu}{2}$/u.test(text.slice(Math.max(0, at - 4), at))
  )
    return ahead;
  if (!beginsLowerCase.test(text.slice(ahead, ahead + 2))) return -1;
  return endsInLetter.test(text.slice(Math.max(0, at - 2), at)) ? ahead : -1;
};

const isLineBreak = (unit: number): boolean => (unit >= 0x0a && unit <= 0x0d) || unit === 0x2028 || unit === 0x2029;

const skipInLine = (text: string, from: number): number => {
  let at = from;
  for (; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const kind = kindOf(unit);
    if ((kind !== space && kind !== invisible) || isLineBreak(unit)) break;
  }
  return at;
};
