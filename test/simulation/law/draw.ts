import { readFileSync } from "node:fs";

/** Draws from one seed: the same seed gives the same things, in the same order. */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed, 0x9e3779b1) | 0;
  }

  /** A whole number from 0, below `below`. */
  below(below: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  }

  between(from: number, through: number): number {
    return from + this.below(through - from + 1);
  }

  of<T>(list: readonly [T, ...T[]]): T {
    return list[this.below(list.length)] ?? list[0];
  }
}

/** The rows of a table beside this file, one list of cells a row; lines that begin with # are its explanation. */
export const rowsOf = (name: string): [string[], ...string[][]] => {
  const text = readFileSync(new URL(`./${name}`, import.meta.url), "utf8");
  const [first, ...others] = text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"));
  if (!first) throw new Error(`${name} has no rows`);
  return [first, ...others];
};

export interface NamedLaw {
  readonly id: string;
  /** Each way in which it is written, the abbreviation first. */
  readonly names: readonly [string, ...string[]];
  /** `7:`: articles of one book; `chapter`: 1:1 and on; `plain`: 1 and on. */
  readonly numbers: string;
}

/** The laws of the generators, from a table of their own. */
export const lawsOf = (): [NamedLaw, ...NamedLaw[]] => {
  const named = ([id = "", names = "", numbers = ""]: readonly string[]): NamedLaw => {
    const [short = "", ...others] = names.split("|");
    return { id, names: [short, ...others], numbers };
  };
  const [first, ...others] = rowsOf("laws.tsv");
  return [named(first), ...others.map(named)];
};

/** A sentence around words: what goes before them and what behind. */
export const framed = (draw: Draw, words: string): { text: string; start: number } => {
  const [before = "", behind = ""] = draw.of(rows.frames);
  return { text: `${before}${words}${behind}`, start: before.length };
};

const rows = { frames: rowsOf("frames.tsv") };
