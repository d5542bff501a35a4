import { letterForms } from "../../letter/forms.ts";
import { type Cell, cellsOf, isOfLabel, type Labelled, labelledIn } from "../../letter/lines.ts";
import { readLetter } from "../../letter/read-letter.ts";
import type { Place } from "../../span/occurrences.ts";
import type { SpanSource } from "../../span/source.ts";

/**
 * A label and what it says, on one line: `Keuken: schoon`, a row of two cells, a label with dots up to its value. The label is a few words
 * that begin with a capital.
 */
const labelLine =
  /^(?:(?:\d{1,2}(?:\.\d{1,2})*[.)]?|[-•*–·])\s+)?\p{Lu}[\p{L}\p{M}\d'’/&().-]*(?:\s[\p{L}\p{M}\d'’/&().-]+){0,3}(?:\s?:\s*|\s+\|\s+|\t+|\s*\.{3,}\s*)(?=.*[\p{L}\p{N}])/u;
/** A run of so many such lines, or so many in one block, is a form's; fewer stand around a paper as well. */
const runLeast = 3;
/** Words that end as a sentence does: shorter ones are the value of a label. */
const sentenceWordsLeast = 5;
/** A line that ends in a comma and has no more words speaks to somebody, or leads to who signs (`Voor akkoord,`). */
const callWordsMost = 4;

interface Line extends Place {
  readonly words: string;
  readonly isLabelled: boolean;
}

/**
 * Where the labelled lines of a form stand, UTF-16 ranges of whole lines: those of a run or a block of three, and single ones beside the
 * sentences of a paper that has three. Not the labels that every letter has in its head (a reference, a day, who writes), lines of telephone
 * numbers and registers, what a page repeats, and what stands below the words that close a paper; in a letter only what stands between its
 * salutation and its closing.
 */
export const labelLines = (source: SpanSource): Place[] => {
  const { text } = source;
  const facts = readLetter(text);
  const isLetter = facts.salutation !== undefined;
  const labelled = labelledIn(cellsOf(text));
  const lines = linesOf(text, labelled).filter((line) => !isEdge(source, line));
  const from = isLetter ? facts.bodyStart : 0;
  const to = Math.min(facts.bodyEnd, signedFrom(lines) ?? text.length);
  const body = lines.filter(({ start }) => start >= from && start < to);
  const grouped = new Set([...blocksOf(body), ...runsOf(body)].filter(isForm).flatMap(labelledOf));
  const all = labelledOf(body);
  const first = body.findIndex(({ words }) => isSentence(words));
  const beside =
    isLetter || first < 0 || all.length < runLeast
      ? []
      : blocksOf(body.slice(first))
          .filter((block) => block.some(({ words }) => isSentence(words)))
          .flatMap(labelledOf);
  const found = new Set([...grouped, ...beside]);
  return all.filter((line) => found.has(line));
};

const linesOf = (text: string, labelled: readonly Labelled[]): Line[] => {
  const held = new Labels(labelled);
  let at = 0;
  return text.split("\n").map((line) => {
    const start = at + line.length - line.trimStart().length;
    const words = line.trim();
    at += line.length + 1;
    const cell = { value: words, start, end: start + words.length, line: 0, column: 0 };
    const isLabelled =
      labelLine.test(words) && !held.isOf(cell) && !letterForms.contact.test(words) && !isNumber(words);
    return { start, end: cell.end, words, isLabelled };
  });
};

/** The labels of a letter and what they say, by where they stand: a form may have a hundred thousand. */
class Labels {
  readonly #sorted: readonly Labelled[];
  #next = 0;

  constructor(labelled: readonly Labelled[]) {
    this.#sorted = labelled.toSorted((a, b) => a.start - b.start);
  }

  /** Whether a cell is one or has one. Cells are asked about in order. */
  isOf(cell: Cell): boolean {
    while ((this.#sorted[this.#next]?.start ?? Number.POSITIVE_INFINITY) < cell.start) this.#next++;
    const near: Labelled[] = [];
    for (let at = this.#next; (this.#sorted[at]?.start ?? Number.POSITIVE_INFINITY) < cell.end; at++)
      near.push(this.#sorted[at]!);
    return isOfLabel(cell, near);
  }
}

/** A telephone number or an account behind its label, whatever the label is. */
const isNumber = (words: string): boolean => /(?::|\||\t)\s*[+(]?0\d[\d\s()–-]{6,}\d$/u.test(words);

/** What stands at the edge of a page, in a letterhead or a foot. */
const isEdge = ({ codePoints, structure }: SpanSource, { start, end, words }: Line): boolean =>
  words !== "" &&
  structure
    .unitsAround({ start: codePoints.toCodePoint(start), end: codePoints.toCodePoint(end) })
    .some(({ element, flags }) => element === "header" || element === "footer" || flags.includes("repeated"));

const isSentence = (words: string): boolean =>
  /[.?!]["'”’)]?$/u.test(words) && (words.match(/\p{L}+/gu)?.length ?? 0) >= sentenceWordsLeast;

/** Below the last short line that ends in a comma, where no sentence follows: `Voor akkoord,`. */
const signedFrom = (lines: readonly Line[]): number | undefined => {
  const last = lines.findLastIndex(({ words }) => isSentence(words));
  const call = lines.findIndex(
    ({ words, isLabelled }, at) =>
      at > Math.max(0, last) && !isLabelled && /,$/u.test(words) && words.split(/\s+/u).length <= callWordsMost,
  );
  return lines[call]?.start;
};

/** Lines without an empty one between them. */
const blocksOf = (lines: readonly Line[]): Line[][] => grouped(lines, ({ words }) => words === "");

/** Labelled lines with nothing but empty ones between them. */
const runsOf = (lines: readonly Line[]): Line[][] =>
  grouped(
    lines.filter(({ words }) => words !== ""),
    ({ isLabelled }) => !isLabelled,
  );

const grouped = (lines: readonly Line[], parts: (line: Line) => boolean): Line[][] => {
  const groups: Line[][] = [[]];
  for (const line of lines) {
    if (parts(line)) groups.push([]);
    else groups.at(-1)?.push(line);
  }
  return groups;
};

const labelledOf = (lines: readonly Line[]): Line[] => lines.filter(({ isLabelled }) => isLabelled);

const isForm = (lines: readonly Line[]): boolean => labelledOf(lines).length >= runLeast;
