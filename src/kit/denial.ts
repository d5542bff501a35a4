import { listOf } from "./lexicon.ts";

/** Words that deny what stands beside them. */
const negation =
  /(?<![\p{L}\p{N}])(?:niet|geen|nooit|nimmer|niets|niks|niemand|nergens|noch|evenmin|geenszins|zonder|not|no|never|none|nothing|nobody|nowhere|neither|nor|without|cannot|\p{L}+n['’]t)(?![\p{L}\p{N}])/giu;

/** Verbs and nouns that deny by themselves. */
export const denialWords = new RegExp(
  `(?<!\\p{L})(?:${[...listOf("nl", "denying-stem"), ...listOf("en", "denying-stem")].join("|")})\\p{L}*`,
  "iu",
);

/** What looks like a negation and takes nothing away. */
const noDenial =
  /(?:niet (?:alleen|slechts|enkel|later dan|eerder dan|minder dan|meer dan)|al dan niet|of niet|niet in het minst|not only|no later than|no less than|not less than|no more than|whether or not)$/iu;

/** Whether a text denies anything, with a negation or with a word that is one by itself. */
export const deniesAnything = (text: string): boolean => firstNegation(text) !== undefined || denialWords.test(text);

/** Whether a text denies with a negation: "ontkent" alone denies what follows, and is itself said. */
export const negates = (text: string): boolean => firstNegation(text) !== undefined;

/** A text without the words that only deny: what is left is what it speaks of. */
export const withoutNegations = (text: string): string => text.replaceAll(negation, " ");

/** The first negation of a text that takes something away: a range of UTF-16 units; undefined: there is none. */
export const firstNegation = (clause: string): { start: number; end: number } | undefined => negationsIn(clause)[0];

/** The negations of a text that take something away, in order: ranges of UTF-16 units. */
export const negationsIn = (clause: string): { start: number; end: number }[] =>
  Array.from(clause.matchAll(negation), ({ 0: word, index }) => ({ start: index, end: index + word.length })).filter(
    ({ start, end }) =>
      !noDenial.test(clause.slice(Math.max(0, start - 10), end)) &&
      !opensNoDenial.test(clause.slice(start, end + boundUnits)),
  );

/** So far behind a negation goes what makes a bound of it, in UTF-16 units: `niet minder dan`. */
const boundUnits = 13;
/** A bound (`niet meer dan vijf`) denies nothing; that something is no more (`niet meer schoongemaakt`) or was not so before does. */
const opensNoDenial =
  /^(?:niet (?:alleen|slechts|enkel)|niet (?:later|eerder|minder|meer) (?:dan|of)|not (?:only|less than|more than)|no (?:later|less|more) than)(?!\p{L})/iu;
