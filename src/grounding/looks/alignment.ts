import { listOf } from "#kit/lexicon.ts";
import type { Book } from "../book.ts";
import type { Clause } from "../clauses.ts";
import { lightNouns } from "../language/light-nouns.ts";
import { roleNoun } from "../language/roles.ts";
import type { Word } from "../language/words.ts";
import { contentWords, type Sentence } from "../sentence.ts";
import { isMeasure } from "../tokens/measures.ts";

/** Verbs of measure (ANS 20.1.6): they stand by any amount. */
const measureVerbs = new Set(listOf("nl en", "measure-verb"));

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
