import { patternOf } from "#kit/lexicon.ts";
import type { Place } from "../../span/occurrences.ts";

/** What a paper says of its own state, word for word; of words of its title the place is empty. */
export interface StatedState extends Place {
  readonly words: string;
}

/** So many lines at the top of a paper and at its foot are looked at: a mark of its state stands on either. */
const headMost = 12;
const footMost = 6;
/** A line with more words is no mark. */
const wordsMost = 12;

/** A word for a state at the beginning of a part of a line: `CONCEPT 24 augustus`, `Overeenkomst (concept)`, `Offer - not signed`. */
const stated = new RegExp(
  `(?:^|[(\\[|:–—]\\s*|\\s-\\s+)(?:${patternOf("nl", "paper-state").source}|${patternOf("en", "paper-state").source})(?![\\p{L}\\p{N}])`,
  "iu",
);

/**
 * The line of a paper that says in what state it is (`CONCEPT 24 augustus 2026 - niet getekend`), else its title where that does. A mark is a
 * short line with a capital in front and no end of a sentence; what a sentence says of a concept is of another paper as often. Nobody says what
 * follows from it: a person reads the words.
 */
export const stateOf = (text: string, title: string): StatedState | undefined => {
  const lines = linesOf(text);
  const found = [...lines.slice(0, headMost), ...lines.slice(headMost).slice(-footMost)].find(isMark);
  if (found) return found;
  const name = title.replace(/\.\p{L}{2,4}\d?$/u, "");
  return stateInTitle.test(name) ? { words: title, start: 0, end: 0 } : undefined;
};

/** In a name of a file a state may be any of the words. */
const stateInTitle = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${patternOf("nl", "paper-state").source}|${patternOf("en", "paper-state").source})(?![\\p{L}\\p{N}])`,
  "iu",
);

/** The subject of a mail that begins with its state (`concept: antwoord op uw brief`); elsewhere a subject tells of what goes along with it. */
export const stateOfMail = (subject: string): StatedState | undefined =>
  beginsWithState.test(subject) ? { words: subject, start: 0, end: 0 } : undefined;

const beginsWithState = new RegExp(
  `^[\\[(]?(?:${patternOf("nl", "paper-state").source}|${patternOf("en", "paper-state").source})[\\])]?\\s*[:\\-–—]`,
  "iu",
);

const linesOf = (text: string): StatedState[] =>
  [...text.matchAll(/[^\n\f]*\S[^\n\f]*/gu)].map(({ 0: line, index }) => {
    const words = line.trim();
    const start = index + line.indexOf(words);
    return { words, start, end: start + words.length };
  });

const isMark = ({ words }: StatedState): boolean =>
  stated.test(words) &&
  /^[\p{Lu}([]/u.test(words) &&
  !/[.,;!?]["'”’]?$/u.test(words) &&
  (words.match(/[\p{L}\p{N}]+/gu) ?? []).length <= wordsMost;
