import { listOf, patternOf, textOf, wordsOf } from "#kit/lexicon.ts";
import { englishDenials, englishRetractions } from "./denials.ts";
import type { Grammar, Speaker } from "./grammar.ts";

/**
 * The irregular verbs of English that name something done, said or received: base, past, participle. A closed class (Quirk et
 * al., A Comprehensive Grammar of the English Language, 3.11–3.20). `-` marks a form that is also a noun, an adjective or a
 * present and counts only beside its subject.
 */
const irregular = textOf("en", "irregular-verb");

const pairs = irregular
  .trim()
  .split(/;\s*/u)
  .map((pair) => pair.split(/\s+/u));
const pasts = new Set(pairs.map(([, past]) => past ?? "").filter((past) => !past.endsWith("-")));
const doubtful = new Set(pairs.map(([, past]) => (past ?? "").replace("-", "")));
/** The base of each irregular form. */
export const irregularBases: ReadonlyMap<string, string> = new Map(
  pairs.flatMap(([base = "", ...forms]) =>
    [base, ...forms].map((form): [string, string] => [form.replace("-", ""), base]),
  ),
);
const participles = new Set(pairs.map(([, , participle]) => participle ?? ""));

/** Participles that tell what a rule asks or what a thing is ("is required", "was based on"). */
const stative = wordsOf("en", "stative-participle");
/** Words in -ed that are no verbs. */
const shapedLikePast = wordsOf("en", "like-past");

const regular = /^\p{L}{2,}ed$/u;
const sayingNow = wordsOf("en", "says-now");

/** English. */
export const english: Grammar = {
  tongue: "en",
  signs: wordsOf("en", "sign"),
  functionWords: wordsOf("en", "function"),
  determiners: wordsOf("en", "determiner"),
  prepositions: wordsOf("en", "preposition"),
  placing: wordsOf("en", "placing"),
  relatives: wordsOf("en", "relative"),
  pronouns: new Map<string, Speaker>([
    ...listOf("en", "pronoun-author").map((word): [string, Speaker] => [word, "author"]),
    ["you", "addressee"],
    ...listOf("en", "pronoun-other").map((word): [string, Speaker] => [word, "other"]),
  ]),
  personForms: new Map<string, Speaker>([
    ...listOf("en", "form-author").map((word): [string, Speaker] => [word, "author"]),
    ...listOf("en", "form-addressee").map((word): [string, Speaker] => [word, "addressee"]),
  ]),
  auxiliaries: wordsOf("en", "auxiliary"),
  pastCopulas: wordsOf("en", "past-copula"),
  modals: wordsOf("en", "modal"),
  subordinators: wordsOf("en", "subordinator"),
  freeRelatives: wordsOf("en", "free-relative"),
  depriving: wordsOf("en", "depriving"),
  conditionals: wordsOf("en", "conditional"),
  negations: wordsOf("en", "negation"),
  negationsOfAll: wordsOf("en", "negation-of-all"),
  denials: englishDenials,
  retractions: englishRetractions,
  agreements: listOf("en", "agreement"),
  agreementPhrases: patternOf("en", "agreement-phrase"),
  attributions: patternOf("en", "attribution-phrase"),
  views: listOf("en", "view"),
  authorship: listOf("en", "authorship"),
  receiving: listOf("en", "receiving"),
  mutual: listOf("en", "mutual"),
  illocutions: [
    listOf("en", "tells"),
    listOf("en", "asks"),
    listOf("en", "binds"),
    listOf("en", "performs"),
    listOf("en", "refuses"),
  ],
  speech: listOf("en", "speech"),
  isParticiple: (word, previous) => {
    if (stative.has(word) || shapedLikePast.has(word) || english.determiners.has(previous)) return false;
    return regular.test(word) || participles.has(word);
  },
  isPast: (word) => pasts.has(word),
  mayBePast: (word) => doubtful.has(word) || (regular.test(word) && !shapedLikePast.has(word)),
  saysNow: (word) => sayingNow.has(word),
  brings: wordsOf("en", "brings"),
  requests: patternOf("en", "request-phrase"),
  selfReference: patternOf("en", "self-reference-phrase"),
  terms: patternOf("en", "term-phrase"),
  consequence: patternOf("en", "consequence-word"),
  periodTerms: patternOf("en", "period-term-phrase"),
};
