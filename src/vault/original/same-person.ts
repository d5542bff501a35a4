import { personWords } from "../../search/words/person-words.ts";

/** Initials and the like tell nobody apart. */
const letters = 2;

/**
 * Whether two ways to write a person can be the same one: they share a mail address or a word of a name. Undefined where
 * one of them says nothing. `Ank Baas <ank@example.org>`, `Baas, A.` and `ank@example.org` are compared by words.
 */
export const mayBeSamePerson = (one: string, other: string): boolean | undefined => {
  const words = tellingWords(one);
  const others = new Set(tellingWords(other));
  if (words.length === 0 || others.size === 0) return undefined;
  return words.some((word) => others.has(word));
};

const tellingWords = (person: string): string[] => personWords(person).filter((word) => word.length > letters);
