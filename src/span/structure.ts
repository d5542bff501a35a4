import type { CanonicalText, Chunk, Page, Unit } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { lastAtOrBefore } from "./code-points.ts";
import { type SpokenSegment, spokenSegments } from "./spoken-segments.ts";

/** A half-open stretch of a canonical text in code points. */
export interface CodePointRange {
  readonly start: number;
  readonly end: number;
}

/** Elements that only group articles, recitals or considerations: an elision may not reach across what they hold. */
const groupingElements = new Set(
  "boek deel titeldeel hoofdstuk afdeling paragraaf sub-paragraaf subparagraaf divisie section preamble wet wettekst regeling regeling-tekst uitspraak conclusie".split(
    " ",
  ),
);

/** Elements that are cited as a whole, whatever they hold, and without what stands around them. */
export const citedElements: ReadonlySet<string> = new Set(["artikel", "overweging", "paragroup"]);

/**
 * Finds what surrounds an offset: chunk, page, segment, unit. Built once per document; every question is a binary search
 * and a short walk. All offsets are code points of the canonical text.
 */
export class Structure {
  readonly units: readonly Unit[];
  readonly pages: readonly Page[];
  /** With what people said over them. */
  readonly segments: readonly SpokenSegment[];
  readonly #chunks: ReadonlyMap<string, Chunk>;
  readonly #chunkStarts: Uint32Array;
  readonly #unitStarts: Uint32Array;
  readonly #chunkList: readonly Chunk[];
  /** Index of the unit around each unit, -1 at the top; by their ranges, so that a wrong parent_path misleads nobody. */
  readonly #parents: Int32Array;

  constructor(canonical: CanonicalText) {
    this.units = canonical.units;
    this.pages = canonical.pages;
    this.segments = spokenSegments(canonical);
    this.#chunkList = canonical.chunks;
    this.#chunks = new Map(canonical.chunks.map((chunk) => [chunk.chunkUid, chunk]));
    this.#chunkStarts = Uint32Array.from(canonical.chunks, (chunk) => chunk.startChar);
    this.#unitStarts = Uint32Array.from(canonical.units, (unit) => unit.startChar);
    this.#parents = parentsByRange(canonical.units);
  }

  chunk(chunkUid: string): Chunk | undefined {
    return this.#chunks.get(chunkUid);
  }

  /** The chunk that holds the character, if one does. */
  chunkAt(at: number): Chunk | undefined {
    const chunk = this.#chunkList[lastAtOrBefore(this.#chunkStarts, at)];
    return chunk && chunk.startChar <= at && at < chunk.endChar ? chunk : undefined;
  }

  /** The smallest unit that holds the whole range. */
  unitAround(range: CodePointRange): Unit | undefined {
    const index = this.#indexAround(range);
    return index < 0 ? undefined : this.units[index];
  }

  /** That unit and the ones around it, the smallest first. */
  unitsAround(range: CodePointRange): Unit[] {
    const chain: Unit[] = [];
    for (let index = this.#indexAround(range); index >= 0; index = this.#parents[index] as number) {
      chain.push(this.units[index] as Unit);
    }
    return chain;
  }

  /** Units that share at least one character with the range, in order of start. */
  unitsTouching(range: CodePointRange): Unit[] {
    const around = this.unitsAround({ start: range.start, end: range.start + 1 }).reverse();
    const inside: Unit[] = [];
    for (let at = this.#firstUnitAfter(range.start); at < this.units.length; at++) {
      const unit = this.units[at] as Unit;
      if (unit.startChar >= range.end) break;
      inside.push(unit);
    }
    return [...around, ...inside];
  }

  /** Pages or segments that share at least one character with the range. */
  pagesTouching(range: CodePointRange): Page[] {
    return this.pages.filter((page) => page.startChar < range.end && page.endChar > range.start);
  }

  segmentsTouching(range: CodePointRange): SpokenSegment[] {
    return this.segments.filter((segment) => segment.startChar < range.end && segment.endChar > range.start);
  }

  /**
   * The unit that is cited as a whole around the place: the article or consideration, else the smallest unit that does not merely
   * group others; undefined where there is none.
   */
  citedAround(at: number): CodePointRange | undefined {
    const chain = this.unitsAround({ start: at, end: at + 1 });
    const unit =
      chain.find((one) => citedElements.has(one.element)) ?? chain.find((one) => !groupingElements.has(one.element));
    return unit && { start: unit.startChar, end: unit.endChar };
  }

  #indexAround(range: CodePointRange): number {
    let index = this.#firstUnitAfter(range.start) - 1;
    while (index >= 0 && (this.units[index] as Unit).endChar < range.end) index = this.#parents[index] as number;
    return index;
  }

  #firstUnitAfter(at: number): number {
    if (this.units.length === 0 || (this.#unitStarts[0] as number) > at) return 0;
    return lastAtOrBefore(this.#unitStarts, at) + 1;
  }
}

/** Units stand in order of start, outer before inner: a stack of the open ones gives each its parent. */
const parentsByRange = (units: readonly Unit[]): Int32Array => {
  const parents = new Int32Array(units.length).fill(-1);
  const open: number[] = [];
  units.forEach((unit, index) => {
    while (open.length > 0 && (units[open.at(-1) as number] as Unit).endChar <= unit.startChar) open.pop();
    parents[index] = open.at(-1) ?? -1;
    open.push(index);
  });
  return parents;
};
