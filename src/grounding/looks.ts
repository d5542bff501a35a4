import { LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import { carries } from "./act-rules.ts";
import type { Act } from "./acts.ts";
import { type Book, isAsking } from "./book.ts";
import { tellsActs } from "./cited-rules.ts";
import { type Clause, clausesOf } from "./clauses.ts";
import type { SeenLook } from "./finding.ts";
import { hasKin } from "./language/kin.ts";
import { type Word, wordsIn } from "./language/words.ts";
import { nounsOf } from "./nouns.ts";
import { contentWords, deniesAnywhere, isNo, type Sentence, tongueOfSentence } from "./sentence.ts";
import type { Source } from "./source.ts";
import { claimWordsOf } from "./token-rule.ts";
import type { Token } from "./tokens/token.ts";

type Look = (sentence: Sentence, book: Book) => SeenLook[];

const at = (code: LookCode, { start, end }: { start: number; end: number }, source?: Source): SeenLook => ({
  ...{ code, start, end },
  ...(source === undefined ? {} : { source }),
});

const noIn = (clause: Clause, { grammars }: Sentence): Word | undefined =>
  clause.words.find(({ folded }) => isNo(folded, grammars));

/**
 * “…” brought by words that deny it; and an act that its evidence states and the sentence negates, where neither the words
 * nor the confirmed claim hold a negation and no recorded search is cited: nothing happened is more than anything says.
 */
const quotationIsDenied: Look = (sentence, book) => {
  const { scanned, clauses, acts, cited } = sentence;
  const quoting = scanned.quotations.flatMap(({ words, start, end }) => {
    const index = clauses.findIndex((clause) => clause.start <= start && start < clause.end);
    const clause = clauses[index];
    if (clause === undefined) return [];
    const governs = clause.opener !== "" && !clause.isFirst ? clauses[index - 1] : undefined;
    const denies = deniesAnywhere(words, sentence.grammars);
    const isRetold = denies && /^(?:dat|that)$/u.test(clause.opener);
    const no = (isRetold ? undefined : noIn(clause, sentence)) ?? (governs && noIn(governs, sentence));
    const source = cited.find(({ entry }) =>
      entry.span?.excerpt.includes(scanned.quotations[0]?.words.slice(0, 20) ?? ""),
    );
    return no && no.start < end + 200 ? [at(LookCode.QUOTATION_DENIED, no, source)] : [];
  });
  if (quoting.length > 0) return quoting;
  const tells = cited.filter(({ isDocument, said }) => isDocument && said !== "");
  const isOmission = cited.some(({ entry }) => entry.evidence?.evidence.case === "search");
  const isKnownNo = [
    ...tells.map(({ said }) => said),
    ...tells.map(({ entry }) => book.claims.get(entry.claimId)?.text ?? ""),
    ...statementsOf(cited),
  ].some((text) => deniesAnywhere(text, sentence.grammars));
  if (tells.length === 0 || isOmission || isKnownNo) return [];
  return acts.flatMap(({ clause }) => {
    const no = noIn(clause, sentence);
    return no ? [at(LookCode.QUOTATION_DENIED, no, tells[0])] : [];
  });
};

const statementsOf = (cited: readonly Source[]): string[] =>
  cited.filter(({ entry }) => entry.evidence?.evidence.case === "statement").map(({ said }) => said);

/** A word of agreement that is not the other side's own, about the other side's text. */
const agreesWithOpponent: Look = (sentence, { cast }) => {
  const other = sentence.cited.filter((source) => (cast.isKnown ? cast.isOtherSide(source) : source.isDocument));
  if (other.length === 0) return [];
  const stems = sentence.grammars.flatMap(({ agreements }) => agreements);
  return sentence.clauses.flatMap((clause) => {
    if (
      sentence.grammars.some(
        (grammar) =>
          grammar.requests.test(clause.text) || clause.words.some(({ folded }) => grammar.negations.has(folded)),
      )
    )
      return [];
    const word = clause.words.find(({ folded }) =>
      stems.some((stem) => (stem.startsWith("=") ? folded === stem.slice(1) : folded.startsWith(stem))),
    );
    if (word === undefined || sentence.cited.some(({ words }) => hasKin(word.folded, words))) return [];
    return [at(LookCode.AGREES_WITH_OPPONENT, word, other[0])];
  });
};

/** The sentence says what its source or claim says with a negation, and says it without. */
const negationIsLost: Look = (sentence) => {
  const { text, grammars, scanned, cited, claim } = sentence;
  if (deniesAnywhere(text, grammars)) return [];
  const own = contentWords(scanned.rest, grammars);
  const tongue = tongueOfSentence(sentence);
  const lost = cited.find(
    (source) =>
      !source.isLaw &&
      source.said !== "" &&
      source.tongue === tongue &&
      deniedParts(source.said, grammars).some((part) => isParaphrase(own, part)),
  );
  if (lost) return [at(LookCode.NEGATION_LOST, { start: 0, end: 0 }, lost)];
  if (claim === undefined || isAsking(claim) || !deniesAnywhere(claim.text, grammars)) return [];
  const wanted = contentWords(claim.text, grammars);
  const shared = wanted.filter((word) => hasKin(word, own));
  return shared.length >= 3 && shared.length >= 0.6 * wanted.length
    ? [at(LookCode.NEGATION_LOST, { start: 0, end: 0 })]
    : [];
};

/** The content words of each clause of a source that says no. */
const deniedParts = (said: string, grammars: Sentence["grammars"]): string[][] =>
  (grammars[0] ? clausesOf(said, grammars[0]) : [])
    .map(({ text }) => text)
    .filter((part) => deniesAnywhere(part, grammars))
    .map((part) => contentWords(part, grammars));

/** At least two words in common, and half of what the sentence itself says. */
const isParaphrase = (own: readonly string[], part: readonly string[]): boolean => {
  const shared = own.filter((word) => hasKin(word, part));
  return shared.length >= 2 && shared.length * 2 >= own.length;
};

/** A noun of the act that none of its entries has: the thing that was done may be another. */
const nounIsInvented: Look = (sentence, book) => {
  const tongue = tongueOfSentence(sentence);
  const grammar = sentence.grammars[0];
  const telling = sentence.cited.filter(({ said }) => said !== "");
  if (
    grammar === undefined ||
    tongue === undefined ||
    telling.length === 0 ||
    telling.some((source) => source.tongue !== tongue)
  )
    return [];
  const known = new Set([
    ...sentence.cited.flatMap((source) => [...source.words, ...claimWordsOf(source, book)]),
    ...book.cast.words,
    ...sentence.scanned.quotations.flatMap(({ words }) => wordsIn(words).map(({ folded }) => folded)),
  ]);
  return sentence.acts.flatMap((act) => {
    const noun = [act.clause, ...contentOf(act, sentence)]
      .flatMap((clause) => nounsOf(clause, act, grammar, sentence.tokens))
      .find(({ folded }) => !hasKin(folded, known));
    return noun ? [at(LookCode.NOUN_NOT_IN_EVIDENCE, noun)] : [];
  });
};

/** What was said or promised stands in the clause behind it. */
const contentOf = ({ clause, isSpeech }: Act, { clauses }: Sentence): Clause[] => {
  const next = clauses[clauses.findIndex(({ start }) => start === clause.start) + 1];
  return isSpeech && next !== undefined && /^(?:dat|that)$/u.test(next.opener) ? [next] : [];
};

/** Somebody else is spoken of, nothing is cited and no act is stated: an opinion about a person that nothing carries. */
const thirdPerson: Look = (sentence, { cast }) => {
  if (sentence.cited.length > 0 || sentence.acts.length > 0) return [];
  return sentence.clauses.flatMap((clause) => {
    if (sentence.open.has(clause)) return [];
    const token = sentence.tokens.find(
      (one) =>
        (one.kind === "name" || one.kind === "role") &&
        clause.start <= one.start &&
        one.end <= clause.end &&
        isSubject(one, clause, sentence) &&
        !isSideOfLetter(one, cast),
    );
    return token ? [at(LookCode.THIRD_PERSON, token)] : [];
  });
};

const isSubject = (token: Token, { words }: Clause, { grammars }: Sentence): boolean => {
  const first = words.findIndex(({ start }) => start >= token.start);
  const before = [words[first - 1], words[first - 2]].map((word) => word?.folded ?? "");
  return !grammars.some((grammar) =>
    before.some(
      (word, index) => grammar.prepositions.has(word) && (index === 0 || grammar.determiners.has(before[0] ?? "")),
    ),
  );
};

const isSideOfLetter = (token: Token, cast: Book["cast"]): boolean => {
  const actor =
    token.kind === "name"
      ? { by: "name" as const, names: token.names }
      : token.kind === "role"
        ? { by: "role" as const, noun: token.role }
        : undefined;
  const side = actor && cast.sideOfActor({ ...actor, at: { text: "", folded: "", start: 0, end: 0 } });
  return side !== undefined && (side === cast.addressee || side === 1 || side === 2);
};

/** Act, day and speaker must be one entry's; so must the rest of their clause. */
const actIsOfOneEntry: Look = (sentence, book) => {
  const telling = sentence.cited.filter(
    (source) => tellsActs(source) && source.entry.evidence?.evidence.case !== "search",
  );
  if (telling.length === 0) return [];
  const context = {
    tongue: tongueOfSentence(sentence),
    text: sentence.scanned.rest,
    tokens: sentence.tokens,
    cast: book.cast,
    claimWords: (source: Source) => claimWordsOf(source, book),
  };
  return sentence.acts.flatMap((act) => {
    const carried = telling.map((source) => carries(act, source, context));
    if (!carried.some(({ actor, day }) => actor && day)) return [at(LookCode.ACT_OF_ANOTHER, act.verb, telling[0])];
    const shared = sharedWords(act, telling, sentence);
    const crossed =
      telling.length > 1 &&
      !carried.some(
        ({ actor, day, tokens }, index) =>
          actor && day && tokens && shared.every((word) => saysWord(telling[index], word)),
      );
    return crossed ? [at(LookCode.ENTRIES_CROSSED, act.verb)] : [];
  });
};

/** The verb and the nouns of an act that at least one of its entries has in its own words. */
const sharedWords = (act: Act, telling: readonly Source[], { grammars, tokens }: Sentence): string[] => {
  const grammar = grammars[0];
  if (grammar === undefined || telling.length < 2) return [];
  return [act.verb, ...nounsOf(act.clause, act, grammar, tokens)]
    .map(({ folded }) => folded)
    .filter((word) => telling.some((source) => saysWord(source, word)));
};

const saysWord = (source: Source | undefined, word: string): boolean =>
  source !== undefined && hasKin(word, source.words);

const looks: readonly Look[] = [
  quotationIsDenied,
  agreesWithOpponent,
  negationIsLost,
  nounIsInvented,
  thirdPerson,
  actIsOfOneEntry,
];

/** What a person must name before the sentence is confirmed. `terms`: days and periods that its request sets. */
export const sentenceLooks = (sentence: Sentence, book: Book, terms: readonly Token[]): SeenLook[] => [
  ...looks.flatMap((look) => look(sentence, book)),
  ...terms.map((term) => at(LookCode.DEADLINE_SET, term)),
];
