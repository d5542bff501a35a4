import { complementizers } from "#kit/complementizers.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { Clause } from "../clauses.ts";
import { lackings } from "../language/denials.ts";
import { particleVerbsIn } from "../language/directions.ts";
import { type Grammar, hasStem } from "../language/grammar.ts";
import { hasKin } from "../language/kin.ts";
import { wordsIn } from "../language/words.ts";
import { contentWords, deniesAnywhere, type Sentence, tongueOfSentence } from "../sentence.ts";
import type { Source } from "../source.ts";
import { contentIn } from "./alignment.ts";
import { at, type Look, noIn } from "./look.ts";
import { deniesContent, joinedUp, likeness, likenessMin, partsOf, type Statement, statementsIn } from "./statements.ts";

/**
 * A clause says what a clause of its source says, and one of the two says no: then it says the opposite. Where the source
 * denies, the negation is lost; where it does not, the sentence brings its words with a denial.
 */
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
    const own = { isDenied: partsOf(clause, grammar).some((part) => part.isDenied) !== isTurned };
    const verb = verbOf(clause, sentence);
    const near = told.filter(({ words }) => alike(words) >= likenessMin);
    const best = Math.max(0, ...near.map(({ words }) => alike(words)));
    const bestPart = Math.max(0, ...near.filter(({ isWhole }) => !isWhole).map(({ words }) => alike(words)));
    const isLike = (one: Statement) => alike(one.words) >= best - 0.2 && !(one.isWhole && alike(one.words) <= bestPart);
    const agrees = (one: Statement) =>
      (isLike(one) && one.isDenied === own.isDenied) ||
      (own.isDenied && verb !== undefined && hasKin(verb, one.lacks)) ||
      // What is said of a thing that was not there denies it as the words do: "zonder akkoord te gaan".
      (one.isDenied && isNeeded(clause));
    // "Zonder overleg mag het niet" is "alleen na overleg".
    if (own.isDenied && isNeeded(clause) && near.some(({ source }) => onlyWith.test(source.said))) return [];
    const [first] = near;
    // "Niet meer dan vijf" measures: what the source puts otherwise ("ten hoogste vijf") is the same.
    if (
      own.isDenied &&
      /(?<!\p{L})(?:niet|geen|not|no)\s+(?:meer|langer|minder|later|eerder|more|less|longer)(?!\p{L})/iu.test(
        clause.text,
      )
    )
      return [];
    if (first === undefined || [...near, ...claims.filter(({ words }) => alike(words) >= likenessMin)].some(agrees))
      return [];
    const code = own.isDenied ? LookCode.QUOTATION_DENIED : LookCode.NEGATION_LOST;
    return [at(code, noIn(clause, sentence) ?? { start: clause.start, end: clause.end }, first.source)];
  });
};

/** The verb of what a clause states, a particle that ends the clause in front of it: `zegde … toe` is not `zegde`. */
const verbOf = (clause: Clause, { acts }: Sentence): string | undefined => {
  const verb = acts.find((act) => act.clause.start === clause.start)?.verb;
  const apart = particleVerbsIn(clause.words).find(({ word }) => word === verb);
  return apart ? `${apart.particle}${apart.root}` : verb?.folded;
};

/** `als …`, or a clause that begins with its verb and is followed by `dan`. */
const isCondition = (clause: Clause, next: Clause | undefined, grammar: Grammar): boolean =>
  grammar.conditionals.has(clause.opener) ||
  (clause.isFirst && next?.isFirst === false && /^(?:dan|then)$/u.test(next.words[0]?.folded ?? ""));

const isNeeded = ({ words }: Clause): boolean => words.some(({ folded }) => /^(?:zonder|without)$/u.test(folded));
const onlyWith = /(?<!\p{L})(?:alleen|slechts|uitsluitend|pas|only)(?!\p{L})/iu;

/** A recorded search says that something was not found: a sentence that rests on it alone and denies nothing says the opposite. */
export const absenceIsTurned: Look = ({ cited, text, grammars }) =>
  cited.length > 0 &&
  cited.every(isSearch) &&
  !deniesAnywhere(text, grammars) &&
  !wordsIn(text).some(({ folded }) => hasStem(folded, lackings))
    ? [at(LookCode.NEGATION_LOST, { start: 0, end: 0 }, cited[0])]
    : [];

const isSearch = ({ entry }: Source): boolean => entry.evidence?.evidence.case === "search";
