import { wordsOf } from "#kit/lexicon.ts";
import { type Party, PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { type Act, type Actor, actsOf, sayingIn } from "./acts.ts";
import { clausesOf } from "./clauses.ts";
import { wordsIn } from "./language/words.ts";
import { type Cast, type Side, sideOf } from "./parties.ts";
import { withPartyNouns } from "./party-nouns.ts";
import type { Source } from "./source.ts";
import { isNamedIn } from "./support.ts";
import type { Token } from "./tokens/token.ts";
import { type Unit, unitsOf } from "./units.ts";

/** An act that the words of an entry tell, with the sentence of it. Its places are those of the unit's text. */
export interface Told {
  readonly act: Act;
  readonly unit: Unit;
  /** The words tell that it was not done. */
  readonly isDenied: boolean;
  readonly dates: readonly Extract<Token, { kind: "date" }>[];
}

const remembered = new WeakMap<Source, readonly Told[]>();

/** The acts that an entry's words tell; each entry, which is one memo's, is read once. */
export const toldIn = (source: Source, cast: Cast): readonly Told[] => {
  const found = remembered.get(source) ?? unitsOf(source).flatMap((unit) => toldOf(unit, cast));
  remembered.set(source, found);
  return found;
};

const toldOf = (unit: Unit, cast: Cast): Told[] => {
  const { grammar, text } = unit;
  if (grammar === undefined) return [];
  const tokens = withPartyNouns(unit.tokens, text, cast);
  const clauses = clausesOf(text, grammar);
  const acts = actsOf(clauses, grammar, tokens);
  const said = clauses
    .filter(({ start }) => !acts.some(({ clause }) => clause.start === start))
    .flatMap((clause) => sayingIn(clause, grammar, tokens) ?? []);
  return [...acts, ...said].map((act) => ({
    act,
    unit,
    isDenied: act.clause.words.some(({ folded }) => grammar.negations.has(folded)),
    dates: tokens.flatMap((token) =>
      token.kind === "date" && act.from <= token.start && token.end <= act.clause.end ? [token] : [],
    ),
  }));
};

/** Somebody as far as the record tells who it is; nothing known: anybody. */
export interface Who {
  readonly side: Side;
  /** Id of the party; empty: not known, or a side as a whole. */
  readonly party: string;
  /** Name as the words have it; empty: none. */
  readonly names: readonly string[];
  /** A party that it is certainly not: whoever speaks of `hij` speaks of somebody else. */
  readonly isNot?: Party;
}

const anybody: Who = { side: undefined, party: "", names: [] };

/** Whom a sentence of the memo means. */
export const whoActs = (actor: Actor, cast: Cast): Who => {
  const side = cast.sideOfActor(actor);
  if (actor.by === "pronoun") return { ...anybody, side };
  const names = actor.by === "name" ? actor.names : actor.noun.split(" ");
  const party = cast.partyNamed(names);
  const isOne = party !== undefined && !cast.isFirm(party);
  return { side, party: isOne ? party.partyId : "", names: actor.by === "name" && party === undefined ? names : [] };
};

/** Whom the words of an entry mean: `ik` is who speaks there, `u` the other of the two sides. */
export const whoIsTold = (actor: Actor, { source, label }: Unit, cast: Cast): Who => {
  const labelled = label === "" ? undefined : cast.roleOf(label);
  const speaker = source.isDocument ? cast.partyOfSpeaker(source.speaker) : undefined;
  const spoken = label !== "" ? labelled : source.isDocument ? cast.sideOfSpeaker(source.speaker) : PartyRole.AUTHOR;
  if (actor.by !== "pronoun") return whoActs(actor, cast);
  if (actor.means === "author")
    return { ...anybody, side: known(spoken), party: label === "" && speaker ? speaker.partyId : "" };
  if (actor.means === "addressee") {
    const party = addresseeOf(source, cast);
    if (party !== undefined) return { ...anybody, side: sideOf(party), party: cast.isFirm(party) ? "" : party.partyId };
    return { ...anybody, side: spoken === PartyRole.OPPONENT ? PartyRole.AUTHOR : undefined };
  }
  if (/^(?:wij|we)$/u.test(actor.at.folded)) return { ...anybody, side: known(spoken) };
  return label === "" && speaker && isThirdPerson.test(actor.at.folded) ? { ...anybody, isNot: speaker } : anybody;
};

/** `u` of a letter or mail from one to one other: the one it speaks to. Words that it quotes speak to somebody else. */
const addresseeOf = ({ isDocument, speaker, participants, signers }: Source, cast: Cast): Party | undefined => {
  // Whoever signs with a function stands there once more with it, as does whoever signs for a desk.
  const [other = "", ...more] = participants
    .slice(1)
    .filter((one) => !one.startsWith(`${speaker}, `) && !signers.includes(one));
  if (!isDocument || participants[0] !== speaker || other === "" || more.length > 0) return undefined;
  const called = wordsIn(other.replace(/<[^>]*>/u, "")).map(({ folded }) => folded);
  const names = called.filter((word) => !titles.has(word));
  return cast.partyOfSpeaker(other) ?? (names.length > 0 ? cast.partyNamed(names) : undefined);
};
const titles = wordsOf("nl en", "salutation");

/** Pronouns for somebody who neither speaks nor is spoken to. */
export const isThirdPerson = /^(?:hij|zij|ze|he|she|they)$/u;

const known = (side: Side): Side => (side === PartyRole.UNSPECIFIED ? undefined : side);

/** Whether the first is certainly the other: a person is not whoever else stands on a side. */
export const isSame = (one: Who, other: Who): boolean =>
  one.party === "" ? one.side !== undefined && one.side === other.side : one.party === other.party;

/** The author as `ik` has no party's id, but only one party is the author. */
const isExcluded = ({ isNot }: Who, { party, side, names }: Who): boolean =>
  isNot !== undefined &&
  (party === isNot.partyId ||
    (party === "" && names.length === 0 && side === PartyRole.AUTHOR && isNot.role === PartyRole.AUTHOR));

/** Whether two are certainly not the same: where nothing is known they may be. */
export const isAnother = (one: Who, other: Who): boolean => {
  if (one.party !== "" && other.party !== "") return one.party !== other.party;
  if (isExcluded(one, other) || isExcluded(other, one)) return true;
  if (one.side !== undefined && other.side !== undefined && one.side !== other.side) return true;
  if (one.names.length > 0 && other.names.length > 0)
    return !isNamedIn(one.names, other.names.join(" ")) && !isNamedIn(other.names, one.names.join(" "));
  // Somebody by a name that no party has is no party.
  return (one.names.length > 0 && other.party !== "") || (other.names.length > 0 && one.party !== "");
};
