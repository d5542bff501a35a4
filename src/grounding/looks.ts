import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { LookCode } from "../../gen/pincite/run/v1/look_pb.ts";
import { carries } from "./act-rules.ts";
import type { Act } from "./acts.ts";
import type { Book } from "./book.ts";
import { tellsActs } from "./cited-rules.ts";
import { type Clause, clausesOf } from "./clauses.ts";
import { derive } from "./derive.ts";
import type { SeenLook } from "./finding.ts";
import type { Grammar } from "./language/grammar.ts";
import { hasKin } from "./language/kin.ts";
import { type Word, wordsIn } from "./language/words.ts";
import { nounsOf } from "./nouns.ts";
import { contentWords, deniesAnywhere, isNo, type Sentence, tongueOfSentence } from "./sentence.ts";
import type { Source } from "./source.ts";
import { claimWordsOf } from "./token-rule.ts";
import type { Token } from "./tokens/token.ts";

type Look = (sentence: Sentence, book: Book) => SeenLook[];

const at = (code: LookCode, { start, end }: { start: number; end: number }, source?: Source): SeenLook => ({
  code,
  start,
  end,
  ...(source === undefined ? {} : { source }),
});

const noIn = (clause: Clause, { grammars }: Sentence): Word | undefined =>
  clause.words.find(
    ({ folded }, index) =>
      isNo(folded, grammars) &&
      !/^(?:zonder|without)$/u.test(folded) &&
      !/^(?:alleen|slechts|enkel|only|merely)$/u.test(clause.words[index + 1]?.folded ?? ""),
  );

/**
 * “…” brought by words that deny it: the clause it stands in, or the one that governs that. Where the quotation itself says no,
 * only the verb of saying can turn it ("U heeft nooit geschreven: …").
 */
const quotationIsDenied: Look = (sentence) => {
  const { scanned, clauses, cited } = sentence;
  const quoting = scanned.quotations.flatMap(({ words, start, end }) => {
    const index = clauses.findIndex((clause) => clause.start <= start && start < clause.end);
    const clause = clauses[index];
    if (clause === undefined) return [];
    const governs = clause.opener !== "" && !clause.isFirst ? clauses[index - 1] : undefined;
    const speaks = sentence.acts.some((act) => act.clause.start === clause.start && act.isSpeech && act.actor);
    const isRetold = deniesAnywhere(words, sentence.grammars) && !speaks;
    const no = (isRetold ? undefined : noIn(clause, sentence)) ?? (governs && noIn(governs, sentence));
    const source = cited.find(({ entry }) =>
      entry.span?.excerpt.includes(scanned.quotations[0]?.words.slice(0, 20) ?? ""),
    );
    return no && no.start < end + 200 ? [at(LookCode.QUOTATION_DENIED, no, source)] : [];
  });
  return quoting;
};

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
    const phrase = sentence.grammars
      .map(({ agreementPhrases }) => agreementPhrases.exec(clause.text))
      .find((one) => one !== null);
    if (phrase) {
      const start = clause.start + phrase.index;
      return [at(LookCode.AGREES_WITH_OPPONENT, { start, end: start + phrase[0].length }, other[0])];
    }
    const word = clause.words.find(({ folded }) =>
      stems.some((stem) => (stem.startsWith("=") ? folded === stem.slice(1) : folded.startsWith(stem))),
    );
    if (word === undefined || sentence.cited.some(({ words }) => hasKin(word.folded, words))) return [];
    return [at(LookCode.AGREES_WITH_OPPONENT, word, other[0])];
  });
};

/**
 * A clause says what a clause of its source says, and one of the two says no: then it says the opposite. Where the source
 * denies, the negation is lost; where it does not, the sentence brings its words with a denial.
 */
const polarityDiffers: Look = (sentence, book) => {
  const tongue = tongueOfSentence(sentence);
  const grammar = sentence.grammars[0];
  if (grammar === undefined || tongue === undefined) return [];
  const told = sentence.cited
    .filter((source) => source.tongue === tongue)
    .flatMap((source) => statementsIn(source.said, grammar).map((one) => ({ ...one, source })));
  const claims = sentence.cited.flatMap(({ entry }) =>
    statementsIn(book.claims.get(entry.claimId)?.text ?? "", grammar),
  );
  return sentence.clauses.flatMap((clause, index) => {
    if (clause.isQuestion || grammar.conditionals.has(clause.opener) || clause.text.includes("\ufffc")) return [];
    const governing = /^(?:dat|that)$/u.test(clause.opener) ? sentence.clauses[index - 1] : undefined;
    const isTurned =
      governing?.words.some(({ folded }) => grammar.denials.some((stem) => folded.startsWith(stem))) ?? false;
    const own = { words: contentWords(clause.text, [grammar]), isDenied: isDenied(clause, grammar) !== isTurned };
    const near = told.filter(({ words }) => likeness(own.words, words) >= likenessMin);
    const best = Math.max(0, ...near.map(({ words }) => likeness(own.words, words)));
    const agrees = (one: Statement) => one.isDenied === own.isDenied && likeness(own.words, one.words) >= best - 0.2;
    const [first] = near;
    // "Niet meer dan vijf" measures: what the source puts otherwise ("ten hoogste vijf") is the same.
    if (
      own.isDenied &&
      /(?<!\p{L})(?:niet|geen|not|no)\s+(?:meer|langer|minder|later|eerder|more|less|longer)(?!\p{L})/iu.test(
        clause.text,
      )
    )
      return [];
    if (first === undefined || [...near, ...claims].some(agrees)) return [];
    const code = own.isDenied ? LookCode.QUOTATION_DENIED : LookCode.NEGATION_LOST;
    return [at(code, noIn(clause, sentence) ?? { start: clause.start, end: clause.end }, first.source)];
  });
};

/** Below it two clauses speak of different things. */
const likenessMin = 0.6;

interface Statement {
  readonly words: readonly string[];
  readonly isDenied: boolean;
}

const statementsIn = (text: string, grammar: Grammar): Statement[] => {
  const clauses = clausesOf(text, grammar);
  // A relative clause parts a subject from its verb: the sentence as a whole says no as well.
  const firsts = clauses.flatMap(({ isFirst }, at) => (isFirst ? [at] : []));
  const sentences = firsts.map((at, index) => clauses.slice(at, firsts[index + 1]).flatMap(({ words }) => words));
  return [
    ...clauses.flatMap((clause) => partsOf(clause, grammar)),
    ...sentences.map((words) => statementOf(words, grammar)),
  ];
};

const statementOf = (words: readonly Word[], grammar: Grammar): Statement => ({
  words: contentWords(words.map(({ folded }) => folded).join(" "), [grammar]),
  isDenied: isDenied({ words }, grammar),
});

const partsOf = (clause: Clause, grammar: Grammar): Statement[] => {
  // "een gunst en geen recht" says two things.
  const at = clause.words.findIndex(
    ({ folded }, index) =>
      index > 0 && joins.test(clause.words[index - 1]?.folded ?? "") && grammar.negations.has(folded),
  );
  const parts = at < 0 ? [clause.words] : [clause.words.slice(0, at), clause.words.slice(at)];
  return parts.map((words) => statementOf(words, grammar));
};
const joins = /^(?:en|and|maar|but)$/u;

/** Two denials are none: "niet ontkennen". "Niet alleen" adds and denies nothing. */
const isDenied = ({ words }: Pick<Clause, "words">, grammar: Grammar): boolean =>
  words.filter(
    ({ folded }, index) =>
      isNo(folded, [grammar]) &&
      !/^(?:zonder|without)$/u.test(folded) &&
      !/^(?:alleen|slechts|enkel|only|merely)$/u.test(words[index + 1]?.folded ?? ""),
  ).length %
    2 ===
  1;

/** What part of the words of a clause another one has: none unless there are two. */
const likeness = (own: readonly string[], other: readonly string[]): number => {
  const shared = own.filter((word) => hasKin(word, other)).length;
  return shared < 2 ? 0 : shared / own.length;
};

/** What the other side wrote, told as if it were so: nobody is named who says it. */
const adoptsOpponent: Look = (sentence, { cast }) => {
  const grammar = sentence.grammars[0];
  const tongue = tongueOfSentence(sentence);
  if (
    grammar === undefined ||
    !cast.isKnown ||
    sentence.scanned.quotations.length > 0 ||
    sentence.acts.some(({ isSpeech }) => isSpeech)
  )
    return [];
  if (
    sentence.clauses.some(
      ({ isQuestion, words }) =>
        isQuestion ||
        words.some(({ folded }) =>
          /^(?:u|uw|you|your|zou|zouden|would|claimed|alleged|beweerde|gestelde|vermeende)$/u.test(folded),
        ),
    )
  )
    return [];
  if (sentence.cited.some((source) => !source.isLaw && !cast.isOtherSide(source))) return [];
  const isNamed = sentence.tokens.some(
    (token) => (token.kind === "name" || token.kind === "role") && !isSideOf(token, PartyRole.AUTHOR, cast),
  );
  if (isNamed) return [];
  return sentence.cited
    .filter((source) => cast.isOtherSide(source) && source.tongue === tongue && isLetterLike(source))
    .flatMap((source) => {
      const told = statementsIn(source.said, grammar);
      const clause = sentence.clauses.find((one) => {
        const own = contentWords(one.text, [grammar]);
        return (
          own.length >= 3 &&
          one.opener === "" &&
          told.some(({ words, isDenied: denied }) => denied === isDenied(one, grammar) && likeness(own, words) >= 0.75)
        );
      });
      return clause ? [at(LookCode.AGREES_WITH_OPPONENT, clause, source)] : [];
    })
    .slice(0, 1);
};

/** Words that speak to somebody, as letters do and contracts do not. */
const isLetterLike = ({ words }: Source): boolean =>
  ["u", "uw", "je", "jij", "wij", "we", "ik", "you", "your", "i"].some((word) => words.has(word));

const isSideOf = (token: Token, side: PartyRole, cast: Book["cast"]): boolean => sideOfToken(token, cast) === side;

/** A recorded search says that something was not found: a sentence that rests on it alone and denies nothing says the opposite. */
const absenceIsTurned: Look = ({ cited, text, grammars }) =>
  cited.length > 0 &&
  cited.every(isSearch) &&
  !deniesAnywhere(text, grammars) &&
  !/(?<!\p{L})(?:ontbre|mist|missing|lack|absent|absence)/iu.test(text)
    ? [at(LookCode.NEGATION_LOST, { start: 0, end: 0 }, cited[0])]
    : [];

const isSearch = ({ entry }: Source): boolean => entry.evidence?.evidence.case === "search";

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
    // What stands before a quotation names what follows: the reader has the words themselves.
    const noun = [act.clause, ...contentOf(act, sentence)]
      .filter(({ text }) => !text.includes("\ufffc"))
      .flatMap((clause) => nounsOf(clause, act, grammar, sentence.tokens))
      .find(
        ({ word: { folded }, isDefinite }) => !hasKin(folded, known) && !(isDefinite && hasKin(folded, book.record)),
      )?.word;
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

const sideOfToken = (token: Token, cast: Book["cast"]): PartyRole | undefined => {
  const word = { text: "", folded: "", start: 0, end: 0 };
  if (token.kind === "name") return cast.sideOfActor({ by: "name", names: token.names, at: word });
  return token.kind === "role" ? cast.sideOfActor({ by: "role", noun: token.role, at: word }) : undefined;
};

/** The author, the other side and the addressee are no third persons. */
const isSideOfLetter = (token: Token, cast: Book["cast"]): boolean => {
  const side = sideOfToken(token, cast);
  return side === cast.addressee || side === PartyRole.AUTHOR || side === PartyRole.OPPONENT;
};

/** Act, day and speaker must be one entry's; so must the rest of their clause. */
const actIsOfOneEntry: Look = (sentence, book) => {
  const telling = sentence.cited.filter(
    (source) => tellsActs(source) && source.entry.evidence?.evidence.case !== "search",
  );
  if (telling.length === 0) return [];
  const context = {
    tongue: tongueOfSentence(sentence),
    grammars: sentence.grammars,
    isDerived: (token: Token) => derive(token, sentence.cited) !== undefined,
    text: sentence.scanned.rest,
    tokens: sentence.tokens,
    cast: book.cast,
    claimWords: (source: Source) => claimWordsOf(source, book),
  };
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

const looks: readonly Look[] = [
  quotationIsDenied,
  agreesWithOpponent,
  polarityDiffers,
  adoptsOpponent,
  absenceIsTurned,
  nounIsInvented,
  thirdPerson,
  actIsOfOneEntry,
];

/** What a person must name before the sentence is confirmed. `terms`: days and periods that its request sets. */
export const sentenceLooks = (sentence: Sentence, book: Book, terms: readonly Token[]): SeenLook[] => [
  ...looks.flatMap((look) => look(sentence, book)),
  ...terms.map((term) => at(LookCode.DEADLINE_SET, term)),
];
