import { create } from "@bufbuild/protobuf";
import { type Unit, UnitSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { StringPool } from "./string-pool.ts";
import { UnitPaths } from "./unit-paths.ts";
import type { UnitRows } from "./unit-rows.ts";

/** What is told of a unit when it ends; its place among the others and its path are known before. */
export interface UnitFacts {
  readonly label: string;
  readonly number: string;
  /** Code points of the text. */
  readonly start: number;
  readonly end: number;
  readonly quotableStart: number;
  readonly quotable: boolean;
  readonly flags: readonly string[];
}

/** Columns of a row. */
const [parent, element, number, label, start, end, quotableStart, flags, width] = [0, 1, 2, 3, 4, 5, 6, 7, 8];
/** Rows that there is room for at first; then twice as many, and so on. */
const roomAtFirst = 256;

/**
 * The units of one statute in order of start, outer ones first, in some fifty bytes each: rows of numbers, with every string
 * kept once. As messages the 140,000 units of the largest regulations would take a hundred megabytes.
 */
export class UnitTable implements UnitRows, Iterable<Unit> {
  #rows = new Int32Array(width * roomAtFirst);
  #length = 0;
  readonly #strings = new StringPool();
  readonly #paths = new UnitPaths(this.#strings);

  /** How many units there are. */
  get length(): number {
    return this.#length;
  }

  /** Begins a unit inside that of rank `parentRank` (−1: at the top); gives its rank, from 0. */
  begin(elementName: string, parentRank: number): number {
    if ((this.#length + 1) * width > this.#rows.length) this.#grow();
    const at = this.#length * width;
    this.#rows[at + parent] = parentRank;
    this.#rows[at + element] = this.#strings.id(elementName);
    return this.#length++;
  }

  /** Gives a unit its path, once; false, and nothing is changed, when another unit has it. */
  place(rank: number, path: string): boolean {
    return this.#paths.add(rank, path, this.parent(rank));
  }

  /** The same for the path of the unit around it followed by a step, `/Lid2`, which has no other slash. */
  placeStep(rank: number, step: string): boolean {
    return this.#paths.addStep(rank, step, this.parent(rank));
  }

  /** Tells the rest about a unit. */
  set(rank: number, facts: UnitFacts): void {
    const [rows, at] = [this.#rows, rank * width];
    rows[at + number] = this.#strings.id(facts.number);
    rows[at + label] = this.#strings.id(facts.label);
    rows[at + start] = facts.start;
    rows[at + end] = facts.end;
    rows[at + quotableStart] = facts.quotableStart;
    // The lowest bit says whether it may be quoted; flags are few, and seldom any.
    rows[at + flags] = (this.#strings.id(facts.flags.join(" ")) << 1) | (facts.quotable ? 1 : 0);
  }

  /** Moves a unit without any text to where it is empty. */
  setEmpty(rank: number, at: number): void {
    for (const column of [start, end, quotableStart]) this.#rows[rank * width + column] = at;
  }

  /** Rank of the unit around it, −1 at the top. */
  parent(rank: number): number {
    return this.#rows[rank * width + parent] as number;
  }

  element(rank: number): string {
    return this.#text(rank, element);
  }

  /** Address as lawyers write it, without the law's name. */
  label(rank: number): string {
    return this.#text(rank, label);
  }

  start(rank: number): number {
    return this.#rows[rank * width + start] as number;
  }

  end(rank: number): number {
    return this.#rows[rank * width + end] as number;
  }

  quotableStart(rank: number): number {
    return this.#rows[rank * width + quotableStart] as number;
  }

  isQuotable(rank: number): boolean {
    return ((this.#rows[rank * width + flags] as number) & 1) === 1;
  }

  /** Machine address, unique among the units; "" at the top, rank −1. */
  path(rank: number): string {
    return rank < 0 ? "" : this.#paths.path(rank);
  }

  /** Rank of the unit with this path; undefined when there is none. */
  rankOf(path: string): number | undefined {
    return this.#paths.find(path);
  }

  /** Rank of the first unit of an element; undefined when there is none. */
  firstOf(elementName: string): number | undefined {
    const id = this.#strings.known(elementName);
    for (let rank = 0; id !== undefined && rank < this.#length; rank++)
      if (this.#rows[rank * width + element] === id) return rank;
    return undefined;
  }

  /** The unit as a message, made anew each time. */
  unit(rank: number): Unit {
    const listed = this.#strings.text((this.#rows[rank * width + flags] as number) >> 1);
    return create(UnitSchema, {
      path: this.path(rank),
      label: this.label(rank),
      element: this.element(rank),
      number: this.#text(rank, number),
      startChar: this.start(rank),
      endChar: this.end(rank),
      quotableStartChar: this.quotableStart(rank),
      quotable: this.isQuotable(rank),
      flags: listed ? listed.split(" ") : [],
      parentPath: this.path(this.parent(rank)),
    });
  }

  /** The units in order, one message at a time. */
  *[Symbol.iterator](): Generator<Unit> {
    for (let rank = 0; rank < this.#length; rank++) yield this.unit(rank);
  }

  #text(rank: number, column: number): string {
    return this.#strings.text(this.#rows[rank * width + column] as number);
  }

  #grow(): void {
    const rows = new Int32Array(this.#rows.length * 2);
    rows.set(this.#rows);
    this.#rows = rows;
  }
}
