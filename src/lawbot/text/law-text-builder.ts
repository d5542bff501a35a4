import type { LawLink } from "./law-link.ts";
import { LawText, lengthOf } from "./law-text.ts";
import { beginUnit, finishUnit, type OpenUnit } from "./open-unit.ts";
import { Refusal } from "./refusal.ts";
import { ownString } from "./string-pool.ts";
import { stepOf, type UnitCustoms } from "./unit-customs.ts";
import { UnitTable } from "./unit-table.ts";

/** The largest regulations have some 50,000 units; each costs some fifty bytes. */
const unitsMax = 250_000;

const ranksIn = (open: OpenUnit): Map<string, number> => {
  open.ranks ??= new Map();
  return open.ranks;
};

/** Characters that are put away as one stretch of text, whole lines: below what the heap keeps apart as large. */
const stretchLength = 16 * 1024;

/** Links of one unit that are kept. */
const linksMax = 100;
/** Identifiers that sources give are below 20 characters. */
const keyLengthMax = 64;

/**
 * Writes canonical text line by line and keeps account of which unit covers which code points.
 * Lines are collected and put away in stretches: trimming a growing string takes quadratic time, and a line is a slice of
 * the XML it was read from, which would stay in memory with it.
 */
export class LawTextBuilder {
  /** What was read so far; whole once `finish` was called. */
  readonly units = new UnitTable();
  readonly text = new LawText();
  /** For each unit the identifier that the source gives it in every version, "" where it gives none; none before the first. */
  #keys: string[] = [];
  /** Lines since the last stretch was put away, and how long they are. */
  #lines: string[] = [];
  #linesLength = 0;
  /** Links to other laws, by the rank of the unit in which they stand. */
  readonly links = new Map<number, LawLink[]>();
  readonly #open: OpenUnit[] = [];
  readonly #rootRanks = new Map<string, number>();
  /** How often a path was asked for that several units would have. */
  readonly #repeated = new Map<string, number>();
  readonly #customs: UnitCustoms;
  /** Code points written so far. */
  #length = 0;

  constructor(customs: UnitCustoms) {
    this.#customs = customs;
  }

  /** Begins a unit. `givenPath` is the address in the source, "" where it has none. */
  openUnit(element: string, givenPath: string, status: string, key = ""): void {
    if (this.units.length >= unitsMax)
      throw new Refusal(
        "TOO_LARGE",
        `the file holds more than ${unitsMax} articles, leden and items; no regulation does`,
      );
    const around = this.#open.at(-1);
    if (around && !around.identified) this.#identify(around);
    const rank = this.units.begin(element, around?.rank ?? -1);
    if (key) this.#setKey(rank, key.slice(0, keyLengthMax));
    this.#open.push(beginUnit({ element, rank, given: givenPath, status: status || around?.status || "" }));
  }

  #setKey(rank: number, key: string): void {
    while (this.#keys.length < rank) this.#keys.push("");
    this.#keys.push(ownString(key));
  }

  /** The number in front of the innermost unit; it shares a line with the unit's first text. */
  number(written: string): void {
    const open = this.#open.at(-1);
    if (!open) return void this.line(written);
    open.prefix = this.#customs.prefixOf(open.element, written);
    open.number = this.#customs.numberOf(open.element, written);
    this.#identify(open);
  }

  /** The heading line of the innermost unit. */
  heading(label: string, number: string, text: string): void {
    const open = this.#open.at(-1);
    if (open && !open.identified) {
      open.headingLabel = label;
      open.number = this.#customs.numberOf(open.element, number);
      this.#identify(open);
    }
    if (text) this.#write(text, true);
  }

  /** One line of the law's own words. */
  line(text: string): void {
    if (text) this.#write(text, false);
  }

  /** An editor's words at this place: never part of the text. */
  editorial(words: string): void {
    const open = this.#open.at(-1);
    if (open) open.editorial += `${words} `;
  }

  /** A link to a law, or to an article of one, inside the innermost unit. */
  link(target: LawLink): void {
    const rank = this.#open.at(-1)?.rank;
    if (rank === undefined) return;
    const links = this.links.get(rank);
    if (!links) this.links.set(rank, [target]);
    else if (links.length < linksMax) links.push(target);
  }

  /** Something at this place is not text, such as a formula. */
  incomplete(): void {
    const flags = this.#open.at(-1)?.flags;
    if (flags && !flags.includes("incomplete")) flags.push("incomplete");
  }

  /** A footnote of the innermost unit; it is written when that unit ends. */
  note(text: string): void {
    const open = this.#open.at(-1);
    if (!open || !text) this.line(text);
    else if (open.notes) open.notes.push(text);
    else open.notes = [text];
  }

  /** Ends the innermost unit. */
  closeUnit(): void {
    const open = this.#open.at(-1);
    if (!open) return;
    if (open.prefix) this.#write("", false);
    this.#identify(open);
    this.#open.pop();
    const facts = finishUnit(open, this.#length, this.#customs);
    this.units.set(open.rank, facts);
    const around = this.#open.at(-1);
    if (around && open.hasText) around.hasText = true;
    if (around && (open.hasLive || (open.hasText && facts.quotable))) around.hasLive = true;
    for (const note of open.notes ?? []) this.#writeNote(note, this.units.path(open.rank));
  }

  /** Ends the text. Units without any text lie, empty, inside the unit around them, so that all are in order of start. */
  finish(): void {
    this.#putAway();
    const { units } = this;
    for (let rank = 0; rank < units.length; rank++) {
      const parent = units.parent(rank);
      const around = parent < 0 ? 0 : units.start(parent);
      if (units.start(rank) < around) units.setEmpty(rank, around);
    }
  }

  /** Identifiers of the units, in the same order; undefined when the source gives none at all. */
  keys(): readonly string[] | undefined {
    if (this.#keys.length === 0) return undefined;
    while (this.#keys.length < this.units.length) this.#keys.push("");
    return this.#keys;
  }

  /** Writes one line, giving every open unit that has waited for its first character or its first quotable one its place. */
  #write(text: string, isHeading: boolean): void {
    const lineStart = this.#length + (this.#hasLines() ? 1 : 0);
    let at = lineStart;
    let line = "";
    for (const open of this.#open) {
      if (open.start < 0) open.start = at;
      if (open.prefix) {
        line += `${open.prefix} `;
        at += lengthOf(open.prefix) + 1;
        open.prefix = "";
      }
      if (!isHeading && open.quotable < 0) open.quotable = at;
    }
    const innermost = this.#open.at(-1);
    if (innermost) {
      if (!innermost.identified) this.#identify(innermost);
      if (!isHeading && text) innermost.hasText = true;
    }
    line = text ? line + text : line.trimEnd();
    this.#lines.push(line);
    this.#linesLength += line.length;
    this.#length = lineStart + lengthOf(line);
    if (this.#linesLength >= stretchLength) this.#putAway();
  }

  #hasLines(): boolean {
    return this.#lines.length > 0 || this.text.length > 0;
  }

  #putAway(): void {
    if (this.#lines.length === 0) return;
    this.text.append(`${this.text.length > 0 ? "\n" : ""}${this.#lines.join("\n")}`);
    this.#lines = [];
    this.#linesLength = 0;
  }

  #writeNote(text: string, notedPath: string): void {
    const around = this.#open.at(-1);
    this.openUnit("noot", `${notedPath}/Noot${this.#rank(around, `noot of ${notedPath}`)}`, "");
    this.line(text);
    this.closeUnit();
  }

  #rank(around: OpenUnit | undefined, element: string): number {
    const ranks = around ? ranksIn(around) : this.#rootRanks;
    const rank = (ranks.get(element) ?? 0) + 1;
    ranks.set(element, rank);
    return rank;
  }

  /** Settles number, path and label, as soon as the number is known or can no longer come. */
  #identify(open: OpenUnit): void {
    if (open.identified) return;
    open.identified = true;
    const { element, number } = open;
    const rank = this.#rank(this.#open[this.#open.lastIndexOf(open) - 1], element);
    const { units } = this;
    const step = open.given ? "" : stepOf(this.#customs, element, number, rank);
    const isPlaced = open.given ? units.place(open.rank, open.given) : units.placeStep(open.rank, step);
    if (!isPlaced) this.#placeAgain(open, open.given || units.path(units.parent(open.rank)) + step);
    open.label = this.#customs.labelOf(element, number, open.headingLabel);
    if (!number && !this.#customs.isSingle(element) && element !== "noot") open.flags.push("generated-number");
  }

  /** Two units of one address would make quotes ambiguous, so the second is told apart and marked. */
  #placeAgain(open: OpenUnit, path: string): void {
    const times = (this.#repeated.get(path) ?? 1) + 1;
    this.#repeated.set(path, times);
    if (!open.flags.includes("guessed")) open.flags.push("guessed");
    if (!this.units.place(open.rank, `${path}~${times}`)) this.#placeAgain(open, `${path}~${times}`);
  }
}
