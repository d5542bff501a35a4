import { clone, create } from "@bufbuild/protobuf";
import {
  type CanonicalText,
  CanonicalTextSchema,
  type MachineReadPage,
  type MachineReadWord,
  MachineReadWordSchema,
  type Unit,
  UnitSchema,
} from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { DomainError } from "../../error.ts";
import { type PlainId, worded } from "../../messages/said.ts";
import { chunkText } from "../../span/chunk.ts";

/** Words in place of whole words that a machine read, in code points of the text. */
export interface Correction {
  readonly start: number;
  readonly end: number;
  readonly words: string;
}

/** A correction with the page and the words that it stands for. */
interface Placed extends Correction {
  readonly page: number;
  readonly read: readonly MachineReadWord[];
  /** What the machine had read there, before any correction. */
  readonly readAs: string;
}

/**
 * The text with what a person sees on its pictures. As many words as were read take their places one by one; else the corrected stretch is
 * one word with the rectangle of all that stood there. It keeps what the machine had read, and is a unit with the flag `corrected`; all that stands behind it moves. The text that is given is not changed.
 * Errors: `REQUEST_INVALID` for a stretch that is not whole words of one line, and for two that meet.
 */
export const correctedText = (before: CanonicalText, corrections: readonly Correction[]): CanonicalText => {
  const characters = [...before.text];
  const placed = corrections
    .flatMap((one) => placedIn(before, characters, one))
    .toSorted((one, other) => one.start - other.start);
  if (placed.some(({ start }, i) => start < (placed[i - 1]?.end ?? 0))) throw refused("correct.over-another");
  const moved = movedBy(placed);
  const after = clone(CanonicalTextSchema, before);
  after.text = written(characters, placed);
  for (const list of [after.pages, after.segments, after.units, after.speakersSet])
    for (const range of list) [range.startChar, range.endChar] = [moved(range.startChar), moved(range.endChar)];
  for (const [i, unit] of after.units.entries())
    unit.quotableStartChar = moved(before.units[i]?.quotableStartChar ?? 0);
  for (const page of after.machineReadPages) page.words = wordsOf(page, placed, moved);
  after.units = withMarks(after.units, after.machineReadPages);
  after.chunks = chunkText(before.docUid, after.text, bordersOf(after));
  return after;
};

/** Where a stretch that was read of a text begins a new passage. */
const bordersOf = ({ segments, pages }: CanonicalText): number[] =>
  [...segments, ...pages].map(({ startChar }) => startChar).filter((start) => start > 0);

/** What a person typed as words of a text: blanks around them are left out, those between are one. */
export const asWords = (typed: string): string => typed.normalize("NFC").replace(/\s+/gu, " ").trim();

/** Signs that belong to the letter before them, or turn how a line is read. */
const notFirst = /^[\p{M}\u200d]/u;
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u;

const placedIn = (text: CanonicalText, characters: readonly string[], { start, end, words }: Correction): Placed[] => {
  const page = text.machineReadPages.find((one) => one.words.some((word) => word.startChar === start));
  const read = page?.words.filter((word) => word.startChar >= start && word.endChar <= end) ?? [];
  const isWhole = read[0]?.startChar === start && read.at(-1)?.endChar === end;
  if (page === undefined || !isWhole || characters.slice(start, end).includes("\n"))
    throw refused("correct.no-whole-words");
  const set = asWords(words);
  if (set === "" || notFirst.test(set) || unseen.test(set)) throw refused("correct.no-words");
  const placed = (stretch: Correction, of: readonly MachineReadWord[]): Placed => {
    const readAs = of.map((word) => wasRead(word, characters)).join(" ");
    return { ...stretch, page: page.number, read: of, readAs };
  };
  const each = set.split(" ");
  // As many words as before: each keeps its rectangle, and only those that differ are a person's.
  if (each.length !== read.length) return [placed({ start, end, words: set }, read)];
  return read.map((word, i) => placed({ start: word.startChar, end: word.endChar, words: each[i] ?? "" }, [word]));
};

/** What a machine had read where a word stands. */
const wasRead = ({ readAs, startChar, endChar }: MachineReadWord, characters: readonly string[]): string =>
  readAs || characters.slice(startChar, endChar).join("");

/** Where a place of the text stands after the corrections; one inside a corrected stretch at its end. */
const movedBy = (placed: readonly Placed[]): ((at: number) => number) => {
  const steps = placed.map(({ start, end, words }) => ({ start, end, by: [...words].length - (end - start) }));
  return (at) => {
    let by = 0;
    for (const step of steps) {
      if (step.start >= at) break;
      if (at < step.end) return step.end + by + step.by;
      by += step.by;
    }
    return at + by;
  };
};

const written = (characters: readonly string[], placed: readonly Placed[]): string => {
  let at = 0;
  const pieces = placed.map(({ start, end, words }) => {
    const piece = characters.slice(at, start).join("") + words;
    at = end;
    return piece;
  });
  return pieces.join("") + characters.slice(at).join("");
};

const wordsOf = (
  { number, words }: MachineReadPage,
  placed: readonly Placed[],
  moved: (at: number) => number,
): MachineReadWord[] => {
  const own = placed.filter(({ page }) => page === number);
  const begins = new Map(own.map((one) => [one.start, one]));
  return words.flatMap((word) => {
    const begun = begins.get(word.startChar);
    if (begun !== undefined) return [asOne(begun, moved(begun.start))];
    if (own.some(({ start, end }) => start < word.startChar && word.endChar <= end)) return [];
    return [create(MachineReadWordSchema, { ...word, startChar: moved(word.startChar), endChar: moved(word.endChar) })];
  });
};

/** The words that stood there as one, with a rectangle around all of them. */
const asOne = ({ read, readAs, words }: Placed, startChar: number): MachineReadWord => {
  const [x, y] = [Math.min(...read.map((word) => word.x)), Math.min(...read.map((word) => word.y))];
  return create(MachineReadWordSchema, {
    startChar,
    endChar: startChar + [...words].length,
    x,
    y,
    width: Math.max(...read.map((word) => word.x + word.width)) - x,
    height: Math.max(...read.map((word) => word.y + word.height)) - y,
    confidencePercent: Math.min(...read.map(({ confidencePercent }) => confidencePercent)),
    readAs: readAs === words ? "" : readAs,
  });
};

/** The units with one for each word that a person set, in order of start, outer ones first. */
const withMarks = (units: readonly Unit[], pages: readonly MachineReadPage[]): Unit[] => {
  const marks = pages.flatMap(({ number, words }) =>
    words
      .filter(({ readAs }) => readAs !== "")
      .map(({ startChar, endChar }) => ({ startChar, endChar, label: `p. ${number}` })),
  );
  const corrected = marks.map(({ startChar, endChar, label }, n) =>
    create(UnitSchema, {
      path: `/corrected[${n + 1}]`,
      label,
      element: "corrected",
      startChar,
      endChar,
      quotableStartChar: startChar,
      quotable: true,
      flags: ["corrected"],
    }),
  );
  return [...units.filter(({ element }) => element !== "corrected"), ...corrected].toSorted(
    (one, other) => one.startChar - other.startChar || other.endChar - one.endChar,
  );
};

const refused = (why: PlainId): DomainError =>
  new DomainError("REQUEST_INVALID", worded(why), { field: "corrections" });
