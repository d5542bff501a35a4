import type { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import type { Act, Actor } from "./acts.ts";
import type { Tongue } from "./language/grammar.ts";
import { hasKin } from "./language/kin.ts";
import { wordsIn } from "./language/words.ts";
import type { Cast } from "./parties.ts";
import type { Source } from "./source.ts";
import { isNamedIn, saysToken } from "./support.ts";
import type { Token } from "./tokens/token.ts";

/** Whether an entry can carry this act as one: who did it, on what day, and the rest of its clause. */
export interface Carried {
  readonly actor: boolean;
  readonly day: boolean;
  readonly tokens: boolean;
}

export interface ActContext {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly cast: Cast;
  readonly tongue: Tongue | undefined;
  /** Words of the confirmed claims that the entry stands under. */
  claimWords(source: Source): ReadonlySet<string>;
}

/** What of the act one entry carries. */
export const carries = (act: Act, source: Source, context: ActContext): Carried => {
  const within = context.tokens.filter(({ start, end }) => act.clause.start <= start && end <= act.clause.end);
  return {
    actor: actorFits(act, source, context),
    day: within.every((token) => !isActDay(token, act, context.text) || isDayOf(token, act, source)),
    tokens: within.every((token) => token.kind === "role" || isFree(token, context.cast) || saysToken(source, token)),
  };
};

const isFree = (token: Token, cast: Cast): boolean => token.kind === "name" && cast.isName(token.names);

/** Who acts must be who speaks in the entry, or whom its words name as doing it. */
const actorFits = (act: Act, source: Source, { cast, claimWords, tongue }: ActContext): boolean => {
  const { actor } = act;
  if (actor === undefined || source.isLaw) return true;
  if (actor.by === "pronoun" && actor.means === "other") return true;
  const spoken = source.isDocument ? cast.sideOfSpeaker(source.speaker) : undefined;
  const meant = cast.sideOfActor(actor);
  if (actor.by === "name" && isNamedIn(actor.names, source.speaker)) return true;
  if (actor.by === "name" && isSameParty(actor.names, source, cast)) return true;
  if (actor.by !== "name" && spoken !== undefined && meant !== undefined && spoken === meant) return true;
  if (isToldOf(act, actor, source, spoken, cast)) return true;
  if (actor.by === "name") return source.speaker === "" && source.namings.some((text) => isNamedIn(actor.names, text));
  // Nothing is known against it: an entry whose speaker no party is has its look on its binding.
  if (spoken === undefined || meant === undefined)
    return actor.by === "pronoun" || source.tongue !== tongue || isKnownRole(actor, source, claimWords(source), cast);
  return false;
};

/** A person is not another one of the same side; a firm is whoever writes for it. */
const isSameParty = (names: readonly string[], source: Source, cast: Cast): boolean => {
  const party = cast.partyNamed(names);
  return party !== undefined && party === cast.partyOfSpeaker(source.speaker);
};

const isKnownRole = (actor: Actor, source: Source, claimWords: ReadonlySet<string>, cast: Cast): boolean =>
  actor.by === "role" &&
  (cast.isRole(actor.noun) ||
    actor.noun.split(" ").every((word) => hasKin(word, source.words) || hasKin(word, claimWords)));

/** Whether the entry's own words tell that this actor did it: they name the actor and have the verb. */
const isToldOf = (act: Act, actor: Actor, source: Source, spoken: PartyRole | undefined, cast: Cast): boolean => {
  const said = wordsIn(source.said).map(({ folded }) => folded);
  if (!hasKin(act.verb.folded, said) && act.isSpeech) return false;
  if (actor.by === "name") return isNamedIn(actor.names, source.said.toLowerCase());
  if (actor.by === "role") return actor.noun.split(" ").every((word) => said.some((one) => one.startsWith(word)));
  // The words speak to somebody as `u`, and of their speaker as `ik`: whose words they are decides who that is.
  const meant = cast.sideOfActor(actor);
  const second = said.some((word) => /^(?:u|uw|je|jij|jou|jullie|you|your)$/u.test(word));
  const first = said.some((word) => /^(?:ik|wij|we|mij|ons|onze|mijn|i|me|my|our|us)$/u.test(word));
  if (spoken === undefined || meant === undefined) return true;
  return spoken === meant ? first : second || said.some((word) => cast.words.includes(word));
};

const dayLead =
  /(?:^|[^\p{L}])(?:op|on|d\.?d\.?|dated?|gedateerd|zondag|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|(?:sun|mon|tues|wednes|thurs|fri|satur)day,?)\s*$/iu;
const namesDocument =
  /(?:brief|mail|e-mail|bericht|schrijven|verslag|advies|letter|message|email|report|reply|antwoord|besluit|oordeel|sms|app)\s+(?:van|of|d\.?d\.?|dated)\s*(?:\p{L}+dag\s+)?$/iu;

/** Whether a day is the day of the act, rather than one that its content names ("per 1 januari"). */
const isActDay = (token: Token, act: Act, text: string): boolean => {
  if (token.kind !== "date") return false;
  const before = text.slice(Math.max(act.clause.start, token.start - 40), token.start);
  if (namesDocument.test(before)) return true;
  if (!act.isSpeech) return false;
  return dayLead.test(before) || before.trim() === "";
};

const isDayOf = (token: Token, act: Act, source: Source): boolean => {
  if (token.kind !== "date") return true;
  const own = source.ownDays.some((day) =>
    (["year", "month", "day"] as const).every((part) => token.day[part] === undefined || day[part] === token.day[part]),
  );
  if (own) return true;
  // Words that tell of the act themselves tell its day; so does a confirmed statement.
  const tells =
    !source.isDocument ||
    hasKin(
      act.verb.folded,
      wordsIn(source.said).map(({ folded }) => folded),
    );
  return (tells || source.ownDays.length === 0) && saysToken(source, token);
};
