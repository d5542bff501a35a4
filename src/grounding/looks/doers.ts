import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { Act } from "../acts.ts";
import type { Book } from "../book.ts";
import { hasStem } from "../language/grammar.ts";
import { kin } from "../language/kin.ts";
import { type Sentence, tongueOfSentence } from "../sentence.ts";
import { isAnother, type Told, toldIn, whoActs, whoIsTold } from "../told.ts";
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
  if (
    actor === undefined ||
    act.isState ||
    grammars.some(({ receiving, mutual }) => hasStem(verb.folded, [...receiving, ...mutual]))
  )
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
