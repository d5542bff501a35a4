import { cellsOf, headLinesMax, part, type Said } from "./lines.ts";
import { bareName, familyName, isPerson } from "./names.ts";

/** Lines at the end of a paper among which the name of whoever drew it up stands. */
const endLinesMax = 6;

/** A label of any word, with what stands behind it in its cell: `Inspecteur: ing. R. Vinder`. */
const labelled = /^\p{L}[\p{L} /-]{1,40}:\s*(?=(?<value>.*)$)/u;

/**
 * Who drew up a paper that is no letter: the one person whose name stands alone at its end, and behind a label of its head. A name in
 * one of the two places alone may be anybody's.
 */
export const reportWriter = (text: string): Said | undefined => {
  const lines = cellsOf(text).filter((cells) => cells.length > 0);
  const ending = lines.slice(-endLinesMax).flatMap((cells) => (cells.length === 1 ? cells.filter(isName) : []));
  const [signed, ...others] = ending;
  if (!signed || others.some((other) => !isSame(other, signed))) return undefined;
  const head = lines.slice(0, Math.min(headLinesMax, lines.length - endLinesMax));
  return head.flatMap(valuesOf).some((value) => isSame(value, signed)) ? signed : undefined;
};

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
