import { complementizers } from "#kit/complementizers.ts";
import { deniesAnything } from "#kit/denial.ts";
import { wordsOf } from "#kit/lexicon.ts";
import { claimTokens, saysToken } from "./claim-tokens.ts";
import { type Clause, clausesOf } from "./clauses.ts";
import { sameLanguage, wordsOfContent } from "./content-words.ts";
import { particlesOf } from "./language/dutch.ts";
import { type Grammar, hasStem } from "./language/grammar.ts";
import { hasKin } from "./language/kin.ts";
import { strongForms } from "./language/strong-verbs-nl.ts";
import { grammarsFor } from "./language/tongue.ts";
import type { Word } from "./language/words.ts";

/** One word may be all that two texts of a case have in common; with another, or a sum or day, it is a statement. */
const leastInCommon = 2;

/**
 * Whether a text says every content word of a claim in one sentence that states it: no question, no condition, no possibility
 * where the claim has none, no report of what somebody else holds, and denied where the claim is denied and nowhere else.
 * `names`: folded words that say who and not what. Who does it is not compared.
 */
export const saysWhole = (text: string, claim: string, names: ReadonlySet<string>): boolean => {
  const asked = wordsOfContent(claim).filter((word) => !names.has(word) && !isGroupForming(word));
  const tokens = claimTokens(claim).filter((token) => saysToken(token, [text]));
  if (asked.length === 0 || asked.length + tokens.length < leastInCommon || !sameLanguage(text, claim)) return false;
  const [grammar] = grammarsFor(claim, "");
  if (grammar === undefined) return false;
  const isOpen = clausesOf(claim, grammar).some((clause) => isPossible(clause, grammar));
  return text
    .split("\n")
    .flatMap((line) => statementsOf(line, grammar))
    .some(
      (clauses) =>
        clauses.every((clause) => states(clause, grammar) && (isOpen || !isPossible(clause, grammar))) &&
        deniesAnything(clauses.map((one) => one.text).join(" ")) === deniesAnything(claim) &&
        asked.every((word) =>
          isSaidIn(
            word,
            clauses.flatMap(({ words }) => words),
          ),
        ),
    );
};

/** The clauses of a text, sentence by sentence. */
const statementsOf = (text: string, grammar: Grammar): Clause[][] => {
  const sentences: Clause[][] = [];
  for (const clause of clausesOf(text, grammar)) {
    if (clause.isFirst) sentences.push([]);
    sentences.at(-1)?.push(clause);
  }
  return sentences;
};

const isPossible = ({ words }: Clause, grammar: Grammar): boolean =>
  words.some(({ folded }) => grammar.modals.has(folded));

/** It asks nothing, hangs on no condition, and is not told as what somebody says or holds. */
const states = ({ isQuestion, opener, words, text, start: from }: Clause, grammar: Grammar): boolean =>
  !isQuestion &&
  !grammar.conditionals.has(opener) &&
  !complementizers.has(opener) &&
  !/[“”"]/u.test(text) &&
  !words.some(({ start }) => grammar.attributions.test(text.slice(0, start - from))) &&
  !words.some(({ folded }) => hasStem(folded, grammar.views));

/** Verbs that only stand beside another one or a copula ("laat kijken", "komt kijken", "staat gepland"; ANS 18.5.7). */
const isGroupForming = (word: string): boolean => groupForming.has(strongForms.lemmas.get(word) ?? word);
const groupForming = wordsOf("nl en", "group-forming-verb");

/** The word in another form, or a separable verb whose parts stand apart (`doorlopen`, `loopt … door`). */
const isSaidIn = (word: string, words: readonly Word[]): boolean => {
  const said = words.map(({ folded }) => folded);
  return (
    hasKin(word, said) || particlesOf(word).some(([particle, verb]) => said.includes(particle) && hasKin(verb, said))
  );
};
