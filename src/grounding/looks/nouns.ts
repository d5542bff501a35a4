import { complementizers } from "#kit/complementizers.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { Act } from "../acts.ts";
import type { Clause } from "../clauses.ts";
import { hasKin } from "../language/kin.ts";
import { wordsIn } from "../language/words.ts";
import { nounsOf } from "../nouns.ts";
import { type Sentence, tongueOfSentence } from "../sentence.ts";
import { claimWordsOf } from "../token-rule.ts";
import { at, type Look } from "./look.ts";

/**
 * A noun that the act brings in and none of its entries has: the thing that was done may be another. A definite article takes its noun
 * for known (ANS 14.3.1), and an honest paraphrase calls what is known by another noun; a clause that denies brings nothing in.
 */
export const nounIsInvented: Look = (sentence, book) => {
  const tongue = tongueOfSentence(sentence);
  const grammar = sentence.grammars[0];
  const telling = sentence.cited.filter(({ said }) => said !== "");
  if (
    grammar === undefined ||
    tongue === undefined ||
    telling.length === 0 ||
    telling.some((source) => source.tongue !== tongue)
  )
    return [];
  const known = new Set([
    ...sentence.cited.flatMap((source) => [...source.words, ...claimWordsOf(source, book)]),
    ...book.cast.words,
    ...sentence.scanned.quotations.flatMap(({ words }) => wordsIn(words).map(({ folded }) => folded)),
  ]);
  return sentence.acts.flatMap((act) => {
    // What stands before a quotation names what follows: the reader has the words themselves.
    const noun = [act.clause, ...contentOf(act, sentence)]
      .filter(
        ({ text, words }) => !text.includes("\ufffc") && !words.some(({ folded }) => grammar.negations.has(folded)),
      )
      .flatMap((clause) => nounsOf(clause, act, grammar, sentence.tokens))
      .find(({ word: { folded }, isDefinite }) => !isDefinite && !hasKin(folded, known))?.word;
    return noun ? [at(LookCode.NOUN_NOT_IN_EVIDENCE, noun)] : [];
  });
};

/** What was said or promised stands in the clause behind it. */
export const contentOf = ({ clause, isSpeech }: Act, { clauses }: Sentence): Clause[] => {
  const next = clauses[clauses.findIndex(({ start }) => start === clause.start) + 1];
  return isSpeech && next !== undefined && complementizers.has(next.opener) ? [next] : [];
};
