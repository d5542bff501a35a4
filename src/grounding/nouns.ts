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

/**
 * The nouns of a clause, as far as its form tells them: the last content word behind an article or an amount, what follows
 * a preposition, and words built as nouns.
 */
export const nounsOf = (clause: Clause, act: Act | undefined, grammar: Grammar, tokens: readonly Token[]): Word[] => {
  const isContent = (word: Word | undefined): word is Word =>
    word !== undefined && word !== act?.verb && isPlain(word, grammar) && !isToken(word, tokens);
  const { words } = clause;
  return words.filter((word, at) => {
    if (!isContent(word) || adjectival.test(word.folded)) return false;
    if (grammar.isParticiple(word.folded, "") && at === words.length - 1) return false;
    if (nominal.test(word.folded)) return true;
    const isLastOfRun =
      !isContent(words[at + 1]) ||
      grammar.isParticiple(words[at + 1]?.folded ?? "", "") ||
      adjectival.test(words[at + 1]?.folded ?? "");
    return isLastOfRun && isLed(words, at, grammar, tokens);
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

/** Whether an article, a possessive, a preposition or an amount leads it, adjectives between. */
const isLed = (words: readonly Word[], at: number, grammar: Grammar, tokens: readonly Token[]): boolean => {
  for (let back = at - 1; back >= Math.max(0, at - 3); back--) {
    const word = words[back] as Word;
    if (grammar.determiners.has(word.folded) || grammar.prepositions.has(word.folded) || isToken(word, tokens))
      return true;
    if (!/e$/u.test(word.folded) && !adjectival.test(word.folded) && grammar.tongue === "nl") return false;
  }
  const before = words[at - 1];
  const gap =
    before === undefined
      ? undefined
      : tokens.find(
          ({ kind, end }) => kind !== "name" && kind !== "role" && end <= (words[at] as Word).start && end > before.end,
        );
  return gap !== undefined;
};
