import { wordsOf } from "#kit/lexicon.ts";
import type { Act } from "./acts.ts";
import type { Clause } from "./clauses.ts";
import type { Grammar } from "./language/grammar.ts";
import { lightNouns } from "./language/light-nouns.ts";
import { roleNoun } from "./language/roles.ts";
import type { Word } from "./language/words.ts";
import type { Token } from "./tokens/token.ts";

/** Endings with which Dutch and English build nouns. */
const nominal =
  /(?:ing|heid|schap|teit|tie|isme|sel|ment|tion|ness|ity|ship|ance|ence|ism|uitkering|vergoeding)(?:en|s|'s)?$/u;
/** Endings of adjectives and adverbs. */
const adjectival = /(?:lijke?|eel|ele|ische?|ige?|bare?|loze?|loos|zame?|zaam|ly|al|ive|ous|ful|able|ible|ic)$/u;

/** A noun, and whether its article takes it for known. */
export interface Noun {
  readonly word: Word;
  readonly isDefinite: boolean;
}

/**
 * The nouns of a clause, as far as its form tells them: the last content word behind an article or an amount, what follows
 * a preposition, and words built as nouns.
 */
export const nounsOf = (clause: Clause, act: Act | undefined, grammar: Grammar, tokens: readonly Token[]): Noun[] => {
  const isContent = (word: Word | undefined): word is Word =>
    word !== undefined && word !== act?.verb && isPlain(word, grammar) && !isToken(word, tokens);
  const { words } = clause;
  return words.flatMap((word, at): Noun[] => {
    if (!isContent(word) || adjectival.test(word.folded) || isVerbal(word.folded, at, words, grammar)) return [];
    // In a clause that hangs on another, Dutch ends on its verb.
    if (grammar.tongue === "nl" && clause.opener !== "" && at === words.length - 1) return [];
    const isLastOfRun =
      !isContent(words[at + 1]) ||
      grammar.isParticiple(words[at + 1]?.folded ?? "", "") ||
      adjectival.test(words[at + 1]?.folded ?? "");
    const lead = isLastOfRun || nominal.test(word.folded) ? leadOf(words, at, grammar, tokens) : undefined;
    return lead === undefined ? [] : [{ word, isDefinite: lead === "definite" }];
  });
};

const isPlain = ({ folded, text }: Word, grammar: Grammar): boolean =>
  folded.length > 2 &&
  !grammar.functionWords.has(folded) &&
  !grammar.negations.has(folded) &&
  !grammar.modals.has(folded) &&
  !grammar.isPast(folded) &&
  !grammar.saysNow(folded) &&
  !lightNouns.has(folded) &&
  roleNoun(text) === undefined;

const isToken = (word: Word, tokens: readonly Token[]): boolean =>
  tokens.some(({ start, end }) => start <= word.start && word.end <= end);

/** Forms of verbs that stand where a noun could. */
const isVerbal = (word: string, at: number, words: readonly Word[], grammar: Grammar): boolean =>
  grammar.isParticiple(word, "") ||
  grammar.brings.has(word) ||
  words[at - 1]?.folded === "te" ||
  words[at - 1]?.folded === "to" ||
  (/(?:ende?|ing)$/u.test(word) && !nominal.test(word));

const definite = wordsOf("nl en", "definite-determiner");

/**
 * What leads a noun: a definite article takes it for known, an indefinite one, a possessive or an amount brings it in. Nouns
 * behind a bare preposition are mostly idioms ("in stand", "te weten") and are left alone.
 */
const leadOf = (
  words: readonly Word[],
  at: number,
  grammar: Grammar,
  tokens: readonly Token[],
): "definite" | "indefinite" | undefined => {
  for (let back = at - 1; back >= Math.max(0, at - 3); back--) {
    const word = words[back] as Word;
    if (definite.has(word.folded)) return "definite";
    if (grammar.determiners.has(word.folded)) return "indefinite";
    if (!/e$/u.test(word.folded) && !adjectival.test(word.folded)) break;
  }
  const noun = words[at] as Word;
  const before = words[at - 1];
  const amount = tokens.find(
    ({ kind, end }) => (kind === "sum" || kind === "number") && end <= noun.start && end > (before?.end ?? 0),
  );
  return amount === undefined ? undefined : "indefinite";
};
