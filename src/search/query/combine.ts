import { isStopWord } from "../words/stop-words.ts";
import type { Clause, Expression, FieldName, Row } from "./expression.ts";

/** What reading a piece gives. "none": a piece was taken that means nothing; undefined: nothing stands there. */
export type Part = Expression | "none" | undefined;

/** Whether something was read. */
export const isExpression = (part: Part): part is Expression => part !== undefined && part !== "none";

/** Whether a part only narrows: fields and periods, and what is made of them alone. */
export const isFilter = (part: Expression): boolean =>
  part.kind === "field" ||
  part.kind === "period" ||
  (part.kind === "not" && isFilter(part.part)) ||
  ((part.kind === "all" || part.kind === "some") && part.parts.length > 0 && part.parts.every(isFilter));

/** Several parts as one; one alone stays itself. */
export const together = (kind: "all" | "some", parts: readonly Expression[]): Expression | undefined => {
  const [first] = parts;
  return parts.length < 2 ? first : { kind, parts };
};

/** What one side of a distance looks for: a word or phrase, or any of several in a bracket. */
export const sideOf = (part: Part): Clause[] | undefined => {
  if (part === undefined || part === "none") return undefined;
  if (part.kind === "clause") return part.clause.pattern === undefined ? [part.clause] : undefined;
  const parts = part.kind === "some" ? part.parts : part.kind === "row" && isOnlyMay(part) ? part.may : undefined;
  const sides = parts?.map(sideOf);
  return sides?.every((side) => side !== undefined) ? sides.flat() : undefined;
};

const isOnlyMay = ({ must, not, filters }: Row): boolean => must.length + not.length + filters.length === 0;

/** The words of a bracket as those of a field: `from:(vries OR smit)`. */
export const inField = (name: FieldName, part: Expression): Expression | undefined => {
  switch (part.kind) {
    case "clause":
      return { kind: "field", name, clause: part.clause };
    case "all":
    case "some": {
      const parts = part.parts.map((one) => inField(name, one));
      return parts.every((one) => one !== undefined) ? { kind: part.kind, parts } : undefined;
    }
    case "not": {
      const inner = inField(name, part.part);
      return inner && { kind: "not", part: inner };
    }
    case "row": {
      const parts = part.may.map((one) => inField(name, one));
      return isOnlyMay(part) && parts.every((one) => one !== undefined) ? together("all", parts) : undefined;
    }
    default:
      return undefined;
  }
};

/** A row of one part is that part, unless it has a run, a sign or a filter. */
export const simplified = (row: Row): Expression => {
  const [only] = row.may;
  return row.may.length === 1 && only && isOnlyMay(row) && row.runs.length === 0 ? only : row;
};

/** A row without the words that are too common to search by, where others remain. */
export const withoutStopWords = (row: Row): Row => {
  const may = row.may.filter((part) => !isCommon(part));
  if (may.length === row.may.length || may.length + row.must.length + row.filters.length === 0) return row;
  const { kind, must, not, filters, runs } = row;
  return { kind, must, not, may, filters, runs };
};

const isCommon = (part: Expression): boolean => {
  if (part.kind !== "clause") return false;
  const { words, isPhrase, isPrefix, pattern } = part.clause;
  return !isPhrase && !isPrefix && pattern === undefined && words.length === 1 && isStopWord(words[0]?.raw ?? "");
};
