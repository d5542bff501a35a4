import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { AssertionAnswer } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { type Word, wordsIn } from "../language/words.ts";
import type { Cast } from "../parties.ts";
import type { Sentence } from "../sentence.ts";
import type { Source } from "../source.ts";
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

/**
 * What a third person is said to hold is told by the other side alone, and the sentence does not say so: it takes the other
 * side's report for that person's own word. Minutes are there to report.
 */
export const takesHearsay: Look = (sentence, { cast }) => {
  const papers = sentence.cited.filter(({ isDocument }) => isDocument);
  if (
    !cast.isKnown ||
    papers.length === 0 ||
    !papers.every((source) => cast.isOtherSide(source) && isLetterLike(source))
  )
    return [];
  // Behind `dat` it is told by whatever stands in front: "de e-mail van 3 mei zegt dat de bedrijfsarts … heeft geadviseerd".
  const speakers = sentence.acts.filter(({ isSpeech, clause }) => isSpeech && !/^(?:dat|that)$/u.test(clause.opener));
  const sides = speakers.map(({ actor }) => (actor ? cast.sideOfActor(actor) : undefined));
  if (sides.includes(PartyRole.OPPONENT) || saysWhose.test(sentence.scanned.rest)) return [];
  return speakers
    .filter((_, index) => sides[index] !== undefined && sides[index] !== PartyRole.AUTHOR)
    .map(({ verb }) => at(LookCode.AGREES_WITH_OPPONENT, verb, papers[0]))
    .slice(0, 1);
};

/** `volgens haar`, `in her view`: told as somebody's, whom the memo named before. */
const saysWhose =
  /(?<!\p{L})(?:(?:volgens|aldus)\s+(?:haar|hem|hen|hun|u|die|deze)|(?:naar|in)\s+(?:haar|zijn|hun)\s+(?:zeggen|mening|oordeel|ogen)|according\s+to\s+(?:her|him|them|you)|in\s+(?:her|his|their|your)\s+(?:view|opinion))(?!\p{L})/iu;

/** Its words speak to somebody, as letters do and contracts do not; a first name's letter in its title or heads is no `I`. */
const isLetterLike = ({ said }: Source): boolean => wordsIn(said).some(({ folded }) => addressing.has(folded));
const addressing = new Set("u uw je jij wij we ik you your i".split(" "));
