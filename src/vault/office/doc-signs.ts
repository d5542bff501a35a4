import { viewOf } from "#kit/data-view.ts";
import { inEnglish, worded } from "../../messages/said.ts";
import { ImportRefusal } from "../reader/port.ts";
import type { CompoundFile } from "./compound-file.ts";
import { propertiesIn, property, type Stated } from "./doc-properties.ts";
import { DocStyles } from "./doc-styles.ts";

/** How signs of a Word document look, and how they came there. */
export interface DocLook {
  readonly isStruck: boolean;
  readonly isHidden: boolean;
  readonly isDeleted: boolean;
  readonly isInserted: boolean;
  /** Place of who inserted them in the list of those; -1: not said. */
  readonly author: number;
  /** When, as the file packs it (DTTM, MS-DOC 2.9.67); 0: not said. */
  readonly time: number;
}

/** What a paragraph is, by what stands at its end. */
export interface DocParagraph {
  readonly isInTable: boolean;
  readonly isRowEnd: boolean;
  /** Whether Word puts a number or a bullet before it. */
  readonly isNumbered: boolean;
  /** Number of its style. */
  readonly style: number;
}

/** Signs that follow one another and look alike. */
export interface DocRun {
  readonly text: string;
  readonly look: DocLook;
  readonly paragraph: DocParagraph;
}

/** Lengths of the parts of a document in signs, in the order in which they follow one another (MS-DOC 2.5.4). */
export const docParts = [
  "body",
  "footnotes",
  "headers",
  "macros",
  "comments",
  "endnotes",
  "boxes",
  "headerBoxes",
] as const;
export type DocPart = (typeof docParts)[number];

/** Places of numbers in the head of the file (MS-DOC 2.5.4), and of pairs of place and length in its table (2.5.6). */
const countsAt = 0x4c;
const pairsAt = 0x9a;
const [styleTable, pieceTable, characterTable, paragraphTable] = [1, 33, 12, 13];
const pageBytes = 512;

/** A Word 97 to 2003 document opened: its signs by part, and the stream that its other tables stand in. */
export class DocSigns {
  readonly #head: DataView;
  readonly #main: Uint8Array;
  readonly #table: Uint8Array;
  readonly #starts = new Map<DocPart, { start: number; end: number }>();
  readonly #pieces: Piece[] = [];
  readonly #styles: DocStyles;
  readonly #looks: readonly Stretch<Stated>[];
  readonly #paragraphs: readonly Stretch<DocParagraph>[];

  /** Errors: `ImportRefusal` for what is no such document, an older one, or one with a password; `RangeError` for a damaged one. */
  constructor(file: CompoundFile) {
    this.#main = file.stream("WordDocument") ?? new Uint8Array();
    this.#head = viewOf(this.#main);
    if (this.#main.length < 0x200 || this.#head.getUint16(0, true) !== 0xa5ec) throw older();
    const flags = this.#head.getUint16(10, true);
    if ((flags & 0x100) !== 0) throw new ImportRefusal(inEnglish(worded("import.locked-not-opened-here")));
    if (this.#head.getUint16(2, true) < 0xc1) throw older();
    this.#table = file.stream((flags & 0x200) === 0 ? "0Table" : "1Table") ?? new Uint8Array();
    let start = 0;
    for (const [i, part] of docParts.entries()) {
      const end = start + this.#head.getUint32(countsAt + 4 * i, true);
      this.#starts.set(part, { start, end });
      start = end;
    }
    this.#readPieces();
    this.#styles = new DocStyles(this.table(styleTable));
    this.#looks = this.#stretches(characterTable, statedOf);
    this.#paragraphs = this.#stretches(paragraphTable, paragraphOf);
  }

  /** A table of the file by its number (MS-DOC 2.5.6); empty where there is none. */
  table(index: number): Uint8Array {
    const [at, length] = [0, 4].map((o) => this.#head.getUint32(pairsAt + 8 * index + o, true)) as [number, number];
    return this.#table.subarray(at, at + length);
  }

  /** The runs of a part, between two places of it; without them all of it. */
  runs(part: DocPart, from = 0, to = Number.POSITIVE_INFINITY): DocRun[] {
    const { start, end } = this.#starts.get(part) ?? { start: 0, end: 0 };
    const runs: DocRun[] = [];
    for (const piece of this.#pieces) {
      const first = Math.max(start + from, piece.start);
      const last = Math.min(start + to, end, piece.end);
      if (first < last) this.#cut(piece, first, last, runs);
    }
    return runs;
  }

  #cut({ start, at, width }: Piece, first: number, last: number, runs: DocRun[]): void {
    const end = at + (last - start) * width;
    for (let from = at + (first - start) * width; from < end; ) {
      const [look, lookEnd] = stretchAt(this.#looks, from, nothing);
      const [paragraph, paragraphEnd] = stretchAt(this.#paragraphs, from, running);
      // A border inside a sign of two bytes would be one for ever.
      const next = Math.min(end, Math.max(lookEnd, from + width), Math.max(paragraphEnd, from + width));
      const to = from + Math.ceil((next - from) / width) * width;
      const bytes = this.#main.subarray(from, to);
      const text = new TextDecoder(width === 2 ? "utf-16le" : "windows-1252", { ignoreBOM: true }).decode(bytes);
      runs.push({ text, look: this.#look(look, paragraph), paragraph });
      from = to;
    }
  }

  #look(stated: Stated, { style }: DocParagraph): DocLook {
    const isOn = (name: number): boolean => this.#styles.isOn(stated, style, name);
    return {
      isStruck: isOn(property.struck) || isOn(property.struckTwice),
      isHidden: isOn(property.hidden),
      isDeleted: stated.get(property.deleted) === 1,
      isInserted: stated.get(property.inserted) === 1,
      author: stated.get(property.author) ?? -1,
      time: stated.get(property.time) ?? 0,
    };
  }

  /** MS-DOC 2.8.35: which signs stand where; changed documents have them in another order than they are read. */
  #readPieces(): void {
    const clx = this.table(pieceTable);
    const view = viewOf(clx);
    let at = 0;
    while (clx[at] === 1) at += 3 + view.getUint16(at + 1, true);
    if (clx[at] !== 2) throw new RangeError("no table of pieces");
    const count = Math.floor((view.getUint32(at + 1, true) - 4) / 12);
    const [places, pieces] = [at + 5, at + 5 + 4 * (count + 1)];
    let signs = 0;
    for (let i = 0; i < count; i++) {
      const [start, end] = [view.getUint32(places + 4 * i, true), view.getUint32(places + 4 * i + 4, true)];
      const packed = view.getUint32(pieces + 8 * i + 2, true);
      const isNarrow = (packed & 0x40000000) !== 0;
      const place = packed & 0x3fffffff;
      signs += end - start;
      // More signs than bytes: pieces that say the same bytes again and again.
      if (end < start || signs > this.#main.length) throw new RangeError("pieces overlap");
      this.#pieces.push({ start, end, at: isNarrow ? place >>> 1 : place, width: isNarrow ? 1 : 2 });
    }
  }

  /** Stretches of the file that have properties of their own, in order (2.8.5, 2.8.6). */
  #stretches<T>(index: number, of: (page: DataView, run: number, runs: number) => T): Stretch<T>[] {
    const table = viewOf(this.table(index));
    const count = Math.floor((table.byteLength - 4) / 8);
    const found: Stretch<T>[] = [];
    for (let i = 0; i < count; i++) {
      const at = (table.getUint32(4 * (count + 1) + 4 * i, true) & 0x3fffff) * pageBytes;
      const page = viewOf(this.#main.subarray(at, at + pageBytes));
      if (page.byteLength < pageBytes) continue;
      const runs = page.getUint8(pageBytes - 1);
      for (let run = 0; run < runs && 4 * run + 8 <= pageBytes; run++)
        found.push({
          start: page.getUint32(4 * run, true),
          end: page.getUint32(4 * run + 4, true),
          is: of(page, run, runs),
        });
    }
    return found.sort((one, other) => one.start - other.start);
  }
}

/** Signs that stand behind one another in the file. */
interface Piece {
  readonly start: number;
  readonly end: number;
  /** Where the first one stands, in bytes, and how many bytes each has. */
  readonly at: number;
  readonly width: 1 | 2;
}

interface Stretch<T> {
  readonly start: number;
  readonly end: number;
  readonly is: T;
}

const nothing: Stated = new Map();
const running: DocParagraph = { isInTable: false, isRowEnd: false, isNumbered: false, style: 0 };

/** What a byte belongs to, and where that ends. */
const stretchAt = <T>(stretches: readonly Stretch<T>[], at: number, otherwise: T): [T, number] => {
  let [low, high] = [0, stretches.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((stretches[middle] as Stretch<T>).start <= at) low = middle + 1;
    else high = middle;
  }
  const [found, next] = [stretches[low - 1], stretches[low]];
  return found !== undefined && at < found.end
    ? [found.is, found.end]
    : [otherwise, next?.start ?? Number.POSITIVE_INFINITY];
};

const statedOf = (page: DataView, run: number, runs: number): Stated => {
  const placeAt = 4 * (runs + 1) + run;
  const at = placeAt < pageBytes ? 2 * page.getUint8(placeAt) : 0;
  return at === 0 ? nothing : propertiesIn(page, at + 1, Math.min(at + 1 + page.getUint8(at), pageBytes - 1));
};

const paragraphOf = (page: DataView, run: number, runs: number): DocParagraph => {
  const placeAt = 4 * (runs + 1) + 13 * run;
  const at = placeAt < pageBytes ? 2 * page.getUint8(placeAt) : 0;
  if (at === 0 || at + 4 >= pageBytes) return running;
  const words = page.getUint8(at);
  const [from, length] = words === 0 ? [at + 2, 2 * page.getUint8(at + 1)] : [at + 1, 2 * words - 1];
  // The style comes first.
  const stated = propertiesIn(page, from + 2, Math.min(from + length, pageBytes - 1));
  return {
    isInTable: stated.get(property.inTable) === 1,
    isRowEnd: stated.get(property.rowEnd) === 1,
    isNumbered: (stated.get(property.list) ?? 0) > 0,
    style: page.getUint16(from, true),
  };
};

const older = (): ImportRefusal =>
  new ImportRefusal("it is no Word document of 1997 or later; open it, save it as .docx and import that");
