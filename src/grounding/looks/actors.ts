import { PartyRole } from "../../../gen/pincite/memo/v1/party_pb.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { Actor } from "../acts.ts";
import type { Book } from "../book.ts";
import { fold, wordsIn } from "../language/words.ts";
import { contentWords } from "../sentence.ts";
import { isNamedIn } from "../support.ts";
import type { Unit } from "../units.ts";
import { best, comparable, contentIn, wordsOf } from "./alignment.ts";
import { at, type Look } from "./look.ts";
import { contentOf } from "./nouns.ts";

/**
 * Somebody is named as doing what the evidence tells in sentences that are another's: the sentences that are theirs, as
 * speaker or by name, have less than half of the words of the act that one of the others has.
 */
export const actorIsOfAnother: Look = (sentence, book) => {
  const units = comparable(sentence);
  if (units.length < 2) return [];
  return sentence.acts.flatMap((act) => {
    const { actor } = act;
    if (actor === undefined || isVague(actor)) return [];
    const clauses = [act.clause, ...contentOf(act, sentence)];
    const quoted = sentence.scanned.quotations
      .filter(({ start }) => act.clause.start <= start && start < act.clause.end)
      .flatMap(({ words }) => contentWords(words, sentence.grammars));
    const words = [...contentIn(wordsOf(clauses), sentence, book), ...quoted];
    const own = units.filter((unit) => isTheirs(actor, unit, book));
    const [mine, other] = [
      best(words, own),
      best(
        words,
        units.filter((unit) => !own.includes(unit)),
      ),
    ];
    const isSided = units.every(({ label }) => label !== "");
    return (own.length > 0 || isSided) && other >= 2 && mine * 2 < other
      ? [at(LookCode.ENTRIES_CROSSED, act.verb)]
      : [];
  });
};

const isVague = (actor: Actor): boolean => actor.by === "pronoun" && actor.means === "other";

/** Words that they speak, or that name them. */
const isTheirs = (actor: Actor, unit: Unit, book: Book): boolean => {
  const { cast } = book;
  const meant = cast.sideOfActor(actor);
  const { source, label, text } = unit;
  const words = new Set(wordsIn(text).map(({ folded }) => folded));
  // Under a heading of one side stands what that side says.
  if (label !== "" && meant !== undefined) return cast.roleOf(label) === meant;
  const spoken = source.isDocument ? cast.sideOfSpeaker(source.speaker) : PartyRole.AUTHOR;
  if (label === "" && speaks(actor, unit, spoken, book)) return true;
  if (actor.by === "name") return isNamedIn(actor.names, fold(text));
  if (actor.by === "role" && actor.noun.split(" ").some((noun) => [...words].some((word) => word.startsWith(noun))))
    return true;
  if (meant === undefined) return false;
  if (cast.namesOf(meant).some((name) => isNamedIn(name, fold(text)))) return true;
  if (wordsIn(text).some((word) => cast.roleOf(word.text) === meant)) return true;
  const isTwoSided = [meant, spoken].every((side) => side === PartyRole.AUTHOR || side === PartyRole.OPPONENT);
  return isTwoSided && meant !== spoken && addresses.some((word) => words.has(word));
};

const addresses = "u uw je jij jou jullie wij we ons you your us".split(" ");

const speaks = (actor: Actor, { source }: Unit, spoken: PartyRole | undefined, { cast }: Book): boolean => {
  if (actor.by === "name") {
    if (isNamedIn(actor.names, source.speaker)) return true;
    const party = cast.partyNamed(actor.names);
    return (
      party !== undefined &&
      (party === cast.partyOfSpeaker(source.speaker) || (cast.isFirm(party) && spoken === cast.sideOfActor(actor)))
    );
  }
  const meant = cast.sideOfActor(actor);
  return spoken !== undefined && meant === spoken;
};
