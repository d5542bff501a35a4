import { wordsOf } from "#kit/lexicon.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { Clause } from "../clauses.ts";
import { monthOf, weekdayOf } from "../language/calendar.ts";
import { areAlike, areContraries, isNegatedForm } from "../language/exchanges.ts";
import type { Grammar } from "../language/grammar.ts";
import { hasKin, kin } from "../language/kin.ts";
import { roleNoun } from "../language/roles.ts";
import type { Word } from "../language/words.ts";
import { isNo } from "../sentence.ts";
import type { Source } from "../source.ts";
import { comparable } from "./alignment.ts";
import { at, type Look } from "./look.ts";

/**
 * A clause that repeats words of its evidence and has another word in one place: the words around both are the same, so that
 * the one word is all by which they differ ("meer dan 12 uur" beside "minder dan 12 uur", "weigerde de vrijdag terug te geven"
 * beside "beloofde …"). Whether it turns the meaning or only puts it otherwise no rule can tell, and a person sees it.
 */
export const wordIsExchanged: Look = (sentence) => {
  const units = comparable(sentence);
  const said = new Set(units.flatMap(({ words }) => [...words]));
  return sentence.clauses
    .filter((clause) => !clause.isQuestion && !clause.text.includes("\ufffc"))
    .flatMap((clause) => {
      for (const unit of units) {
        if (unit.grammar === undefined) continue;
        for (const told of unit.clauses) {
          const word = exchangedIn(clause, told, said, unit.grammar);
          if (word !== undefined) return [look(word, unit.source)];
        }
      }
      return [];
    });
};

/** A word of the sentence that its evidence has only behind a prefix that negates it, or the other way round. */
export const wordIsNegated: Look = (sentence) => {
  const units = comparable(sentence);
  const isSaid = (word: Word): boolean => units.some(({ words }) => words.has(word.folded));
  return sentence.clauses
    .filter(
      ({ isQuestion, text, words }) =>
        !isQuestion && !text.includes("\ufffc") && !words.some(({ folded }) => isNo(folded, sentence.grammars)),
    )
    .flatMap(({ words }) =>
      words.flatMap((word) => {
        const turned = units.find((unit) => [...unit.words].some((other) => isNegatedForm(word.folded, other)));
        return turned === undefined || isSaid(word) ? [] : [look(word, turned.source)];
      }),
    );
};

const look = (word: Word, source: Source) => at(LookCode.MEANING_TURNED, word, source);

/** Words around the place that must be the same, the end of both clauses counting as one. */
const contextMin = 3;

/** Longer ones are lists or made to keep the check busy, and repeat no clause of a source with one word changed. */
const clauseMax = 80;

const exchangedIn = (clause: Clause, told: Clause, said: ReadonlySet<string>, grammar: Grammar): Word | undefined => {
  const [own, theirs] = [skeletonOf(clause, grammar), skeletonOf(told, grammar)];
  if (own.length > clauseMax || theirs.length > clauseMax) return undefined;
  return own.find((word, here) =>
    theirs.some((other, there) => {
      if (isSame(word, other) || areAlike(word.folded, other.folded)) return false;
      const before = runOf(own, theirs, here, there, -1);
      const after = runOf(own, theirs, here, there, 1);
      const [left, right] = [before.length + Number(before.isToEdge), after.length + Number(after.isToEdge)];
      const around = [...own.slice(here - before.length, here), ...own.slice(here + 1, here + 1 + after.length)];
      if (left + right < contextMin || !around.some((one) => carriesContent(one, grammar))) return false;
      // Looked for last: it reads both clauses whole, and a text may be made of as many words as one likes.
      if (isSaidBeside(word, other, own, theirs)) return false;
      if (areContraries(word.folded, other.folded)) return true;
      return (
        left > 0 &&
        right > 0 &&
        [word, other].every((one) => isExchangeable(one, grammar)) &&
        !hasKin(word.folded, said)
      );
    }),
  );
};

/** The words of a clause by which it is told from another: no article, pronoun, auxiliary, nor what opens or fills it. */
const skeletonOf = ({ words, opener }: Clause, grammar: Grammar): Word[] =>
  words.filter(
    ({ folded }, index) =>
      counts.has(folded) ||
      !(
        grammar.determiners.has(folded) ||
        grammar.pronouns.has(folded) ||
        grammar.auxiliaries.has(folded) ||
        (index < 2 && folded === opener && !/^(?:tenzij|mits|indien|unless|provided|if)$/u.test(folded)) ||
        fillers.has(folded)
      ),
  );
const counts = wordsOf("nl en", "counting-word");
const fillers = wordsOf("nl en", "filler");

const isSame = (one: Word, other: Word): boolean =>
  one.folded === other.folded ||
  (!isNegatedForm(one.folded, other.folded) &&
    one.folded.length > 3 &&
    other.folded.length > 3 &&
    kin(one.folded, other.folded));

/** Either clause has the other's word somewhere else: then nothing was put in its place. */
const isSaidBeside = (word: Word, other: Word, own: readonly Word[], theirs: readonly Word[]): boolean =>
  theirs.some((one) => isSame(word, one)) || own.some((one) => isSame(one, other));

/** How far both clauses run alike from a place on, three words at most, and whether that is to the end of both. */
const runOf = (own: readonly Word[], theirs: readonly Word[], here: number, there: number, step: 1 | -1) => {
  let length = 0;
  while (length < 3) {
    const [one, other] = [own[here + step * (length + 1)], theirs[there + step * (length + 1)]];
    if (one === undefined || other === undefined || !isSame(one, other)) break;
    length++;
  }
  const next = step * (length + 1);
  return { length, isToEdge: own[here + next] === undefined && theirs[there + next] === undefined };
};

const carriesContent = ({ folded }: Word, grammar: Grammar): boolean =>
  folded.length > 2 && monthOf(folded) === 0 && !grammar.functionWords.has(folded) && !grammar.modals.has(folded);

/** A word of an open class that names no day and nobody. */
const isExchangeable = (word: Word, grammar: Grammar): boolean =>
  carriesContent(word, grammar) &&
  word.folded.length > 3 &&
  !grammar.negations.has(word.folded) &&
  weekdayOf(word.folded) < 0 &&
  roleNoun(word.text) === undefined;
