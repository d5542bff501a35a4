import { complementizers } from "#kit/complementizers.ts";
import { wordsOf } from "#kit/lexicon.ts";
import { clausesOf } from "./clauses.ts";
import type { Grammar } from "./language/grammar.ts";
import { strongForms } from "./language/strong-verbs-nl.ts";
import { grammarsFor } from "./language/tongue.ts";
import { type Word, wordsIn } from "./language/words.ts";

// In which mood a sentence of a letter stands, read off the order of its words and the closed classes of the grammar.

/** Objects in the form that no subject has (ANS 5.2; Quirk et al. 6.2), and those that may be either. */
const objects: Readonly<Record<string, ReadonlySet<string>>> = {
  nl: new Set("mij me ons hem hen".split(" ")),
  en: new Set("me us him them".split(" ")),
};
/** `Meld u`: the form without -t has no subject behind it. */
const reflexives: Readonly<Record<string, ReadonlySet<string>>> = { nl: new Set(["u", "je"]), en: new Set() };

/**
 * Whether a sentence is a command: it begins with a verb and names no subject. In a statement of either language a whole part
 * of the sentence stands before the verb, so what follows its first word is a verb or belongs to that word; behind the verb of
 * a command comes an object, an adjunct, or a noun phrase of its own (ANS 20.2; Quirk et al. 11.24).
 */
export const commands = (text: string, tongue: string): boolean => {
  if (/\?["'’”)\]]*$/u.test(text) || /,\s*(?:dan|then)(?!\p{L})/iu.test(text)) return false;
  return grammarsFor(text, tongue).some((grammar) => beginsWithBareVerb(text, grammar));
};

const beginsWithBareVerb = (text: string, grammar: Grammar): boolean => {
  const [first, second] = wordsIn(text);
  if (!first || !second || !isBareForm(first, grammar)) return false;
  // `Laat` is an adverb as well, and no statement has that before an object.
  if (isClosed(first.folded, grammar) && !/^(?:laat|let)$/u.test(first.folded)) return false;
  if (!isBehindVerb(first, second, grammar)) return false;
  // A verb elsewhere in the clause is the verb of a statement that began with something else.
  const words = clausesOf(text, grammar)[0]?.words ?? [];
  return !words.some(
    (word, at) => at > 0 && (isSubject(word, grammar) || isVerbOfStatement(word, words[at - 1]?.folded ?? "", grammar)),
  );
};

/** No bare form of a verb: a number, an infinitive or plural, a form of a third person. */
const isBareForm = ({ folded, text }: Word, { tongue }: Grammar): boolean =>
  !/\d/u.test(text) && !(tongue === "nl" ? /(?:en|ing|heid|atie|isme)$/u : /(?:ing|ly|ed|tion|day|s)$/u).test(folded);

const isBehindVerb = (first: Word, second: Word, grammar: Grammar): boolean => {
  const { folded } = second;
  if (reflexives[grammar.tongue]?.has(folded)) return !first.folded.endsWith("t");
  if (objects[grammar.tongue]?.has(folded) || grammar.determiners.has(folded)) return true;
  if (grammar.pronouns.has(folded)) return /^(?:het|it)$/u.test(folded);
  return grammar.prepositions.has(folded) || grammar.terms.test(second.text);
};

const isClosed = (folded: string, grammar: Grammar): boolean =>
  [grammar.functionWords, grammar.determiners, grammar.prepositions, grammar.auxiliaries, grammar.modals].some((some) =>
    some.has(folded),
  ) ||
  grammar.subordinators.has(folded) ||
  grammar.conditionals.has(folded) ||
  grammar.negations.has(folded) ||
  grammar.pronouns.has(folded) ||
  grammar.isPast(folded) ||
  grammar.saysNow(folded);

/** `Ik`, `wij`: whoever writes is the subject, and a command has none. */
const isSubject = ({ folded }: Word, grammar: Grammar): boolean =>
  (grammar.pronouns.get(folded) === "author" && !objects[grammar.tongue]?.has(folded)) || /^(?:wij|we)$/u.test(folded);

const isVerbOfStatement = ({ folded }: Word, before: string, grammar: Grammar): boolean =>
  grammar.auxiliaries.has(folded) ||
  grammar.modals.has(folded) ||
  grammar.pastCopulas.has(folded) ||
  (grammar.isPast(folded) && !grammar.determiners.has(before));

/** Verbs by which one asks for something, in the person of whoever is addressed: a closed class, that of `requests`. */
const readersAsking: Readonly<Record<string, RegExp>> = {
  nl: /^(?:u|je|jij|jullie)\s+(?:\p{L}+\s+)?(?:vraagt?|vragen|verzoekt?|verzoeken|eist?|eisen|vordert?|vorderen|verlangt?|verlangen|wenst?|wensen|wilt?|willen)(?!\p{L})/iu,
  en: /^you\s+(?:now\s+|also\s+|have\s+)?(?:ask|asked|request|requested|demand|demanded|claim|claimed|want|wish|seek)(?!\p{L})/iu,
};

/** Whether a letter only repeats what its reader asked for (`U vraagt om …`): nobody answers that with right or wrong. */
export const retellsAsking = (text: string, tongue: string): boolean =>
  grammarsFor(text, tongue).some((grammar) => readersAsking[grammar.tongue]?.test(text) ?? false);

/** Past forms of modals, which tell of what was (ANS 2.3.2; Quirk et al. 4.49). */
const pastModals: Readonly<Record<string, ReadonlySet<string>>> = {
  nl: new Set("moest moesten kon konden mocht mochten zou zouden wilde wilden diende behoorde hoefde".split(" ")),
  en: new Set("could would couldn't wouldn't".split(" ")),
};

/**
 * Whether a sentence says what its writer does, holds or will do (`Schade vergoeden wij niet`): the writer is its subject, or a modal
 * its verb, and no verb of it tells of what was. Whoever answers it agrees or does not; it is neither right nor wrong.
 */
export const saysStance = (text: string): boolean =>
  grammarsFor(text, "").every((grammar) => {
    const words = clausesOf(text, grammar).flatMap((clause) => clause.words);
    if (isPerfectOfModal(words, grammar)) return false;
    // `Uw verzoek` is no verb, and neither is `de gemaakte afspraak`.
    const isNoun = (at: number): boolean => grammar.determiners.has(words[at - 1]?.folded ?? "");
    const wasModal = ({ folded }: Word): boolean => pastModals[grammar.tongue]?.has(folded) ?? false;
    const hasModal = words.some((word, at) => grammar.modals.has(word.folded) && !wasModal(word) && !isNoun(at));
    const tellsPast = words.some(
      (word, at) =>
        wasModal(word) ||
        // `Kan zijn` is no perfect.
        (grammar.auxiliaries.has(word.folded) && !hasModal) ||
        grammar.pastCopulas.has(word.folded) ||
        (grammar.isPast(word.folded) && !isNoun(at)),
    );
    return !tellsPast && (hasModal || words.some((word) => isSubject(word, grammar)));
  });

/**
 * `Wij hebben een schilder moeten inschakelen`: an auxiliary with a modal behind it, and no clause of another subject between them, tells of
 * what was; the modal is an infinitive (ANS 18.5.7.2).
 */
const isPerfectOfModal = (words: readonly Word[], grammar: Grammar): boolean => {
  const from = words.findIndex(({ folded }) => grammar.auxiliaries.has(folded));
  if (from < 0) return false;
  const behind = words.slice(from + 1);
  const modal = behind.findIndex(({ folded }) => modalInfinitives.has(folded));
  const begins = ({ folded }: Word): boolean =>
    complementizers.has(folded) || grammar.subordinators.has(folded) || grammar.conditionals.has(folded);
  return modal >= 0 && !behind.slice(0, modal).some((word, at) => begins(word) || (at > 0 && isSubject(word, grammar)));
};

const modalInfinitives: ReadonlySet<string> = wordsOf("nl", "modal-infinitive");

/**
 * Whether a sentence of a letter tells no fact: it says what its writer does, holds or will do, or what follows if something happens
 * (`Blijft betaling uit, dan volgt dagvaarding`). Nobody knows or does not know that it is so.
 */
export const tellsNoFact = (text: string): boolean =>
  saysStance(text) ||
  holdsOpinion(text) ||
  grammarsFor(text, "").every((grammar) => {
    const clauses = clausesOf(text, grammar);
    const words = clauses.flatMap((clause) => clause.words);
    const isPast = words.some(
      (word, at) =>
        grammar.auxiliaries.has(word.folded) ||
        grammar.pastCopulas.has(word.folded) ||
        (grammar.isPast(word.folded) && !grammar.determiners.has(words[at - 1]?.folded ?? "")),
    );
    const isFollowing = clauses.some((clause, at) => at > 0 && grammar.consequence.test(clause.text.trimStart()));
    return !isPast && (isFollowing || clauses.some(({ opener }) => grammar.conditionals.has(opener)));
  });

const opinions: Readonly<Record<string, ReadonlySet<string>>> = {
  nl: wordsOf("nl", "opinion"),
  en: wordsOf("en", "opinion"),
};

const opinionNouns: ReadonlySet<string> = wordsOf("nl", "opinion-noun");

const isPreposition = (word: Word | undefined, { prepositions }: Grammar): boolean =>
  prepositions.has(word?.folded ?? "");

/** `Wij vinden dat u te laat was`: the writer is the subject of a clause that holds what the one behind it says, whenever that was. */
const holdsOpinion = (text: string): boolean =>
  grammarsFor(text, "").every((grammar) => {
    const words = wordsIn(text);
    const opens = words.findIndex(({ folded }) => complementizers.has(folded));
    const holding = words.slice(0, Math.max(0, opens));
    return (
      holding.some((word) => isSubject(word, grammar)) &&
      holding.some(
        ({ folded }, at) =>
          opinions[grammar.tongue]?.has(folded) ||
          (opinionNouns.has(folded) && isPreposition(holding[at - 1], grammar)),
      ) &&
      !holding.some(
        ({ folded }, at) =>
          grammar.isPast(folded) ||
          // `Wij zijn van oordeel dat …` is no perfect.
          (grammar.auxiliaries.has(folded) && !isPreposition(holding[at + 1], grammar)),
      )
    );
  });

/**
 * Whether words are a sentence as they stand, and no bare topic (`de 21 uren terug op mijn saldo`): their first clause has a subject that
 * is a pronoun or a finite verb of a closed class or a strong one (`Mijn boot blijft liggen`), or they begin with a strong verb in its bare form whose particle stands behind it or
 * at the end (`Zie af van …`, `Neem contact met mij op`), or with a word that a clause completes (`Erken dat …`).
 */
export const isSentence = (text: string): boolean =>
  grammarsFor(text, "").some((grammar) => {
    const words = clausesOf(text, grammar)[0]?.words ?? [];
    if (hasSubject(words, grammar)) return true;
    const [first, second] = wordsIn(text);
    if (!first || !second || isClosed(first.folded, grammar)) return false;
    if (complementizers.has(second.folded)) return !isAbstract(first.folded);
    const apart = [second.folded, words.at(-1)?.folded ?? ""];
    return strongForms.imperatives.has(first.folded) && apart.some((word) => particles.has(word));
  });

/** `Bevestiging`: a noun by its ending. */
const isAbstract = (word: string): boolean => /(?:ing|heid|atie|isme|tion|ment)$/u.test(word);
const particles: ReadonlySet<string> = wordsOf("nl", "separable-particle");

/** A pronoun that is no object of a preposition, or behind the first word a finite verb of a closed class or of a strong one. */
const hasSubject = (words: readonly Word[], grammar: Grammar): boolean =>
  words.some((word, at) => {
    const { folded } = word;
    const before = words[at - 1]?.folded ?? "";
    const isPronoun =
      grammar.pronouns.has(folded) && !/^(?:het|it)$/u.test(folded) && !grammar.prepositions.has(before);
    const isNow = grammar.saysNow(folded) || strongForms.thirds.has(folded);
    return isPronoun || (at > 0 && (isNow || isVerbOfStatement(word, before, grammar)));
  });

/** Whether a word behind the first is a finite verb of a closed class, or the author is the subject. */
export const hasFiniteVerb = (text: string): boolean =>
  grammarsFor(text, "").some((grammar) => {
    const words = clausesOf(text, grammar).flatMap((clause) => clause.words);
    return words.some(
      (word, at) =>
        isSubject(word, grammar) ||
        (at > 0 && (grammar.saysNow(word.folded) || isVerbOfStatement(word, words[at - 1]?.folded ?? "", grammar))),
    );
  });
