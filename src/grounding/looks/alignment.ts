import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { Book } from "../book.ts";
import type { Clause } from "../clauses.ts";
import { derive } from "../derive.ts";
import { hasKin } from "../language/kin.ts";
import { lightNouns } from "../language/light-nouns.ts";
import { roleNoun } from "../language/roles.ts";
import { type Word, wordsIn } from "../language/words.ts";
import { contentWords, type Sentence, tongueOfSentence } from "../sentence.ts";
import type { Source } from "../source.ts";
import { saysToken } from "../support.ts";
import { isMeasure } from "../tokens/measures.ts";
import type { Token } from "../tokens/token.ts";
import { type Unit, unitsOf } from "../units.ts";
import { at, type Look } from "./look.ts";

/**
 * A true amount, day or time beside the wrong thing: no sentence of the evidence that has it has a word of what it is said
 * of, and another sentence has, with one of its own that it might be taken for.
 */
export const tokenIsOfAnother: Look = (sentence, book) => {
  const units = comparable(sentence);
  if (units.length < 2) return [];
  return sentence.tokens
    .filter(({ kind }) => aligned.has(kind))
    .filter((token) => derive(token, sentence.cited) === undefined)
    .flatMap((token) => {
      const words = contentIn(windowOf(token, sentence), sentence, book);
      const carrying = units.filter((unit) => carries(unit, token));
      if (words.length === 0 || carrying.length === 0) return [];
      const others = units.filter((unit) => !carrying.includes(unit) && hasRival(unit, token));
      const [own, other] = [best(words, carrying), best(words, others)];
      // A day of the document itself is told in none of its sentences: one word elsewhere says little.
      const least = carrying.some((unit) => says(unit, token)) ? 1 : 2;
      return own === 0 && other >= least ? [at(LookCode.ENTRIES_CROSSED, token)] : [];
    });
};

const aligned: ReadonlySet<Token["kind"]> = new Set(["sum", "number", "date", "time"]);

/** Sentences of cited entries in the language of the sentence: words are compared within one language. */
export const comparable = (sentence: Sentence): Unit[] => {
  const tongue = tongueOfSentence(sentence);
  const telling = sentence.cited.filter(({ said }) => said !== "");
  return tongue === undefined || telling.some((source) => source.tongue !== tongue) ? [] : telling.flatMap(unitsOf);
};

/** It tells another of the kind, or is of another day: a sentence that only goes on about the thing takes nothing from it. */
const hasRival = ({ source, tokens }: Unit, { kind }: Token): boolean =>
  tokens.some((one) => one.kind === kind) || (kind === "date" && source.ownDays.length > 0);

const says = (unit: Unit, token: Token): boolean =>
  unit.tokens.some((one) => one.kind === token.kind) && carries(unit, token);

/** A day that is the document's own belongs to all its words. */
const carries = ({ source, tokens, words }: Unit, token: Token): boolean =>
  saysToken({ ...source, tokens, namings: [], words }, token);

/** The most words that one of the units has; the title of its document counts as its own words. */
export const best = (words: readonly string[], units: readonly Unit[]): number =>
  Math.max(
    0,
    ...units.map(
      (unit) => words.filter((word) => hasKin(word, unit.words) || hasKin(word, titleOf(unit.source))).length,
    ),
  );

const titleOf = ({ title }: Source): readonly string[] => wordsIn(title).map(({ folded }) => folded);

/**
 * What the token is said of: the words before it back to the last token of its kind, else those behind it; only those behind
 * it where a preposition hangs them on it ("€ 70 voor de ramen").
 */
const windowOf = (token: Token, { clauses, tokens, scanned }: Sentence): Word[] => {
  const clause = clauses.find(({ start, end }) => start <= token.start && token.end <= end);
  if (clause === undefined) return [];
  const same = tokens.filter(
    ({ kind, start, end }) => kind === token.kind && clause.start <= start && end <= clause.end,
  );
  const before = same.findLast(({ end }) => end <= token.start);
  const after = same.find(({ start }) => start >= token.end);
  const alone = before === undefined && after === undefined;
  const within = (from: number, to: number) => clause.words.filter(({ start, end }) => from <= start && end <= to);
  if (alone) return [...clause.words];
  if (/^\s+(?:for|into|voor)\s/iu.test(scanned.rest.slice(token.end)))
    return within(token.end, after?.start ?? clause.end);
  const lead = within(before?.end ?? clause.start, token.start);
  return lead.some(({ folded }) => folded.length > 3) ? lead : within(token.end, after?.start ?? clause.end);
};

/** Verbs of measure (ANS 20.1.6): they stand by any amount. */
const measureVerbs = new Set(
  "kost kosten kostte bedraagt bedragen bedroeg beloopt belopen costs cost amounts totals".split(" "),
);

/** Content of a stretch of the sentence: no token, no party, no noun that says nothing. */
export const contentIn = (words: readonly Word[], { tokens, grammars }: Sentence, { cast }: Book): string[] => {
  const parties = new Set(cast.words);
  return words
    .filter(({ start, end }) => !tokens.some((token) => token.start <= start && end <= token.end))
    .filter(
      ({ folded, text }) =>
        !lightNouns.has(folded) &&
        !isMeasure(folded) &&
        !measureVerbs.has(folded) &&
        !parties.has(folded) &&
        roleNoun(text) === undefined,
    )
    .flatMap(({ folded }) => contentWords(folded, grammars));
};

/** The words of a clause. */
export const wordsOf = (clauses: readonly Clause[]): Word[] => clauses.flatMap(({ words }) => [...words]);
