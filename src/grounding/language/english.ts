import { textOf, wordsOf } from "#kit/lexicon.ts";
import { closedClasses } from "./closed-classes.ts";
import type { Grammar } from "./grammar.ts";

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
  ...closedClasses("en"),
  isParticiple: (word, previous) => {
    if (stative.has(word) || shapedLikePast.has(word) || english.determiners.has(previous)) return false;
    return regular.test(word) || participles.has(word);
  },
  isPast: (word) => pasts.has(word),
  mayBePast: (word) => doubtful.has(word) || (regular.test(word) && !shapedLikePast.has(word)),
  saysNow: (word) => sayingNow.has(word),
};
