import { create } from "@bufbuild/protobuf";
import { type Unit, UnitSchema } from "../../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { codePointLength } from "../../../span/code-points.ts";
import { Refusal } from "../../reading.ts";
import { labelOf, pathOf, plainNumber } from "./address.ts";
import { isSingle } from "./elements.ts";
import { beginUnit, finishUnit, type OpenUnit } from "./open-unit.ts";

/** The largest regulations have some 50,000 units; each costs about a kilobyte while it is read. */
const unitsMax = 250_000;

const ranksIn = (open: OpenUnit): Map<string, number> => {
  open.ranks ??= new Map();
  return open.ranks;
};

/**
 * Lines that are joined into one stretch. A line is a slice of the XML it was read from, and a slice keeps the whole of it
 * in memory: joined, the XML is let go.
 */
const linesMax = 1_000;

/** Identifiers that sources give are below 20 characters. */
const keyLengthMax = 64;

const astral = /[\ud800-\udbff]/;
const lengthOf = (line: string): number => (astral.test(line) ? codePointLength(line) : line.length);

/**
 * Writes canonical text line by line and keeps account of which unit covers which code points.
 * Lines are collected in an array and joined once: trimming a growing string takes quadratic time.
 */
export class LawTextBuilder {
  readonly #units: Unit[] = [];
  /** For each unit the rank of the one around it, −1 at the top. */
  readonly #around: number[] = [];
  /** For each unit the identifier that the source gives it in every version, "" where it gives none. */
  readonly #keys: string[] = [];
  /** Lines since the last stretch was put away. */
  #lines: string[] = [];
  readonly #stretches: string[] = [];
  readonly #open: OpenUnit[] = [];
  readonly #rootRanks = new Map<string, number>();
  readonly #paths = new Map<string, number>();
  readonly #book: string;
  /** Code points written so far. */
  #length = 0;

  /** `book` is the number that articles of this law are cited with ("7" for BW Boek 7), "" for other laws. */
  constructor(book: string) {
    this.#book = book;
  }

  /** Begins a unit. `givenPath` is the address in the source, "" where it has none. */
  openUnit(element: string, givenPath: string, status: string, key = ""): void {
    if (this.#units.length >= unitsMax)
      throw new Refusal(
        "TOO_LARGE",
        `the file holds more than ${unitsMax} articles, leden and items; no regulation does`,
      );
    const around = this.#open.at(-1);
    if (around) this.#identify(around);
    const unit = create(UnitSchema, { element, parentPath: around?.unit.path ?? "", quotable: true });
    this.#around.push(around?.rank ?? -1);
    const rank = this.#units.push(unit) - 1;
    this.#keys.push(key.slice(0, keyLengthMax));
    this.#open.push(beginUnit(unit, rank, givenPath, status || around?.status || ""));
  }

  /** The number in front of the innermost unit; it shares a line with the unit's first text. */
  number(written: string): void {
    const open = this.#open.at(-1);
    if (!open) return void this.line(written);
    // A lid is written `1 text` whether the source sets a dot after the number or not; items keep theirs (`a. text`).
    open.prefix = open.unit.element === "lid" ? written.replace(/\.$/, "") : written;
    open.unit.number = plainNumber(written);
    this.#identify(open);
  }

  /** The heading line of the innermost unit. */
  heading(label: string, number: string, text: string): void {
    const open = this.#open.at(-1);
    if (open && !open.identified) {
      open.headingLabel = label;
      open.unit.number = plainNumber(number);
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

  /** Something at this place is not text, such as a formula. */
  incomplete(): void {
    const flags = this.#open.at(-1)?.unit.flags;
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
    finishUnit(open, this.#length);
    const around = this.#open.at(-1);
    if (around && open.hasText) around.hasText = true;
    if (around && (open.hasLive || (open.hasText && open.unit.quotable))) around.hasLive = true;
    for (const note of open.notes ?? []) this.#writeNote(note, open.unit.path);
  }

  /** The units in order of start, outer ones first. Those without any text lie, empty, inside the unit around them. */
  finish(): Unit[] {
    this.#units.forEach((unit, rank) => {
      const around = this.#units[this.#around[rank] ?? -1]?.startChar ?? 0;
      if (unit.startChar < around) unit.startChar = unit.endChar = unit.quotableStartChar = around;
    });
    return this.#units;
  }

  /** Identifiers of the units, in the same order; undefined when the source gives none at all. */
  keys(): readonly string[] | undefined {
    return this.#keys.some(Boolean) ? this.#keys : undefined;
  }

  /** The whole text. */
  text(): string {
    return [...this.#stretches, ...(this.#lines.length > 0 ? [this.#lines.join("\n")] : [])].join("\n");
  }

  /** Writes one line, giving every open unit that has waited for its first character or its first quotable one its place. */
  #write(text: string, isHeading: boolean): void {
    const lineStart = this.#length + (this.#lines.length + this.#stretches.length > 0 ? 1 : 0);
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
    this.#length = lineStart + lengthOf(line);
    if (this.#lines.length < linesMax) return;
    this.#stretches.push(this.#lines.join("\n"));
    this.#lines = [];
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
    const { unit } = open;
    const around = this.#open[this.#open.indexOf(open) - 1];
    const rank = this.#rank(around, unit.element);
    unit.path = this.#unique(unit, open.given || pathOf(unit.parentPath, unit.element, unit.number, rank));
    unit.label = labelOf(unit.element, unit.number, open.headingLabel, this.#book);
    if (!unit.number && !isSingle(unit.element) && unit.element !== "noot") unit.flags.push("generated-number");
  }

  /** Two units of one address would make quotes ambiguous, so the second is told apart and marked. */
  #unique(unit: Unit, path: string): string {
    const times = (this.#paths.get(path) ?? 0) + 1;
    this.#paths.set(path, times);
    if (times === 1) return path;
    if (!unit.flags.includes("guessed")) unit.flags.push("guessed");
    return this.#unique(unit, `${path}~${times}`);
  }
}
