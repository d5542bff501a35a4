import { addressBlocks, isStreet } from "./address-blocks.ts";
import { writtenDays } from "./days.ts";
import { letterForms } from "./forms.ts";
import { type Cell, cellsOf, isOfLabel, labelledIn } from "./lines.ts";
import { isPerson, isSurelyPerson } from "./names.ts";
import { readLetter } from "./read-letter.ts";

/** A line of a paper's first page with what its file tells of how it looks. */
export interface HeadLine {
  readonly text: string;
  /** Height of its letters in points; absent: the file does not tell. */
  readonly size?: number;
}

/** A heading stands among so many lines with words. */
const linesMax = 20;
const [charsLeast, charsMost, wordsMost] = [4, 80, 10];
/** A heading's letters are so much higher than those of most lines. */
const largerBy = 1.1;
/** Lines of one size besides the first: two parts and more have their headings so. */
const partsLeast = 2;

/**
 * The heading that a paper has of its own on its first page: what a style of its file calls so, else its largest line, else its first short
 * line that stands alone above what the paper says. No letterhead, address, day, name of somebody, label or reference; empty: it has none,
 * or it is a letter, which is called by whoever wrote it.
 */
export const paperHeading = (lines: readonly HeadLine[], styled = ""): string => {
  const text = lines.map((line) => line.text).join("\n");
  const facts = readLetter(text);
  if (facts.salutation) return "";
  const rows = cellsOf(text);
  const labelled = labelledIn(rows);
  const cells = rows.flat();
  const blocks = addressBlocks(
    cells,
    (cell) =>
      !isOfLabel(cell, labelled) && writtenDays(cell.value).length === 0 && !letterForms.contact.test(cell.value),
  );
  const firm = facts.firm?.value.toLowerCase() ?? "";
  const isLetterhead = (cell: Cell): boolean =>
    letterForms.organisation.test(cell.value) ||
    blocks.some(({ start, end }) => cell.start < end && cell.end > start) ||
    standsAboveAddress(rows, cell) ||
    isNameElsewhere(text, cell.value) ||
    (firm !== "" && firm.startsWith(cell.value.toLowerCase()));
  const isHead = (cell: Cell): boolean =>
    isHeadingWords(cell.value) && !isOfLabel(cell, labelled) && !isLetterhead(cell);
  const spoken = rows.findIndex(([cell]) => isSentence(cell?.value ?? ""));
  const above = rows.slice(0, spoken < 0 ? rows.length : spoken);
  const alone = above.filter((row) => row.length > 0).slice(0, linesMax);
  const heads = alone.flatMap(([cell, ...more]) => (cell && more.length === 0 && isHead(cell) ? [cell] : []));
  const named = styled.trim();
  if (named !== "" && heads.some(({ value }) => value === named)) return named;
  const sizeOf = ({ line }: Cell): number => lines[line]?.size ?? 0;
  const others = alone.flat().filter((cell) => !isLetterhead(cell));
  const most = others.reduce((max, cell) => Math.max(max, sizeOf(cell)), 0);
  const isLarger = most > usualSize(lines) * largerBy;
  const [first, ...more] = heads.filter((cell) => (isLarger ? sizeOf(cell) === most : isParted(rows, cell)));
  // So large are the headings of its parts.
  if (!first || (isLarger && more.length >= partsLeast)) return "";
  return isAsNamesAre(first.value) ? "" : first.value;
};

/** Several words with a capital each: a name of a person or a firm, unless a style of the file calls it a title. */
const isAsNamesAre = (words: string): boolean =>
  isPerson(words) || (/\p{Ll}/u.test(words) && /^(?:(?:\p{Lu}\S*|&)(?:\s|$)){2,}$/u.test(words));

/** A few words that begin with a capital and end as no sentence, label or line of a list does. */
const isHeadingWords = (words: string): boolean =>
  words.length >= charsLeast &&
  words.length <= charsMost &&
  words.split(/\s+/u).length <= wordsMost &&
  // A number in front, or behind the first word, is that of a part: `1 Oorzaak`, `Artikel 3 Wat is verzekerd`.
  /^\p{Lu}\S*(?!\S|\s\d{1,2}(?:\.\d+)*\.?(?:\s|$))/u.test(words) &&
  /\p{L}{4}/u.test(words) &&
  !/[.,:;?!|@€$_]|\s-\s\d+$/u.test(words.replace(/(?<=\d)[.,:](?=\d)/gu, "")) &&
  !(isStreet(words) && words.split(/\s+/u).length < sentenceWordsLeast) &&
  !letterForms.contact.test(words) &&
  !letterForms.organisation.test(words) &&
  !letterForms.salutation.test(words) &&
  !letterForms.closing.test(words) &&
  !letterForms.honorific.test(words) &&
  !isSurelyPerson(words) &&
  !isDay(words);

/** A day, perhaps behind its place, and no more than a word; or one that the line goes on behind. */
const isDay = (words: string): boolean => {
  const [day] = writtenDays(words);
  if (day === undefined) return false;
  return words.slice(day.end).trim() !== "" || words.slice(0, day.start).trim().split(/\s+/u).length <= 1;
};

const isSentence = (line: string): boolean =>
  /[.?!]["'”’)]?$/u.test(line) && line.split(/\s+/u).length >= sentenceWordsLeast;
const sentenceWordsLeast = 6;

/** A line right above a street, a box or a line of telephone numbers is the name of whoever is there. */
const standsAboveAddress = (rows: readonly (readonly Cell[])[], { line }: Cell): boolean =>
  rows.slice(line + 1, line + 1 + addressWithin).some(([cell]) => {
    const below = cell?.value ?? "";
    if (below.split(/\s+/u).length >= sentenceWordsLeast) return false;
    return isStreet(below) || letterForms.contact.test(below) || letterForms.box.test(` ${below}`);
  });
const addressWithin = 1;

/** Whether the words stand elsewhere as a name does, each with a capital: a firm is named again, what a paper is called is not written so. */
const isNameElsewhere = (text: string, words: string): boolean => {
  const [small, all] = [words.toLowerCase(), text.toLowerCase()];
  const parts = words.split(/\s+/u).length;
  for (let at = all.indexOf(small); parts > 1 && at >= 0; at = all.indexOf(small, at + small.length)) {
    const said = text.slice(at, at + small.length);
    const isInside = /\p{Ll}[,:]?\s$/u.test(text.slice(Math.max(0, at - 3), at));
    const names = said.split(/\s+/u).filter((word) => /^(?:\p{Lu}|\P{L})/u.test(word)).length;
    // What stands in capitals in the letterhead stands so elsewhere as a name does.
    const isAsName = isInside || (said !== words && !/\p{Ll}/u.test(words));
    if (isAsName && names >= Math.max(namesLeast, parts - 1) && /\p{Ll}/u.test(said)) return true;
  }
  return false;
};
const namesLeast = 2;

/** The height of the letters of most lines; 0: the file does not tell. */
const usualSize = (lines: readonly HeadLine[]): number => {
  const sizes = lines.flatMap(({ size, text }) => (size === undefined || text.trim() === "" ? [] : [size]));
  return sizes.toSorted((a, b) => a - b)[Math.floor((sizes.length - 1) / 2)] ?? 0;
};

/** Whether what stands below a line begins anew: an empty line, a label, a row or a sentence. */
const isParted = (rows: readonly (readonly Cell[])[], { line }: Cell): boolean => {
  const [below, ...more] = rows[line + 1] ?? [];
  return (
    below === undefined ||
    more.length > 0 ||
    /^\p{L}[^:]{0,40}:\s?\S/u.test(below.value) ||
    below.value.split(/\s+/u).length >= sentenceWordsLeast
  );
};
