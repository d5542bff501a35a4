import type { StringPool } from "./string-pool.ts";

/** A step of a path: a slash and what stands before the next one. */
const step = /\/[^/]*/g;
const isStep = (path: string, from: number): boolean => path[from] === "/" && path.indexOf("/", from + 1) < 0;

/** No unit: in the table of places, and in place of the unit a path begins at when it begins at the top. */
const none = -1;
/** Where the path of a unit begins that is kept whole. */
const whole = -2;

/**
 * The paths of units, each unique, kept as the one step from another unit's path where they are such, which is nearly
 * always: `/Lid2` behind article 611. Found by a table of ranks over unit and step, so that no path is kept as a string.
 */
export class UnitPaths {
  readonly #strings: StringPool;
  /** For each rank the unit whose path it goes on from, and the step from there. */
  #bases = new Int32Array(256);
  #steps = new Int32Array(256);
  /** Ranks by hash of base and step, open addressing; at most half full. */
  #places = new Int32Array(512).fill(none);
  #count = 0;
  /** Paths that are no step from another one, in full. */
  readonly #others = new Map<string, number>();

  constructor(strings: StringPool) {
    this.#strings = strings;
  }

  /** Puts a unit inside another (rank −1: at the top) at a path; false when another has it. */
  add(rank: number, path: string, aroundRank: number): boolean {
    if (isStep(path, 0)) return this.addStep(rank, path, none);
    const around = aroundRank >= 0 ? this.path(aroundRank) : "";
    const isInside = around !== "" && path.startsWith(around) && isStep(path, around.length);
    return isInside ? this.addStep(rank, path.slice(around.length), aroundRank) : this.#addWhole(rank, path);
  }

  /** Puts a unit a step behind the path of another (rank −1: at the top); false when another has that path. */
  addStep(rank: number, step: string, base: number): boolean {
    // Only what is itself made of steps can be gone on from: then every path has one way to be written in steps.
    if (base >= 0 && this.#bases[base] === whole) return this.#addWhole(rank, this.path(base) + step);
    if (this.#others.size > 0 && this.#others.has(this.path(base) + step)) return false;
    const id = this.#strings.id(step);
    const place = this.#placeOf(base, id);
    if (this.#places[place] !== none) return false;
    this.#places[place] = rank;
    this.#set(rank, base, id);
    if (++this.#count * 2 > this.#places.length) this.#growPlaces();
    return true;
  }

  /** The path of a unit that has one. */
  path(rank: number): string {
    let path = "";
    let at = rank;
    while (at >= 0) {
      path = this.#strings.text(this.#steps[at] as number) + path;
      at = this.#bases[at] as number;
    }
    return path;
  }

  /** The rank of the unit at a path; undefined when there is none. */
  find(path: string): number | undefined {
    const other = this.#others.get(path);
    if (other !== undefined) return other;
    let rank = none;
    let length = 0;
    for (const [text] of path.matchAll(step)) {
      const id = this.#strings.known(text);
      rank = id === undefined ? none : (this.#places[this.#placeOf(rank, id)] as number);
      if (rank === none) return undefined;
      length += text.length;
    }
    return length === path.length && rank >= 0 ? rank : undefined;
  }

  #addWhole(rank: number, path: string): boolean {
    if (this.find(path) !== undefined) return false;
    const id = this.#strings.id(path);
    this.#others.set(this.#strings.text(id), rank);
    this.#set(rank, whole, id);
    return true;
  }

  #set(rank: number, base: number, id: number): void {
    if (rank >= this.#bases.length) this.#growRanks(rank);
    this.#bases[rank] = base;
    this.#steps[rank] = id;
  }

  /** Where base and step stand in the table, or would. */
  #placeOf(base: number, id: number): number {
    const mask = this.#places.length - 1;
    let place = Math.imul(Math.imul(base + 1, 0x9e3779b1) ^ id, 0x85ebca6b) >>> 0;
    place = (place ^ (place >>> 15)) & mask;
    for (;;) {
      const rank = this.#places[place] as number;
      if (rank === none || (this.#bases[rank] === base && this.#steps[rank] === id)) return place;
      place = (place + 1) & mask;
    }
  }

  #growPlaces(): void {
    const ranks = this.#places.filter((rank) => rank !== none);
    this.#places = new Int32Array(this.#places.length * 2).fill(none);
    for (const rank of ranks)
      this.#places[this.#placeOf(this.#bases[rank] as number, this.#steps[rank] as number)] = rank;
  }

  #growRanks(rank: number): void {
    const room = Math.max(rank + 1, this.#bases.length * 2);
    this.#bases = grown(this.#bases, room);
    this.#steps = grown(this.#steps, room);
  }
}

const grown = (before: Int32Array<ArrayBuffer>, room: number): Int32Array<ArrayBuffer> => {
  const after = new Int32Array(room);
  after.set(before);
  return after;
};
