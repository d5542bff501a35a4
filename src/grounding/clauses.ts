import { byText } from "#kit/by-text.ts";
import type { Grammar, Tongue } from "./language/grammar.ts";
import { grammarOf } from "./language/tongue.ts";
import { type Word, wordsIn } from "./language/words.ts";
import type { Range } from "./tokens/token.ts";

/** A stretch of a sentence with one finite verb, as far as that can be told without a parser. */
export interface Clause extends Range {
  readonly words: readonly Word[];
  /** The word that opens it and makes it hang on another clause; empty: none. */
  readonly opener: string;
  /** What stands before it ends a sentence. */
  readonly isFirst: boolean;
  /** It belongs to a sentence that asks. */
  readonly isQuestion: boolean;
  readonly text: string;
}

/** A semicolon ends a thought: nothing is joined across it. */
const sentenceEnds = /[.!?;](?=\s|$)|\n/gu;
const breaks = /[:()]|,(?=\s|$)|\s[–—-]\s/gu;
const abbreviation =
  /(?:^|[\s(])(?:\p{L}|art|artt|nr|mr|mw|dhr|dr|drs|ing|prof|bijv|bv|blz|p|pp|par|rov|jo|jl|resp|vgl|ca|tel|no|st|evt|ms|mrs|(?:\p{L}\.)+\p{L})$/iu;

/** The clauses of a text whose quotations are blanked, in order. */
export const clausesOf = (text: string, { tongue }: Grammar): readonly Clause[] => clausesIn[tongue](text);

const clausesBy = (text: string, grammar: Grammar): Clause[] =>
  sentencesIn(text).flatMap(({ start, end }) => {
    const isQuestion = text.slice(start, end).trimEnd().endsWith("?");
    const pieces = merged(text, cut(text, start, end, grammar), grammar).flatMap((piece) =>
      split(text, piece, grammar),
    );
    return pieces.map((piece, at) => {
      const words = unanswered(wordsWithin(text, piece), text, grammar);
      const first = words[0]?.folded ?? "";
      const second = /^(?:en|maar|want|and|but)$/u.test(first) ? (words[1]?.folded ?? "") : first;
      return {
        ...piece,
        words,
        text: text.slice(piece.start, piece.end),
        isQuestion,
        isFirst: at === 0,
        opener: grammar.subordinators.has(second) || grammar.conditionals.has(second) ? second : "",
      };
    });
  });

const clausesIn: Readonly<Record<Tongue, (text: string) => readonly Clause[]>> = {
  nl: byText((text) => clausesBy(text, grammarOf.nl)),
  en: byText((text) => clausesBy(text, grammarOf.en)),
};

/** "Nee, ik begin op maandag" says no to what was asked, and states the rest: a denial that a comma parts from its sentence is no word of it. */
const unanswered = (words: readonly Word[], text: string, grammar: Grammar): readonly Word[] => {
  const [first, ...rest] = words;
  const isReply = first !== undefined && grammar.negations.has(first.folded) && /^,\s/u.test(text.slice(first.end));
  return isReply && rest.length > 0 ? rest : words;
};

const sentencesIn = (text: string): Range[] => {
  const ranges: Range[] = [];
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(sentenceEnds)) {
    if (mark === "." && (abbreviation.test(text.slice(0, index)) || /^\s+\p{Ll}/u.test(text.slice(index + 1))))
      continue;
    ranges.push({ start, end: index + 1 });
    start = index + 1;
  }
  return [...ranges, { start, end: text.length }].filter((range) =>
    /[\p{L}\ufffc]/u.test(text.slice(range.start, range.end)),
  );
};

/** Pieces between marks and in front of words that open a clause. */
const cut = (text: string, start: number, end: number, grammar: Grammar): Range[] => {
  const within = text.slice(start, end);
  const marks = Array.from(within.matchAll(breaks), ({ index, 0: mark }) => start + index + mark.length);
  const openers = wordsIn(within).flatMap((word, at, all) =>
    at > 0 && grammar.subordinators.has(word.folded) && !isDeterminer(word, all[at + 1], grammar)
      ? [start + word.start]
      : [],
  );
  const borders = [...new Set([...marks, ...openers])].sort((a, b) => a - b);
  return [start, ...borders]
    .map((from, at) => ({ start: from, end: borders[at] ?? end }))
    .filter((piece) => /[\p{L}\p{N}\ufffc]/u.test(text.slice(piece.start, piece.end)));
};

/** `dat bericht`, `die brief`, `als werkgever`, `that letter`: in front of a bare noun it opens no clause. */
const isDeterminer = (word: Word, next: Word | undefined, grammar: Grammar): boolean => {
  const second = next?.folded ?? "";
  if (/^(?:als|as)$/u.test(word.folded))
    return !(grammar.pronouns.has(second) || grammar.determiners.has(second) || second === "er");
  if (/^(?:dat|die)$/u.test(word.folded) && (grammar.auxiliaries.has(second) || grammar.modals.has(second)))
    return true;
  if (/^(?:dat|die|that)$/u.test(word.folded))
    return (
      second !== "" &&
      !grammar.pronouns.has(second) &&
      !grammar.functionWords.has(second) &&
      !/^\p{Lu}/u.test(next?.text ?? "")
    );
  return false;
};

const hasVerb = (text: string, piece: Range, grammar: Grammar): boolean =>
  wordsWithin(text, piece).some(
    ({ folded }) =>
      grammar.auxiliaries.has(folded) ||
      grammar.modals.has(folded) ||
      grammar.isPast(folded) ||
      grammar.saysNow(folded) ||
      grammar.brings.has(folded),
  );

/** Pieces without a verb belong to their neighbour: a day or a place between commas, a quotation behind a colon. */
const merged = (text: string, pieces: readonly Range[], grammar: Grammar): Range[] => {
  const done: Range[] = [];
  let open: number | undefined;
  for (const piece of pieces) {
    const words = wordsWithin(text, piece);
    const isOpened =
      grammar.subordinators.has(words[0]?.folded ?? "") || grammar.conditionals.has(words[0]?.folded ?? "");
    const isQuote = words.length === 0;
    const last = done.at(-1);
    if (isQuote && last && open === undefined) done[done.length - 1] = { start: last.start, end: piece.end };
    else if (!isOpened && !hasVerb(text, piece, grammar)) open ??= piece.start;
    else {
      // What stands before a clause that hangs on it is a clause of its own, whatever its verb.
      if (isOpened && open !== undefined) done.push({ start: open, end: piece.start });
      done.push({ start: isOpened ? piece.start : (open ?? piece.start), end: piece.end });
      open = undefined;
    }
  }
  if (open === undefined) return done;
  const last = done.pop();
  return [...done, { start: last?.start ?? open, end: pieces.at(-1)?.end ?? text.length }];
};

/** Two finite verbs joined by a conjunction are two clauses. */
const split = (text: string, piece: Range, grammar: Grammar): Range[] => {
  const words = wordsWithin(text, piece);
  const isFiniteVerb = ({ folded }: Word): boolean =>
    grammar.auxiliaries.has(folded) || grammar.modals.has(folded) || grammar.isPast(folded) || grammar.saysNow(folded);
  const at = words.findIndex(
    (word, index) =>
      index > 0 &&
      /^(?:en|maar|want|doch|and|but|or|yet)$/u.test(word.folded) &&
      words.slice(0, index).some(isFiniteVerb) &&
      words.slice(index + 1).some(isFiniteVerb),
  );
  const word = words[at];
  if (word === undefined) return [piece];
  return [{ start: piece.start, end: word.start }, ...split(text, { start: word.start, end: piece.end }, grammar)];
};

const wordsWithin = (text: string, { start, end }: Range): Word[] =>
  wordsIn(text.slice(start, end)).map((word) => ({ ...word, start: word.start + start, end: word.end + start }));
