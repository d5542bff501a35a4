import { complementizers } from "#kit/complementizers.ts";
import { type Clause, clausesOf } from "../clauses.ts";
import { type Grammar, hasStem } from "../language/grammar.ts";
import { hasKin } from "../language/kin.ts";
import type { Word } from "../language/words.ts";
import { contentWords, isNo } from "../sentence.ts";
import { deniesItsClause, partedDenial } from "./look.ts";

/** Below it two clauses speak of different things. */
export const likenessMin = 0.6;

/** What a clause says, as far as it is compared: its content words, and whether it says no. */
export interface Statement {
  readonly words: readonly string[];
  readonly isDenied: boolean;
  /** It is a sentence of several parts: what one of them says by itself, that part says better. */
  readonly isWhole?: boolean;
}

/** What a text says: each clause, and each sentence as a whole. */
export const statementsIn = (text: string, grammar: Grammar): Statement[] => {
  const clauses = clausesOf(text, grammar);
  // A relative clause parts a subject from its verb: the sentence as a whole says no as well.
  const firsts = clauses.flatMap(({ isFirst }, at) => (isFirst ? [at] : []));
  return [
    ...clauses.flatMap((clause, at) => {
      const governing = complementizers.has(clause.opener) ? clauses[at - 1] : undefined;
      const isTurned = governing !== undefined && deniesContent(governing, grammar);
      return partsOf(clause, grammar, true).map((part) => ({ ...part, isDenied: part.isDenied !== isTurned }));
    }),
    // Two parts that deny do not make one that affirms.
    ...firsts.map((at, index) => {
      const mine = clauses.slice(at, firsts[index + 1]);
      const parts = mine.flatMap((clause) => partsOf(clause, grammar, true));
      return {
        ...statementOf(
          mine.flatMap(({ words }) => words),
          grammar,
        ),
        isDenied: parts.some((part) => part.isDenied),
        isWhole: parts.length > 1,
      };
    }),
  ];
};

/** "U schreef niet dat …", "zij betwist dat …": a denial of saying turns what follows; so does no other denial in front of it. */
export const deniesContent = (governing: Clause, grammar: Grammar): boolean => {
  if (!isDenied(governing, grammar)) return false;
  const last = governing.words.at(-1)?.folded ?? "";
  const isDenial = governing.words.some(({ folded }) => grammar.denials.some((stem) => folded.startsWith(stem)));
  return isDenial || hasStem(last, grammar.speech);
};

const statementOf = (words: readonly Word[], grammar: Grammar): Statement => ({
  words: contentWords(joinedUp(words.map(({ folded }) => folded).join(" ")), [grammar]),
  isDenied: isDenied({ words }, grammar),
});

/** `mee te delen` is `meedelen`: a separable verb has its parts together, as its participle has. */
export const joinedUp = (text: string): string =>
  text.replaceAll(
    /(?<!\p{L})(aan|af|bij|door|in|mee|na|om|op|over|tegen|terug|toe|uit|voor|weg)\s+te\s+(\p{L}{4,})/giu,
    "$1$2",
  );

/** The parts of a clause that say one thing each. `isTold`: as a source tells it, where a denial on either side of `en` denies two things. */
export const partsOf = (clause: Clause, grammar: Grammar, isTold = false): Statement[] => {
  const no = clause.words.map(({ folded }) => grammar.negations.has(folded));
  // "een gunst en geen recht" says two things, as does "maar nog geen …".
  const at = clause.words.findIndex((_, index) => {
    const before = clause.words[index - 1]?.folded ?? "";
    if (!joins.test(before)) return false;
    const isTwice = isTold && no.slice(0, index).includes(true);
    return no[index] || ((isTwice || /^(?:maar|but)$/u.test(before)) && no.slice(index).includes(true));
  });
  const parts = at < 0 ? [clause.words] : [clause.words.slice(0, at), clause.words.slice(at)];
  return parts.map((words) => statementOf(words, grammar));
};
const joins = /^(?:en|and|maar|but)$/u;

/** Two denials are none: "niet ontkennen", "wijzen wij niet af". "Niet alleen" adds and denies nothing; "tenzij" is "if not". */
export const isDenied = (clause: Pick<Clause, "words">, grammar: Grammar): boolean =>
  (denialsIn(clause, grammar) + (deniesApart(clause, grammar) ? 1 : 0)) % 2 === 1;

/** `wijzen … af`: one denial by its stem, as `afwijzen` is; to take back denies nothing else. */
const deniesApart = (clause: Pick<Clause, "words">, grammar: Grammar): boolean => {
  const [verb, particle] = (grammar.tongue === "nl" && partedDenial(clause)) || [];
  return verb !== undefined && grammar.denials.some((stem) => `${particle}${verb}`.startsWith(stem));
};

const denialsIn = ({ words }: Pick<Clause, "words">, grammar: Grammar): number =>
  words.filter(
    ({ folded, text }, index) =>
      (isNo(folded, [grammar]) || /^(?:tenzij|unless)$/u.test(folded)) &&
      // Somebody's name may look like a denial.
      (index === 0 || !/^\p{Lu}/u.test(text)) &&
      deniesItsClause(words, index, [grammar]),
  ).length;

/** What part of the words of a clause another one has: none unless there are two, or one that is all that either says. */
export const likeness = (own: readonly string[], other: readonly string[]): number => {
  const shared = own.filter((word) => hasKin(word, other)).length;
  return shared < Math.min(2, Math.max(own.length, other.length)) ? 0 : shared / own.length;
};
