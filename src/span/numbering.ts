import type { OutlineLine } from "./outline.ts";
import type { SpanSource } from "./source.ts";
import type { CodePointRange } from "./structure.ts";

/** UTF-16 offset at which the part of an outline line ends: where the first later line begins that ends it, else with the text. */
export const endOf = (
  { outline, text }: Pick<SpanSource, "outline" | "text">,
  line: OutlineLine,
  ends: (next: OutlineLine) => boolean,
): number => outline.slice(outline.indexOf(line) + 1).find(ends)?.start ?? text.length;

/** What belongs to a number goes as far as the next one beside or above it; a word's numbers are its own row. */
export const endsParagraph = (line: OutlineLine, next: OutlineLine): boolean => {
  if (next.number === "") return next.title !== "";
  if (next.number.startsWith(`${line.number}.`)) return false;
  return plainWords(next.word) === plainWords(line.word) || line.word === "" || next.title !== "";
};

/** A numbered part as a reader writes it: `artikel 9`, `onder 5.2`. */
export const paragraphLabel = ({ word, number }: Pick<OutlineLine, "word" | "number">): string =>
  word === "" ? `onder ${number}` : `${plainWords(word)} ${number}`;

/** Letters and signs alone: neither case nor typography names another place. */
export const plainWords = (words: string): string =>
  words
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[‘’‚′]/gu, "'")
    .replace(/[“”„″]/gu, '"')
    .replace(/[‐‑–—]/gu, "-")
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/[.):]+$/u, "");

/**
 * The numbered part that all of a range stands in, as a reader writes it: `artikel 9`, `artikel 5.2`, `onder 5.2`; empty where there is
 * none. Numbers of a text are a row: one whose word and form the text has no second one of numbers nothing (`Januari 2026`). A paragraph
 * with a number of one part is none, since nothing says where the last of such a list ends.
 */
export const numberedPartAround = (source: SpanSource, range: CodePointRange): string => {
  const [start, end] = [source.codePoints.toUtf16(range.start), source.codePoints.toUtf16(range.end)];
  const around = partsOf(source).flatMap((part) => (part.line.start <= start && end <= part.end ? part.line : []));
  const inner = around.at(-1);
  if (inner === undefined) return "";
  const outer = around.findLast(({ word, number }) => word !== "" && inner.number.startsWith(`${number}.`));
  return paragraphLabel({ word: inner.word || (outer?.word ?? ""), number: inner.number });
};

/** A line that numbers its part, and the UTF-16 offset at which that ends. */
interface NumberedPart {
  readonly line: OutlineLine;
  readonly end: number;
}

/** Of a text that is open: each of its passages asks where it stands, and a law has thousands of both. */
const remembered = new WeakMap<SpanSource, readonly NumberedPart[]>();

const partsOf = (source: SpanSource): readonly NumberedPart[] => {
  const known = remembered.get(source);
  if (known) return known;
  const numbered = source.outline.filter(numbersItsPart);
  const rows = Map.groupBy(numbered, rowOf);
  const parts = numbered
    .filter((line) => (rows.get(rowOf(line))?.length ?? 0) > 1)
    .map((line) => ({ line, end: endOf(source, line, (next) => endsParagraph(line, next)) }));
  remembered.set(source, parts);
  return parts;
};

/** A line numbers its part by a word (`Artikel 9`), by several parts (`5.2`) or, as a heading, by a sign behind the number (`5. Opzegging`). */
const numbersItsPart = ({ word, number, title }: OutlineLine): boolean =>
  number !== "" && (word !== "" || number.includes(".") || /^\d+[a-z]?[.):]\s/u.test(title));

/** The mark that the lines of a row share: their word, else how many parts their numbers have. */
const rowOf = ({ word, number }: OutlineLine): string =>
  word === "" ? String(number.split(".").length) : word.toLowerCase();
