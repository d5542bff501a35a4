import { wordsOf } from "#kit/lexicon.ts";
import type { Clause } from "./clauses.ts";
import { type Grammar, hasStem, type Speaker } from "./language/grammar.ts";
import { roleNoun } from "./language/roles.ts";
import type { Word } from "./language/words.ts";
import { commands } from "./letter-mood.ts";
import type { Token } from "./tokens/token.ts";

/** Who is said to have done it: as the sentence names them. */
export type Actor =
  | { readonly by: "pronoun"; readonly means: Speaker; readonly at: Word }
  | { readonly by: "name"; readonly names: readonly string[]; readonly at: Word }
  | { readonly by: "role"; readonly noun: string; readonly at: Word };

/** Something that a clause states was done, said, received or left undone. */
export interface Act {
  readonly clause: Clause;
  /** Where its days may stand from: its clause, or the one that puts a day in front of it ("Het was op 4 april dat …"). */
  readonly from: number;
  readonly verb: Word;
  /** Undefined: the clause does not name who, as in a passive. */
  readonly actor: Actor | undefined;
  /** The verb is one of saying or sending: its day is the day of the words. */
  readonly isSpeech: boolean;
  /** It tells what was ("Ik was ziek"), not what was done. */
  readonly isState: boolean;
}

/** Finite forms that, with a participle, put what was done in the past: `wordt` and `is promised` do not. */
const pastAuxiliaries = { nl: wordsOf("nl", "past-auxiliary"), en: wordsOf("en", "past-auxiliary") };
const activeAuxiliaries = new Set("heb hebt heeft hebben had hadden has have".split(" "));

/** The acts of a sentence, at most one a clause. `tokens` are those of the sentence: names are found among them. */
export const actsOf = (clauses: readonly Clause[], grammar: Grammar, tokens: readonly Token[]): Act[] =>
  clauses.flatMap((clause, at) => {
    if (statesNothing(clause, clauses[at - 1], grammar)) return [];
    const stated =
      perfect(clause, grammar, tokens) ?? simplePast(clause, grammar, tokens) ?? presentSaying(clause, grammar, tokens);
    const before = clauses[at - 1];
    const isCleft = before !== undefined && !clause.isFirst && cleft.test(before.text);
    if (clauses[at + 1]?.isFirst === false && cleft.test(clause.text)) return [];
    return [...(stated ?? []), ...attributed(clause, grammar, tokens)].map((act) => ({
      ...act,
      from: isCleft ? before.start : clause.start,
    }));
  });

/** "It was on 4 April that …": a clause that only puts something of the next one in front (Quirk et al. 18.25; ANS 20.4). */
const cleft =
  /^\s*(?:it\s+(?:was|is)|het\s+(?:was|is))\s+(?:(?:only|not\s+until|already|pas|eerst|al|dus)\s+)?(?:(?:op|in|on)\s+)?(?:\p{L}+(?:dag|day)\s+)?\d[^.;:]{0,24}$/iu;

/** What a clause tells to be said, in whatever tense, by somebody whom it names beside the verb ("Wel vraagt Peters om overleg"). */
export const sayingIn = (clause: Clause, grammar: Grammar, tokens: readonly Token[]): Act | undefined => {
  for (const word of clause.words) {
    if (!hasStem(word.folded, grammar.speech) || isNamed(word, tokens)) continue;
    const actor = subjectBeside(clause, word, grammar, tokens);
    if (actor !== undefined) return { clause, from: clause.start, verb: word, actor, isSpeech: true, isState: false };
  }
  return undefined;
};

/** A question, a condition, a possibility, a duty or a wish, a request, or what the text says of itself. */
export const statesNothing = (clause: Clause, before: Clause | undefined, grammar: Grammar): boolean =>
  clause.isQuestion ||
  grammar.conditionals.has(clause.opener) ||
  clause.words.some((word, at) => isModal(word, clause.words[at - 1], clause, grammar)) ||
  grammar.requests.test(clause.text) ||
  grammar.selfReference.test(clause.text) ||
  isAskedFor(clause, before, grammar) ||
  bounds(clause, before, grammar);

/** "Staak de incasso totdat u op mijn bezwaar hebt beslist": what bounds a request is no more told than the request is. */
const bounds = ({ opener, isFirst }: Clause, before: Clause | undefined, grammar: Grammar): boolean =>
  before !== undefined &&
  !isFirst &&
  grammar.bounds.has(opener) &&
  (statesNothing(before, undefined, grammar) || commands(before.text.trim(), grammar.tongue));

/** "Zij verwacht te kunnen leveren" states that she expects it, and "31 May" is a day. */
const isModal = (word: Word, before: Word | undefined, { text, start }: Clause, grammar: Grammar): boolean =>
  grammar.modals.has(word.folded) &&
  !/^(?:te|to)$/u.test(before?.folded ?? "") &&
  !(word.text === "May" && isMonthAt(text, word.start - start));

const isMonthAt = (text: string, at: number): boolean =>
  /(?:\d(?:st|nd|rd|th)?(?:\s+of)?|(?<!\p{L})(?:in|since|until|by|early|late|mid))\s+$/iu.test(text.slice(0, at)) ||
  /^May,?\s+\d/u.test(text.slice(at));

/** What one asks somebody to find or to say ("ik verzoek UWV te oordelen dat …") is not stated. */
const isAskedFor = ({ opener, isFirst }: Clause, before: Clause | undefined, grammar: Grammar): boolean =>
  before !== undefined && !isFirst && /^(?:dat|that|of|whether)$/u.test(opener) && grammar.requests.test(before.text);

type Stated = Omit<Act, "from">;
type Found = [Stated] | undefined;

const perfect = (clause: Clause, grammar: Grammar, tokens: readonly Token[]): Found => {
  const { words } = clause;
  const auxiliary = words.find(({ folded }) => pastAuxiliaries[grammar.tongue].has(folded));
  if (auxiliary === undefined) return undefined;
  const isVerb = (word: Word, at: number): boolean =>
    word !== auxiliary && !isNamed(word, tokens) && grammar.isParticiple(word.folded, governing(words, at, grammar));
  // English puts the participle behind its auxiliary; in Dutch it stands at the end of the clause, on either side.
  const verb =
    grammar.tongue === "en"
      ? words.find((word, at) => word.start > auxiliary.start && isVerb(word, at))
      : (words.findLast(isVerb) ?? infinitiveFor(words, auxiliary));
  if (verb === undefined) return undefined;
  const isActive = activeAuxiliaries.has(auxiliary.folded) && !words.some(({ folded }) => folded === "been");
  const actor = isActive ? subjectBeside(clause, auxiliary, grammar, tokens) : agentOf(clause, grammar, tokens);
  return [{ clause, verb, actor, isSpeech: isSaying(verb.folded, grammar), isState: false }];
};

/**
 * The word in front of a participle: an article makes it an adjective of the noun behind it. "Heeft mij dit geschreven" has no such
 * noun: what can stand alone in front of the verb at the end of a clause is its object.
 */
const governing = (words: readonly Word[], at: number, grammar: Grammar): string => {
  const [before = "", after] = [words[at - 1]?.folded, words[at + 1]?.folded];
  const isAtEnd = after === undefined || grammar.auxiliaries.has(after);
  return grammar.tongue === "nl" && isAtEnd && alone.test(before) ? "" : before;
};
const alone = /^(?:het|dit|dat|deze|die|haar|ons|hun|alle)$/u;

/** Verbs of writing and sending keep their sense behind a particle: `toegezonden`, `doorgestuurd`. */
const isSaying = (verb: string, grammar: Grammar): boolean =>
  hasStem(verb, grammar.speech) ||
  (grammar.tongue === "nl" &&
    hasStem(verb.replace(/^(?:toe|door|terug|na|mee|over|op)(?=ge)/u, ""), grammar.authorship));

/**
 * The infinitive that stands for a participle behind a few verbs (`heeft laten weten`, `heeft helpen tillen`; ANS 18.5.7): that
 * of the verb done, or `laten` where somebody was let know something.
 */
const infinitiveFor = (words: readonly Word[], auxiliary: Word): Word | undefined => {
  if (!/^(?:heb|hebt|heeft|hebben|had|hadden)$/u.test(auxiliary.folded)) return undefined;
  const at = words.findLastIndex(({ folded }) => /^(?:laten|doen|horen|zien|helpen|komen|gaan|blijven)$/u.test(folded));
  const next = words[at + 1];
  if (at < 0 || next === undefined || !/en$|^(?:zien|gaan|doen|staan|slaan)$/u.test(next.folded)) return undefined;
  return /^(?:weten|merken|blijken|horen)$/u.test(next.folded) ? words[at] : next;
};

const simplePast = (clause: Clause, grammar: Grammar, tokens: readonly Token[]): Found => {
  const { words } = clause;
  for (const [at, word] of words.entries()) {
    const before = words[at - 1]?.folded ?? "";
    if (isNamed(word, tokens) || grammar.determiners.has(before) || grammar.prepositions.has(before)) continue;
    const isState = grammar.pastCopulas.has(word.folded) || /^had(?:den)?$/u.test(word.folded);
    const isSure = grammar.isPast(word.folded);
    if (grammar.tongue === "en" && isPassiveNow(words, at, grammar)) continue;
    if (!isSure && !isState && !grammar.mayBePast(word.folded)) continue;
    const actor = subjectBeside(clause, word, grammar, tokens);
    const isLast =
      grammar.tongue === "nl" &&
      clause.opener !== "" &&
      at === words.length - 1 &&
      /(?:d|t)en?$/u.test(word.folded) &&
      hasSubject(clause, grammar, tokens);
    if (!isSure && actor === undefined && !isLast) continue;
    return [{ clause, verb: word, actor, isSpeech: hasStem(word.folded, grammar.speech), isState }];
  }
  return undefined;
};

/** `is found in`, `are often given`: behind a present or bare form of "to be" an English past form is a participle. */
const isPassiveNow = (words: readonly Word[], at: number, grammar: Grammar): boolean => {
  for (let back = at - 1; back >= 0; back--) {
    const { folded = "" } = words[back] ?? {};
    if (/^(?:am|is|are|be|being)$/u.test(folded)) return true;
    if (!grammar.negations.has(folded) && !/ly$|^(?:also|often|always|still|then|thus)$/u.test(folded)) return false;
  }
  return false;
};

const presentSaying = (clause: Clause, grammar: Grammar, tokens: readonly Token[]): Found => {
  for (const word of clause.words) {
    if (!grammar.saysNow(word.folded)) continue;
    const actor = subjectBeside(clause, word, grammar, tokens);
    if (actor === undefined || (actor.by === "pronoun" && actor.means === "author")) continue;
    return [{ clause, verb: word, actor, isSpeech: true, isState: false }];
  }
  return undefined;
};

/** `volgens de bedrijfsarts`: that somebody holds or said something, told without a verb. */
const attributed = (clause: Clause, grammar: Grammar, tokens: readonly Token[]): Stated[] =>
  tokens.flatMap((token) => {
    if ((token.kind !== "name" && token.kind !== "role") || token.start < clause.start || token.end > clause.end)
      return [];
    const before = withoutArticle(clause.text.slice(0, token.start - clause.start).replace(titles, " "), grammar);
    const verb = clause.words.find(({ start }) => start >= token.start);
    if (verb === undefined || !grammar.attributions.test(`${before.trimEnd()} `)) return [];
    const actor: Actor =
      token.kind === "name" ? { by: "name", names: token.names, at: verb } : { by: "role", noun: token.role, at: verb };
    return [{ clause, verb, actor, isSpeech: true, isState: false }];
  });
const titles = /\s(?:heer|mevrouw|mr|mrs|ms|meneer|mw|dhr)\.?\s*$/iu;

const withoutArticle = (text: string, { determiners }: Grammar): string =>
  text.trimEnd().replace(/\s\p{L}+$/u, (word) => (determiners.has(word.trim().toLowerCase()) ? " " : word));

const isNamed = (word: Word, tokens: readonly Token[]): boolean =>
  tokens.some(({ kind, start, end }) => (kind === "name" || kind === "date") && start <= word.start && word.end <= end);

/** Whom a clause names first, not behind a preposition: its subject, as far as its form tells. */
export const subjectIn = ({ words }: Clause, grammar: Grammar, tokens: readonly Token[]): Actor | undefined =>
  words.map((_, at) => actorAt(words, at, grammar, tokens)).find((actor) => actor !== undefined);

const hasSubject = (clause: Clause, grammar: Grammar, tokens: readonly Token[]): boolean =>
  subjectIn(clause, grammar, tokens) !== undefined;

/** Whom a word names: a personal pronoun, a name, a noun of role; not behind a preposition, where it is no subject. */
const actorAt = (words: readonly Word[], at: number, grammar: Grammar, tokens: readonly Token[]): Actor | undefined => {
  const word = words[at];
  if (word === undefined) return undefined;
  const token = tokens.find(
    ({ kind, start, end }) => (kind === "name" || kind === "role") && start <= word.start && word.end <= end,
  );
  const isRole = token?.kind === "role" || (token === undefined && roleNoun(word.text) !== undefined);
  const first = token === undefined ? at : words.findIndex(({ start }) => start >= token.start);
  if (isGoverned(words, first, grammar)) return undefined;
  const means = grammar.pronouns.get(word.folded);
  if (means !== undefined && token === undefined) return { by: "pronoun", means, at: word };
  if (token?.kind === "name") return { by: "name", names: token.names, at: word };
  if (isRole)
    return { by: "role", noun: token?.kind === "role" ? token.role : (roleNoun(word.text)?.noun ?? ""), at: word };
  return undefined;
};

/** Whether a preposition stands in front, an article, a title and adjectives between left out. */
const isGoverned = (words: readonly Word[], at: number, grammar: Grammar): boolean => {
  for (let back = at - 1; back >= Math.max(0, at - 4); back--) {
    const folded = words[back]?.folded ?? "";
    if (grammar.prepositions.has(folded)) return true;
    // "Volgens zijn klasgenoot Tim Brugman": a noun between its article and the name that it is of.
    const isCalled = back === at - 1 && grammar.determiners.has(words[back - 1]?.folded ?? "");
    const isInside =
      isCalled ||
      grammar.determiners.has(folded) ||
      /e$/u.test(folded) ||
      /^(?:heer|mevrouw|mr|mrs|ms|company|own)$/u.test(folded);
    if (!isInside || grammar.auxiliaries.has(folded) || grammar.isPast(folded)) return false;
  }
  return false;
};

/** The subject next to a finite verb: right before or behind it, an article, an adverb or an adjective between. */
const subjectBeside = (clause: Clause, verb: Word, grammar: Grammar, tokens: readonly Token[]): Actor | undefined => {
  const { words } = clause;
  const at = words.indexOf(verb);
  const order = grammar.tongue === "en" ? [-1, -2, -3] : [-1, 1, 2, 3, -2, 4, -3];
  for (const step of order) {
    const index = at + step;
    const between = words.slice(Math.min(at, index) + 1, Math.max(at, index));
    if (!between.every((word) => isTransparent(word, grammar, tokens))) continue;
    const actor = actorAt(words, index, grammar, tokens);
    if (actor !== undefined) return actor;
  }
  // In a clause that hangs on another, Dutch has its subject at the head and its verb at the end.
  if (grammar.tongue === "nl" && clause.opener !== "")
    return (
      actorAt(words, words[0]?.folded === clause.opener ? 1 : 2, grammar, tokens) ?? actorAt(words, 2, grammar, tokens)
    );
  return undefined;
};

/** Articles, titles, adverbs and words of the same name may stand between verb and subject. */
const isTransparent = (word: Word, grammar: Grammar, tokens: readonly Token[]): boolean =>
  grammar.determiners.has(word.folded) ||
  /^(?:heer|mevrouw|mijn|uw|de|het|also|never|not|later|then|therefore|explicitly|zelf|dan|ook|daarna|nooit|niet|toen)$/u.test(
    word.folded,
  ) ||
  (grammar.functionWords.has(word.folded) &&
    !grammar.prepositions.has(word.folded) &&
    !grammar.pronouns.has(word.folded)) ||
  /(?:ly|e)$/u.test(word.folded) ||
  isNamed(word, tokens);

/** The agent of a passive: `door de werkgever`, `by the employer`. */
const agentOf = (clause: Clause, grammar: Grammar, tokens: readonly Token[]): Actor | undefined =>
  behind(clause, /^(?:door|by)$/u, grammar, tokens);

/** Whom a preposition governs: who acts in a passive, from whom something comes. */
export const behind = (
  { words }: Clause,
  preposition: RegExp,
  grammar: Grammar,
  tokens: readonly Token[],
): Actor | undefined => {
  const at = words.findIndex(({ folded }) => preposition.test(folded));
  if (at < 0) return undefined;
  for (const index of [at + 1, at + 2, at + 3]) {
    const word = words[index];
    const token =
      word &&
      tokens.find(
        ({ kind, start, end }) => (kind === "name" || kind === "role") && start <= word.start && word.end <= end,
      );
    if (word === undefined) return undefined;
    const means = grammar.pronouns.get(word.folded) ?? (/^(?:mij|me)$/u.test(word.folded) ? "author" : undefined);
    if (means !== undefined) return { by: "pronoun", means, at: word };
    if (token?.kind === "name") return { by: "name", names: token.names, at: word };
    if (token?.kind === "role") return { by: "role", noun: token.role, at: word };
    if (!isTransparent(word, grammar, tokens)) return undefined;
  }
  return undefined;
};
