import { namesDocument } from "./language/paper-nouns.ts";
import { fold } from "./language/words.ts";
import { titleInWords } from "./paper-name.ts";
import { placeOfWords } from "./required-words.ts";

/**
 * A title as a memo may say it that must not say some words: where it has them, in whatever case, only what it says that the paper is; empty
 * where it says nothing of the kind. Who writes, and the day, tell the paper then.
 */
export const titleToSay = (title: string, unsaid: readonly string[]): string => {
  const isForbidden = (words: string): boolean => unsaid.some((line) => placeOfWords(words, line) !== undefined);
  const words = titleInWords(title);
  if (!isForbidden(words)) return title;
  return words.split(/\s+/u).find((word) => namesDocument(fold(word)) && !isForbidden(word)) ?? "";
};
