import { wordsOf } from "#kit/lexicon.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { type Book, isAsking } from "../book.ts";
import type { Clause } from "../clauses.ts";
import { type Grammar, hasStem } from "../language/grammar.ts";
import { hasKin } from "../language/kin.ts";
import type { Word } from "../language/words.ts";
import { contentWords, type Sentence } from "../sentence.ts";
import type { Range } from "../tokens/token.ts";
import { at, type Look } from "./look.ts";

/**
 * What is asked may state what was, in passing: a participle before its noun ("de ondeugdelijk aangelegde vloer"), or a clause that
 * hangs on the noun ("the sum that you withheld"). Where no entry, statement or claim of the run says so, nobody has shown it: a request is
 * no source of its own.
 */
export const requestStatesFact: Look = (sentence, book) =>
  sentence.clauses.flatMap((clause, index) => {
    const [grammar] = sentence.grammars;
    const asks = isAsking(sentence.claim, book) && sentence.cited.length === 0;
    if (grammar === undefined || !(asks || grammar.requests.test(clause.text))) return [];
    const hanging = hangingOn(clause, sentence.clauses[index + 1], grammar);
    return [...describedIn(clause, sentence, grammar), ...hanging]
      .filter((words) => !isSaidAnywhere(words, sentence, book, grammar))
      .map((words) => at(LookCode.REQUEST_STATES_FACT, rangeOf(words)));
  });

/** The words from an article to the participle in front of its noun, or behind it and in front of whose act it is. */
const describedIn = ({ words }: Clause, { tokens }: Sentence, grammar: Grammar): Word[][] =>
  words.flatMap((word, at): Word[][] => {
    const next = words[at + 1];
    if (next === undefined || !(isAttribute(word, next, grammar) || isDoneBy(word, next, grammar))) return [];
    if (tokens.some(({ kind, start, end }) => kind === "name" && start <= word.start && word.end <= end)) return [];
    const article = words.findLastIndex(({ folded }, before) => before < at && grammar.determiners.has(folded));
    return article < 0 ? [] : [words.slice(article + 1, at + 1)];
  });

/** Determiners that are nobody's: "your confirmation that …" is asked for. */
const articles = wordsOf("en", "article");

/** A participle with its ending, and behind it a noun or what may stand between: no verb at the end of its clause. */
const isAttribute = ({ folded }: Word, next: Word, grammar: Grammar): boolean =>
  !grammar.functionWords.has(next.folded) &&
  (grammar.isParticiple(folded, "") ||
    (grammar.tongue === "nl" && grammar.isParticiple(folded.replace(/e$/u, ""), "")));

/** "The loan refused by …": a participle and whose act it is. */
const isDoneBy = ({ folded }: Word, next: Word, grammar: Grammar): boolean =>
  /^(?:by|door)$/u.test(next.folded) && grammar.isParticiple(folded, "");

/** A clause that hangs on the last noun of what is asked; behind a verb of saying or asking it is what is asked. */
const hangingOn = ({ words }: Clause, next: Clause | undefined, grammar: Grammar): Word[][] => {
  const last = words.at(-1);
  if (!last || !next || next.isFirst || next.isQuestion || !grammar.relatives.has(next.opener)) return [];
  // "The report that …": behind an article it is a noun, whatever verb it looks like.
  const isNoun = grammar.tongue === "en" && articles.has(words.at(-2)?.folded ?? "");
  const isAsked =
    (!isNoun && hasStem(last.folded, grammar.speech)) ||
    grammar.requests.test(
      words
        .slice(-2)
        .map(({ text }) => text)
        .join(" "),
    );
  return isAsked ? [] : [next.words.slice(1)];
};

const isSaidAnywhere = (words: readonly Word[], { cited }: Sentence, book: Book, grammar: Grammar): boolean => {
  const said = contentWords(words.map(({ text }) => text).join(" "), [grammar]).filter(
    (word) => !book.cast.words.includes(word),
  );
  const texts = [...book.entries.values()].map((entry) => book.sourceOf(entry).words);
  return (
    said.length === 0 ||
    [...cited.map((source) => source.words), ...texts].some((text) =>
      said.every((word) => hasKin(word, text) || text.has(word.replace(/e$/u, ""))),
    )
  );
};

const rangeOf = (words: readonly Word[]): Range => ({ start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0 });
