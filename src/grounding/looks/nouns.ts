import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { Act } from "../acts.ts";
import type { Clause } from "../clauses.ts";
import { type Grammar, hasStem } from "../language/grammar.ts";
import { hasKin } from "../language/kin.ts";
import { paperNoun } from "../language/paper-nouns.ts";
import { wordsIn } from "../language/words.ts";
import { nounsOf } from "../nouns.ts";
import { type Sentence, tongueOfSentence } from "../sentence.ts";
import { claimWordsOf } from "../token-rule.ts";
import { at, type Look } from "./look.ts";

/** A noun of the act that none of its entries has: the thing that was done may be another. */
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
      .filter(({ text }) => !text.includes("\ufffc"))
      .flatMap((clause) => nounsOf(clause, act, grammar, sentence.tokens))
      .find(
        ({ word: { folded }, isDefinite }) =>
          !hasKin(folded, known) && !(isDefinite && (hasKin(folded, book.record) || namesSaying(folded, grammar))),
      )?.word;
    return noun ? [at(LookCode.NOUN_NOT_IN_EVIDENCE, noun)] : [];
  });
};

/** "De toezegging", "de e-mail": a definite noun for what was said or written names what is cited, by what it was. */
const namesSaying = (folded: string, grammar: Grammar): boolean =>
  paperNoun(folded) !== undefined || (nounOfVerb.test(folded) && hasStem(folded, grammar.speech));
const nounOfVerb = /(?:ing|tie|zoek|bod|ment|tion|al)$/u;

/** What was said or promised stands in the clause behind it. */
export const contentOf = ({ clause, isSpeech }: Act, { clauses }: Sentence): Clause[] => {
  const next = clauses[clauses.findIndex(({ start }) => start === clause.start) + 1];
  return isSpeech && next !== undefined && /^(?:dat|that)$/u.test(next.opener) ? [next] : [];
};
