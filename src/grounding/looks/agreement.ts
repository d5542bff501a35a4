import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { AssertionAnswer } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { Word } from "../language/words.ts";
import type { Cast } from "../parties.ts";
import type { Sentence } from "../sentence.ts";
import { at, type Look } from "./look.ts";

/** A word of agreement that is not the other side's own, about the other side's text. */
export const agreesWithOpponent: Look = (sentence, { cast }) => {
  const other = sentence.cited.filter((source) => (cast.isKnown ? cast.isOtherSide(source) : source.isDocument));
  if (other.length === 0 || isAnsweredRight(sentence)) return [];
  const stems = sentence.grammars.flatMap(({ agreements }) => agreements);
  return sentence.clauses.flatMap((clause) => {
    if (
      sentence.grammars.some(
        (grammar) =>
          grammar.requests.test(clause.text) || clause.words.some(({ folded }) => grammar.negations.has(folded)),
      )
    )
      return [];
    const phrase = sentence.grammars
      .map(({ agreementPhrases }) => agreementPhrases.exec(clause.text))
      .find((one) => one !== null);
    if (phrase) {
      const start = clause.start + phrase.index;
      return [at(LookCode.AGREES_WITH_OPPONENT, { start, end: start + phrase[0].length }, other[0])];
    }
    const stemOf = (folded: string) =>
      stems.find((stem) => (stem.startsWith("=") ? folded === stem.slice(1) : folded.startsWith(stem)));
    const word = clause.words.find(({ folded }) => stemOf(folded) !== undefined);
    // Their own is the same word, and not one that ends alike: `recht` beside `terecht`.
    const isQuoted = (of: Word): boolean =>
      sentence.cited.some(({ words }) => [...words].some((one) => stemOf(one) === stemOf(of.folded)));
    if (word === undefined || isQuoted(word)) return [];
    if (isTheirOwn(word, sentence, cast)) return [];
    return [at(LookCode.AGREES_WITH_OPPONENT, word, other[0])];
  });
};

/** Its claim says that a part of the letter is right: a person answered so, and is not asked again. */
const isAnsweredRight = ({ claim }: Sentence): boolean =>
  claim?.answers.some(({ answer }) => answer === AssertionAnswer.RIGHT) ?? false;

/** The other side confirms or owns something: it is not the author who agrees. */
const isTheirOwn = (word: Word, sentence: Sentence, cast: Cast): boolean =>
  sentence.acts.some(
    ({ verb, actor }) =>
      verb.start === word.start && actor !== undefined && cast.sideOfActor(actor) === PartyRole.OPPONENT,
  );
