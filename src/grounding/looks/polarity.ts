import { complementizers } from "#kit/complementizers.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { Clause } from "../clauses.ts";
import { lackings } from "../language/denials.ts";
import { type Grammar, hasStem } from "../language/grammar.ts";
import { hasKin } from "../language/kin.ts";
import { wordsIn } from "../language/words.ts";
import { contentWords, deniesAnywhere, tongueOfSentence } from "../sentence.ts";
import type { Source } from "../source.ts";
import { contentIn } from "./alignment.ts";
import { at, type Look, noIn } from "./look.ts";
import { deniesContent, joinedUp, likeness, likenessMin, partsOf, type Statement, statementsIn } from "./statements.ts";

/** A clause says what a clause of its source denies: then it says the opposite. */
export const polarityDiffers: Look = (sentence, book) => {
  const tongue = tongueOfSentence(sentence);
  const grammar = sentence.grammars[0];
  if (grammar === undefined || tongue === undefined) return [];
  const told = sentence.cited
    .filter((source) => source.tongue === tongue)
    .flatMap((source) => statementsIn(source.said, grammar).map((one) => ({ ...one, source })));
  const claims = sentence.cited.flatMap(({ entry }) =>
    statementsIn(book.claims.get(entry.claimId)?.text ?? "", grammar),
  );
  const parties = new Set(book.cast.words);
  return sentence.clauses.flatMap((clause, index) => {
    if (
      clause.isQuestion ||
      isCondition(clause, sentence.clauses[index + 1], grammar) ||
      clause.text.includes("\ufffc")
    )
      return [];
    const governing = complementizers.has(clause.opener) ? sentence.clauses[index - 1] : undefined;
    const isTurned = governing !== undefined && deniesContent(governing, grammar);
    // With its tokens and parties, without the parties, and without either: a name or a day may be put otherwise in the source.
    const whole = contentWords(joinedUp(clause.text), [grammar]);
    const content = contentIn(clause.words, sentence, book);
    const wordings = [whole, whole.filter((word) => !parties.has(word)), content];
    // Two clauses that name the same person say nothing of the same by that.
    const alike = (words: readonly string[]) =>
      content.some((own) => hasKin(own, words)) ? Math.max(...wordings.map((own) => likeness(own, words))) : 0;
    if (partsOf(clause, grammar).some((part) => part.isDenied) !== isTurned) return [];
    const near = told.filter(({ words }) => alike(words) >= likenessMin);
    const best = Math.max(0, ...near.map(({ words }) => alike(words)));
    const bestPart = Math.max(0, ...near.filter(({ isWhole }) => !isWhole).map(({ words }) => alike(words)));
    const isLike = (one: Statement) => alike(one.words) >= best - 0.2 && !(one.isWhole && alike(one.words) <= bestPart);
    // What is said of a thing that was not there denies it as the words do: "zonder akkoord te gaan".
    const agrees = (one: Statement) => (one.isDenied ? isNeeded(clause) : isLike(one));
    const [first] = near;
    if (first === undefined || [...near, ...claims.filter(({ words }) => alike(words) >= likenessMin)].some(agrees))
      return [];
    return [
      at(LookCode.NEGATION_LOST, noIn(clause, sentence) ?? { start: clause.start, end: clause.end }, first.source),
    ];
  });
};

/** `als …`, or a clause that begins with its verb and is followed by `dan`. */
const isCondition = (clause: Clause, next: Clause | undefined, grammar: Grammar): boolean =>
  grammar.conditionals.has(clause.opener) ||
  (clause.isFirst && next?.isFirst === false && /^(?:dan|then)$/u.test(next.words[0]?.folded ?? ""));

const isNeeded = ({ words }: Clause): boolean => words.some(({ folded }) => /^(?:zonder|without)$/u.test(folded));

/** A recorded search says that something was not found: a sentence that rests on it alone and denies nothing says the opposite. */
export const absenceIsTurned: Look = ({ cited, text, grammars }) =>
  cited.length > 0 &&
  cited.every(isSearch) &&
  !deniesAnywhere(text, grammars) &&
  !wordsIn(text).some(({ folded }) => hasStem(folded, lackings))
    ? [at(LookCode.NEGATION_LOST, { start: 0, end: 0 }, cited[0])]
    : [];

const isSearch = ({ entry }: Source): boolean => entry.evidence?.evidence.case === "search";
