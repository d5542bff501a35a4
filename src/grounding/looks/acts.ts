import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { type ActContext, carries } from "../act-rules.ts";
import type { Act } from "../acts.ts";
import type { Book } from "../book.ts";
import { tellsActs } from "../cited-rules.ts";
import type { Clause } from "../clauses.ts";
import { derive } from "../derive.ts";
import { hasKin } from "../language/kin.ts";
import { nounsOf } from "../nouns.ts";
import { type Sentence, tongueOfSentence } from "../sentence.ts";
import type { Source } from "../source.ts";
import { claimWordsOf } from "../token-rule.ts";
import type { Token } from "../tokens/token.ts";
import { contentIn, wordsOf } from "./alignment.ts";
import { at, type Look } from "./look.ts";
import { contentOf } from "./nouns.ts";

/** Act, day and speaker must be one entry's; so must the rest of their clause. */
export const actIsOfOneEntry: Look = (sentence, book) => {
  const telling = sentence.cited.filter(
    (source) => tellsActs(source) && source.entry.evidence?.evidence.case !== "search",
  );
  if (telling.length === 0) return [];
  const context = contextOf(sentence, book);
  return sentence.acts.flatMap((act) => {
    const carried = telling.map((source) => carries(act, source, context));
    if (!carried.some(({ actor, day }) => actor && day)) return [at(LookCode.ACT_OF_ANOTHER, act.verb, telling[0])];
    const shared = sharedWords(act, telling, sentence);
    const dates = sentence.tokens.filter(
      ({ kind, start, end }) => kind === "date" && act.clause.start <= start && end <= act.clause.end,
    );
    // A day or somebody's act must hang on something; two days in one clause compare two entries.
    const binds =
      dates.length === 1 ||
      (dates.length === 0 && act.actor !== undefined && book.cast.sideOfActor(act.actor) !== PartyRole.AUTHOR);
    const crossed =
      telling.length > 1 &&
      binds &&
      !carried.some(
        ({ actor, day, tokens }, index) =>
          actor && day && tokens && shared.every((word) => saysWord(telling[index], word)),
      );
    return crossed ? [at(LookCode.ENTRIES_CROSSED, act.verb)] : [];
  });
};

/** What the rules of acts look up about a sentence. */
export const contextOf = (sentence: Sentence, book: Book): ActContext => ({
  tongue: tongueOfSentence(sentence),
  grammars: sentence.grammars,
  isDerived: (token: Token) => derive(token, sentence.cited) !== undefined,
  text: sentence.scanned.rest,
  tokens: sentence.tokens,
  cast: book.cast,
  contentOf: (act: Act) => contentIn(wordsOf(saidIn(act, sentence)), sentence, book),
  claimWords: (source: Source) => claimWordsOf(source, book),
});

/** What is said: the clause behind the verb, or that of `volgens` itself. */
const saidIn = (act: Act, sentence: Sentence): readonly Clause[] =>
  sentence.tokens.some(({ start }) => start === act.verb.start) ? [act.clause] : contentOf(act, sentence);

/** The verb and the nouns of an act that at least one of its entries has in its own words. */
const sharedWords = (act: Act, telling: readonly Source[], { grammars, tokens }: Sentence): string[] => {
  const grammar = grammars[0];
  if (grammar === undefined || telling.length < 2) return [];
  const nouns = nounsOf(act.clause, act, grammar, tokens).map(({ word }) => word);
  return [...(act.isSpeech ? [] : [act.verb]), ...nouns]
    .map(({ folded }) => folded)
    .filter((word) => telling.some((source) => saysWord(source, word)));
};

const saysWord = (source: Source | undefined, word: string): boolean =>
  source !== undefined && hasKin(word, source.words);
