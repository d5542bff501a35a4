import { letterForms } from "./forms.ts";
import { type Cell, cellsOf, headLinesMax, labelledIn, part, type Said } from "./lines.ts";
import { bareName, familyName, isFunction, isPerson, isSurelyPerson } from "./names.ts";

/** Lines at the end of a paper among which the name of whoever drew it up stands. */
const endLinesMax = 6;

/** A label of any word, with what stands behind it in its cell: `Inspecteur: ing. R. Vinder`. */
const labelled = /^\p{L}[\p{L} /-]{1,40}:\s*(?=(?<value>.*)$)/u;

/**
 * Who drew up a paper that is no letter: the one person whom labels of its head name as its writer (`Monteur: R. Vink`), or whose name
 * stands alone at its end and behind any label of its head, or is its last line with what they are (`R. Vink, register-expert`). A name
 * in one of those two places alone may be anybody's; undefined too where two are named, somebody else signs, or another message stands below.
 */
export const reportWriter = (text: string): Said | undefined => {
  const lines = cellsOf(text).filter((cells) => cells.length > 0);
  const ending = lines.slice(-endLinesMax).flatMap((cells) => (cells.length === 1 ? cells.filter(isName) : []));
  const named = writersNamed(lines);
  const signed = signedWith(lines.at(-1) ?? []);
  // A firm may be called as a person is (`Vink Voertuigexpertise`): whoever has initials is one.
  const surely = [...ending.filter(({ value }) => isSurelyPerson(value)), ...named];
  if (signed && surely.every((other) => isSame(other, signed))) return signed;
  const [one, ...others] = [...ending, ...named];
  if (!one || others.some((other) => !isSame(other, one))) return undefined;
  if (named.length > 0) return one;
  const head = lines.slice(0, Math.min(headLinesMax, lines.length - endLinesMax));
  return head.flatMap(valuesOf).some((value) => isSame(value, one)) ? one : undefined;
};

/** The name with initials of a line that says what somebody is behind it, and nothing else. */
const signedWith = ([cell, ...more]: readonly Cell[]): Said | undefined => {
  const at = cell?.value.indexOf(",") ?? -1;
  if (!cell || more.length > 0 || at < 0) return undefined;
  const [name, position] = [part(cell, 0, at), part(cell, at + 1, cell.value.length)];
  return isSurelyPerson(name.value) && isFunction(position) && !isPerson(position.value) ? name : undefined;
};

/** What the writer of a report signs as, on its last line; empty: it does not say. */
export const reportSignature = (text: string): string => {
  const last = cellsOf(text).findLast((cells) => cells.length > 0) ?? [];
  return signedWith(last) ? (last[0]?.value ?? "") : "";
};

/** Whom labels above the first sentence name as the paper's writer. */
const writersNamed = (lines: readonly Cell[][]): Said[] => {
  const begin = lines.findIndex(([cell, ...more]) => more.length === 0 && isSentence(cell?.value ?? ""));
  const head = lines.slice(0, Math.min(headLinesMax, begin < 0 ? lines.length : begin));
  if (lines.slice(head.length).some(([cell]) => letterForms.writerHeader.test(cell?.value ?? ""))) return [];
  return labelledIn(head)
    .filter(({ of }) => of === "writer" || of === "drawn-up-by")
    .map((said) => part(said, 0, said.value.split(",")[0]?.length ?? 0))
    .map((said) => (isName(said) ? said : part(said, 0, said.value.split(/[(<;]/u)[0]?.length ?? 0)))
    .filter(isName);
};

/** Some words that end as a sentence does; a firm's name that ends in `B.V.` has fewer. */
const isSentence = (line: string): boolean => /[.?!]$/u.test(line) && line.split(/\s+/u).length >= sentenceWordsLeast;
const sentenceWordsLeast = 4;

const isName = ({ value }: Said): boolean => isPerson(value);

/** What stands behind the labels of a line: behind a colon, or in the cell beside one that ends in it. Of a name with a firm, the name. */
const valuesOf = (cells: readonly Said[]): Said[] =>
  cells.flatMap((cell, at) => {
    const { value } = labelled.exec(cell.value)?.groups ?? {};
    const said =
      value === "" ? cells[at + 1] : value && part(cell, cell.value.length - value.length, cell.value.length);
    if (!said) return [];
    const name = part(said, 0, said.value.split(",")[0]?.length ?? 0);
    return isName(name) ? [name] : [];
  });

const isSame = (one: Said, other: Said): boolean =>
  familyName(one.value) === familyName(other.value) &&
  bareName(one.value).charAt(0) === bareName(other.value).charAt(0);
