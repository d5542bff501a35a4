import { analyseUnstemmed } from "./analysis.ts";

/** A person as a filter compares it: the words of name and address in their order. */
export const personWords = (person: string): string[] =>
  analyseUnstemmed(person)
    .filter(({ isExtra }) => !isExtra)
    .map(({ raw }) => raw);
