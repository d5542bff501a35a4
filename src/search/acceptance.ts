import type { Expression } from "./query/expression.ts";

/** Whether a document meets something. */
export type Accepts = (doc: number) => boolean;

/** Whether every document that an expression accepts has one of its words: then only those need be looked at. */
export const needsWords = (part: Expression): boolean => {
  switch (part.kind) {
    case "clause":
    case "near":
      return true;
    case "all":
      return part.parts.some(needsWords);
    case "some":
      return part.parts.every(needsWords);
    case "row":
      return part.must.length > 0 ? part.must.some(needsWords) : part.may.length > 0 && part.may.every(needsWords);
    default:
      return false;
  }
};

/** All of these; few are told apart, since they are asked of every document. */
export const allOf = (checks: readonly Accepts[]): Accepts => {
  const [first, second] = checks;
  if (first === undefined) return () => true;
  if (checks.length === 1) return first;
  if (checks.length === 2 && second) return (doc) => first(doc) && second(doc);
  return (doc) => checks.every((check) => check(doc));
};

export const someOf = (checks: readonly Accepts[]): Accepts => {
  const [first] = checks;
  return checks.length === 1 && first ? first : (doc) => checks.some((check) => check(doc));
};
