import type { Place } from "../../gen/pincite/span/v1/span_pb.ts";
import { rangeOf } from "./describe.ts";
import { endOf, endsParagraph, paragraphLabel, plainWords as plain } from "./numbering.ts";
import type { SpanSource } from "./source.ts";
import type { CodePointRange } from "./structure.ts";

/** The kinds of places, as a question names them. */
export type Kind = NonNullable<Place["named"]["case"]>;

/** A place that a document has. Offsets are code points; it is never empty. */
export interface NamedPlace extends CodePointRange {
  readonly named: Place["named"];
  readonly label: string;
  /** Whether words, as somebody wrote them, name the place. */
  answers(words: string): boolean;
}

/** The kinds of places in words. */
export const kindInWords: Readonly<Record<Kind, { readonly one: string; readonly many: string }>> = {
  page: { one: "page", many: "pages" },
  heading: { one: "heading", many: "headings" },
  paragraph: { one: "numbered paragraph", many: "numbered paragraphs" },
  passage: { one: "passage", many: "passages" },
  unit: { one: "unit", many: "units" },
};

/** Every place of a kind that a document has, in order. */
export const availablePlaces = (source: SpanSource, kind: Kind): NamedPlace[] =>
  placesOf[kind](source).flatMap((place) => shortened(source, place));

/** A label has at most so many characters, a heading asked for so many, a number so many: a longer one cannot be named. */
const namedMax = 300;

const pages = ({ canonical }: SpanSource): NamedPlace[] =>
  canonical.pages.map(({ number, startChar, endChar }) => ({
    start: startChar,
    end: endChar,
    label: `p. ${number}`,
    named: { case: "page", value: number },
    answers: (words) => words === String(number),
  }));

const headings = (source: SpanSource): NamedPlace[] =>
  source.outline.flatMap((line) => {
    if (line.title === "" || line.title.length > namedMax) return [];
    const own = plain(line.title);
    const unnumbered = plain(line.title.replace(/^(?:\p{L}+\.?\s*)?[\d.]+[a-z]?[.):]?\s+/u, ""));
    return {
      ...rangeOf(source, {
        start: line.start,
        end: endOf(source, line, (next) => next.title !== "" && next.level <= line.level),
      }),
      label: `onder “${singleQuoted(line.title)}”`,
      named: { case: "heading", value: line.title },
      answers: (words) => plain(words) === own || plain(words) === unnumbered,
    };
  });

const paragraphs = (source: SpanSource): NamedPlace[] =>
  source.outline.flatMap((line) => {
    if (line.number === "") return [];
    const word = plain(line.word);
    return {
      ...rangeOf(source, { start: line.start, end: endOf(source, line, (next) => endsParagraph(line, next)) }),
      label: paragraphLabel(line),
      named: { case: "paragraph", value: line.number },
      answers: (words) =>
        plain(words) === plain(line.number) || (word !== "" && plain(words) === `${word} ${plain(line.number)}`),
    };
  });

const passages = (source: SpanSource): NamedPlace[] =>
  source.canonical.chunks.map(({ chunkUid, startChar: start, endChar: end }) => ({
    start,
    end,
    named: { case: "passage", value: chunkUid },
    label: readersForm(source, { start, end }),
    answers: (words) => words === chunkUid,
  }));

/** How a reader finds a stretch that has no name of its own: its pages, else the words it begins with. */
const readersForm = (source: SpanSource, range: CodePointRange): string => {
  const numbers = source.structure.pagesTouching(range).map(({ number }) => number);
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first !== undefined) return first === last ? `p. ${first}` : `p. ${first}–${last}`;
  const words = source.codePoints
    .slice(range.start, Math.min(range.end, range.start + 60))
    .trim()
    .split(/\s+/u);
  return `vanaf “${singleQuoted(words.slice(0, 6).join(" "))}”`;
};

const units = ({ canonical }: SpanSource): NamedPlace[] =>
  canonical.units.map(({ path, label, startChar, endChar }) => ({
    start: startChar,
    end: endChar,
    label: label || path,
    named: { case: "unit", value: path },
    answers: (words) => words === path || plain(words) === plain(label),
  }));

const placesOf: Readonly<Record<Kind, (source: SpanSource) => NamedPlace[]>> = {
  page: pages,
  heading: headings,
  paragraph: paragraphs,
  passage: passages,
  unit: units,
};

/** The place without white space around it; none where nothing is left. */
const shortened = (source: SpanSource, place: NamedPlace): NamedPlace[] => {
  const text = source.codePoints.slice(place.start, place.end);
  if (text.trim() === "") return [];
  const start = place.start + (text.length - text.trimStart().length);
  return [{ ...place, start, end: place.end - (text.length - text.trimEnd().length) }];
};

/** The places nearest to a page or else the first ones, in order. */
export const nearest = (all: readonly NamedPlace[], asked: Place["named"], max: number): readonly NamedPlace[] => {
  if (asked.case !== "page" || all.length <= max) return all.slice(0, max);
  const after = all.findIndex(({ named }) => named.case === "page" && named.value >= asked.value);
  const middle = after < 0 ? all.length : after;
  const from = Math.min(Math.max(0, middle - max / 2), all.length - max);
  return all.slice(from, from + max);
};

const singleQuoted = (words: string): string => words.replace(/[“”„"]/gu, "’");
