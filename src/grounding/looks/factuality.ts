import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { statesNothing } from "../acts.ts";
import type { Clause } from "../clauses.ts";
import type { Grammar } from "../language/grammar.ts";
import { hasKin, kin } from "../language/kin.ts";
import { contentWords, type Sentence } from "../sentence.ts";
import type { Unit } from "../units.ts";
import { comparable } from "./alignment.ts";
import { at, type Look } from "./look.ts";
import { isAuthors } from "./polarity.ts";

/**
 * Told as done, and in the evidence only planned, advised, possible or asked for: every clause that has the verb of the act and a word
 * of what it was done to states nothing, or has it as an infinitive. What somebody said is left alone: saying is done by saying it; so
 * is what is said not to have been done.
 */
export const actIsOnlyPlanned: Look = (sentence) => {
  if (sentence.clauses.some((clause) => sentence.grammars.some((grammar) => isAuthors(clause, grammar)))) return [];
  const units = comparable(sentence).filter(({ source }) => !source.isLaw);
  return sentence.acts
    .filter(({ isSpeech, isState, clause }) => !isSpeech && !isState && !isDeniedIn(clause, sentence))
    .filter(({ verb, clause }) => {
      const of = [...new Set(contentWords(clause.text, sentence.grammars))].filter((word) => !kin(word, verb.folded));
      const told = units.flatMap((unit) => tellings(unit, verb.folded, of));
      return told.length > 0 && told.every((isDone) => !isDone);
    })
    .map(({ verb }) => at(LookCode.ACT_OF_ANOTHER, verb));
};

const isDeniedIn = ({ words }: Clause, { grammars }: Sentence): boolean =>
  words.some(({ folded }) => grammars.some(({ negations }) => negations.has(folded)));

/** For each place where the sentence has the verb, if it speaks of what the act was done to: whether it tells that it was done. */
const tellings = ({ clauses, grammar, words: all }: Unit, verb: string, of: readonly string[]): boolean[] =>
  grammar === undefined || !of.some((word) => hasKin(word, all))
    ? []
    : clauses.flatMap((clause, index) =>
        clause.words.flatMap(({ folded }, place) =>
          kin(folded, verb) ? [isDone(clause, clauses[index - 1], place, grammar)] : [],
        ),
      );

const isDone = (clause: Clause, before: Clause | undefined, place: number, grammar: Grammar): boolean => {
  const lead = clause.words[place - 1]?.folded ?? "";
  if (/^(?:te|to|het)$/u.test(lead) && !grammar.isParticiple(clause.words[place]?.folded ?? "", "")) return false;
  return !statesNothing(clause, before, grammar) && !clause.words.some(({ folded }) => grammar.plans.has(folded));
};
