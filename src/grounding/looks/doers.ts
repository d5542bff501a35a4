import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { type Act, type Actor, subjectIn } from "../acts.ts";
import type { Book } from "../book.ts";
import type { Clause } from "../clauses.ts";
import { particleVerbsIn } from "../language/directions.ts";
import { type Grammar, hasStem } from "../language/grammar.ts";
import { kin } from "../language/kin.ts";
import { type Sentence, tongueOfSentence } from "../sentence.ts";
import type { Token } from "../tokens/token.ts";
import { isAnother, isThirdPerson, type Told, toldIn, whoActs, whoIsTold } from "../told.ts";
import type { Unit } from "../units.ts";
import { comparable } from "./alignment.ts";
import { at, type Look } from "./look.ts";

/**
 * The words of the evidence tell this very act, by its verb, and of somebody else: to be named in them, as the one who gave,
 * got or was told, does not make anybody the one who did it.
 */
export const doerIsAnother: Look = (sentence, book) => {
  const tongue = tongueOfSentence(sentence);
  const telling = sentence.cited.filter(({ said, isLaw }) => said !== "" && !isLaw);
  if (tongue === undefined || telling.some((source) => source.tongue !== tongue)) return [];
  const told = telling.flatMap((source) => toldIn(source, book.cast));
  return sentence.acts
    .filter((act) => isOfAnother(act, told, sentence, book))
    .map(({ verb }) => at(LookCode.ACT_OF_ANOTHER, verb));
};

const isOfAnother = (act: Act, told: readonly Told[], { grammars, cited }: Sentence, { cast }: Book): boolean => {
  const { actor, verb } = act;
  if (actor === undefined || grammars.some(({ receiving, mutual }) => hasStem(verb.folded, [...receiving, ...mutual])))
    return false;
  const who = whoActs(actor, cast);
  const same = told
    .filter((one) => kin(one.act.verb.folded, verb.folded))
    .map((one) => one.act.actor && whoIsTold(one.act.actor, one.unit, cast));
  if (same.length === 0 || !same.every((doer) => doer !== undefined && isAnother(who, doer))) return false;
  if (!act.isSpeech || cited.every((source) => isAnother(who, whoSpeaks(source.speaker, cast)))) return true;
  // Whoever speaks in an entry says all its words, whatever they tell of others' saying; but who tells that `hij` promised, or
  // that another refused or withdrew, has not done so.
  return (
    same.every((doer) => doer?.isNot !== undefined) ||
    grammars.some(({ illocutions }) => illocutions.slice(performed).some((stems) => hasStem(verb.folded, stems)))
  );
};

/** Of the classes of illocutions those that do something by words: to bind oneself, to make it so, to refuse. */
const performed = 2;

const whoSpeaks = (speaker: string, cast: Book["cast"]) => {
  const party = cast.partyOfSpeaker(speaker);
  return { side: cast.sideOfSpeaker(speaker), party: party?.partyId ?? "", names: [] };
};

/**
 * "Ik stem niet in" is told by whoever speaks of nobody else: what the words say of their speaker, now and by `ik`, the sentence
 * says of another.
 */
export const speakerIsAnother: Look = (sentence, book) => {
  const units = comparable(sentence);
  const told = units.flatMap((unit) => ownVerbsIn(unit, book.cast));
  return sentence.clauses.flatMap((clause) => {
    const [grammar] = sentence.grammars;
    const actor = grammar && onlyActorIn(clause, grammar, sentence.tokens);
    if (grammar === undefined || actor === undefined || clause.isQuestion || clause.text.includes("\ufffc")) return [];
    if (isPassive(clause, grammar)) return [];
    const who = whoActs(actor, book.cast);
    const said = clause.words.map(({ folded }) => folded);
    const verb = clause.words.find(({ folded }) => {
      const same = told.filter(
        (one) => isOneVerb(folded, one.verb) && (one.particle === "" || said.includes(one.particle)),
      );
      return same.length > 0 && same.every((one) => isAnother(who, one.who));
    });
    const isElsewhere = verb !== undefined && units.some((unit) => tellsBesides(verb.folded, unit));
    return verb === undefined || isElsewhere ? [] : [at(LookCode.ACT_OF_ANOTHER, verb)];
  });
};

/** "Ik werd verwacht": its subject does nothing, whether it becomes something or has it done to it. */
const isPassive = ({ words }: Clause, grammar: Grammar): boolean =>
  words.some(({ folded }) =>
    (grammar.tongue === "nl" ? /^(?:word|wordt|worden|werd|werden|geworden)$/u : /^(?:been|being)$/u).test(folded),
  );

const isOneVerb = (one: string, other: string): boolean => one.length > 3 && kin(one, other);

/** Whom a clause names as its subject, where it names nobody else. */
const onlyActorIn = (clause: Clause, grammar: Grammar, tokens: readonly Token[]): Actor | undefined => {
  const actor = subjectIn(clause, grammar, tokens);
  const others = clause.words.filter(
    ({ folded, start }) => start !== actor?.at.start && grammar.pronouns.has(folded) && !isThirdPerson.test(folded),
  );
  const named = tokens.filter(
    ({ kind, start, end }) => (kind === "name" || kind === "role") && clause.start <= start && end <= clause.end,
  );
  return actor === undefined ||
    others.length > 0 ||
    named.length > (actor.by === "pronoun" ? 0 : 1) ||
    (actor.by === "pronoun" && actor.means === "other")
    ? undefined
    : actor;
};

/** The verbs that stand beside `ik` in a sentence, in the present, each with the particle that ends its clause. */
const ownVerbsIn = (unit: Unit, cast: Book["cast"]) => {
  const { grammar, label } = unit;
  if (grammar === undefined || label !== "") return [];
  return unit.clauses.flatMap(({ words }) =>
    words.flatMap((word, index) => {
      if (!/^(?:ik|i)$/u.test(word.folded)) return [];
      const who = whoIsTold({ by: "pronoun", means: "author", at: word }, unit, cast);
      // Behind "weet ik" stands no verb any more.
      const verb = [words[index - 1], words[index + 1]].find((one) => one && isPresentVerb(one.folded, grammar));
      if (verb === undefined) return [];
      const particle = particleVerbsIn(words).find((one) => one.word === verb)?.particle ?? "";
      return [{ verb: verb.folded, who, particle }];
    }),
  );
};

const isPresentVerb = (word: string, grammar: Grammar): boolean =>
  word.length > 3 &&
  !grammar.auxiliaries.has(word) &&
  !grammar.modals.has(word) &&
  !grammar.functionWords.has(word) &&
  !grammar.isPast(word) &&
  !grammar.isParticiple(word, "");

/** The verb stands there beside somebody else than `ik` as well. */
const tellsBesides = (verb: string, { clauses }: Unit): boolean =>
  clauses.some(
    ({ words }) =>
      words.some(({ folded }) => isOneVerb(folded, verb)) && !words.some(({ folded }) => /^(?:ik|i)$/u.test(folded)),
  );
