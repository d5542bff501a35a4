import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import { type Act, type Actor, behind } from "./acts.ts";
import { clausesOf } from "./clauses.ts";
import { type Grammar, hasStem, type Tongue } from "./language/grammar.ts";
import { hasKin, kin } from "./language/kin.ts";
import { isContractSide } from "./language/roles.ts";
import { grammarOf } from "./language/tongue.ts";
import { fold, wordsIn } from "./language/words.ts";
import type { Cast, Side } from "./parties.ts";
import type { Source } from "./source.ts";
import { isNamedIn, saysDayInWords, saysToken } from "./support.ts";
import type { Token } from "./tokens/token.ts";
import { isAnother, isSame, isThirdPerson, toldIn, whoActs, whoIsTold } from "./told.ts";
import { type Unit, unitsOf } from "./units.ts";

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
  /** Follows from several entries by counting: of none alone. */
  isDerived(token: Token): boolean;
  readonly tongue: Tongue | undefined;
  readonly grammars: readonly Grammar[];
  /** Content words of what the act says, where a clause behind it tells that. */
  contentOf(act: Act): readonly string[];
  /** Words of the confirmed claims that the entry stands under. */
  claimWords(source: Source): ReadonlySet<string>;
}

/** What of the act one entry carries. What somebody heard was said by whom it came from. */
export const carries = (found: Act, source: Source, context: ActContext): Carried => {
  const act = asSaid(found, context);
  const within = context.tokens.filter(({ start, end }) => act.from <= start && end <= act.clause.end);
  return {
    actor: actorFits(act, source, context),
    // "According to her it was there on 1 September": a day that stands with an attribution is one of what is said.
    day: within.every(
      (token) =>
        (isAttribution(found, context) && saysToken(source, token)) ||
        !isActDay(token, act, context.text) ||
        isDayOf(token, act, source, context),
    ),
    tokens: within.every(
      (token) =>
        token.kind === "role" || isFree(token, context.cast) || context.isDerived(token) || saysToken(source, token),
    ),
  };
};

/** Told by `volgens` and a name, without a verb. */
const isAttribution = ({ verb }: Act, { tokens }: ActContext): boolean =>
  tokens.some(({ kind, start }) => (kind === "name" || kind === "role") && start === verb.start);

const isFree = (token: Token, cast: Cast): boolean => token.kind === "name" && cast.isName(token.names);

/** Who acts must be who speaks in the entry, or whom its words name as doing it. */
export const actorFits = (act: Act, source: Source, context: ActContext): boolean => {
  const { actor } = act;
  if (actor === undefined || (actor.by === "pronoun" && actor.means === "other")) return true;
  if (isReceived(act, context)) return true;
  if (source.isLaw) return isCourt(actor, source, context.cast) || isMentioned(actor, source, undefined, context.cast);
  const { cast } = context;
  const spoken = source.isDocument ? cast.sideOfSpeaker(source.speaker) : PartyRole.AUTHOR;
  if (isSpeaker(actor, source, spoken, cast)) return true;
  // What the author did is told by papers of others about the author; what the author said is not.
  if (!act.isSpeech && cast.sideOfActor(actor) === PartyRole.AUTHOR) return true;
  const writes = context.grammars.some(({ authorship }) => hasStem(act.verb.folded, authorship));
  if (isToldOf(actor, act, source, context, writes)) return true;
  const isTold = act.isSpeech ? isToldToSpeak(actor, act, source, context) : true;
  if (!writes && isTold && isMentioned(actor, source, spoken, cast)) return true;
  if (actor.by === "name") return source.speaker === "" && source.namings.some((text) => isNamedIn(actor.names, text));
  // Nothing is known against it: an entry whose speaker no party is has its look on its binding.
  if (spoken === undefined || cast.sideOfActor(actor) === undefined)
    return actor.by === "pronoun" || source.tongue !== context.tongue || isKnownRole(actor, source, context);
  return false;
};

/** Words and things come from somebody: `kreeg … van`, `heard from`. */
const isReceived = ({ verb }: Act, { grammars }: ActContext): boolean =>
  grammars.some(({ receiving }) => hasStem(verb.folded, receiving));

/** "Ik kreeg op 2 april van haar te horen dat …" is "zij zei op 2 april dat …". */
const asSaid = (act: Act, context: ActContext): Act => {
  if (!isReceived(act, context)) return act;
  const isHeard =
    hearing.test(act.verb.folded) || act.clause.words.some(({ folded }) => /^(?:horen|lezen|weten)$/u.test(folded));
  const giver = isHeard ? giverIn(act, context) : undefined;
  const verb = { ...act.verb, folded: context.tongue === "en" ? "said" : "zei" };
  return giver === undefined ? act : { ...act, verb, actor: giver, isSpeech: true };
};
const hearing = /^(?:vernam|vernomen|vernamen|hoorde|gehoord|heard|learn)/u;

const giverIn = ({ clause }: Act, { tokens, grammars }: ActContext): Actor | undefined =>
  grammars.map((grammar) => behind(clause, /^(?:van|from)$/u, grammar, tokens)).find((one) => one !== undefined);

/**
 * The words tell an act of the same kind, and of this very actor, whatever they call them. `isSameVerb`: by the same verb, as whoever
 * wrote or sent something did not only say it.
 */
const isToldOf = (actor: Actor, said: Act, source: Source, context: ActContext, isSameVerb: boolean): boolean => {
  const { cast } = context;
  const who = whoActs(actor, cast);
  return toldIn(source, cast).some(
    ({ act, unit, isDenied }) =>
      act.isSpeech === said.isSpeech &&
      (!isSameVerb || kin(act.verb.folded, said.verb.folded)) &&
      (!isDenied || isNegated(said, context)) &&
      isOfContent(unit, said, source, context) &&
      act.actor !== undefined &&
      isSame(who, whoIsTold(act.actor, unit, cast)),
  );
};

const isNegated = ({ clause }: Act, { grammars }: ActContext): boolean =>
  clause.words.some(({ folded }) => grammars.some(({ negations }) => negations.has(folded)));

/** A sentence of the evidence has a word of what was said, where that is told in a clause of its own. */
const isOfContent = (unit: Unit, said: Act, source: Source, { tongue, contentOf }: ActContext): boolean => {
  const content = tongue === source.tongue ? contentOf(said) : [];
  return content.length === 0 || content.some((word) => hasKin(word, unit.words));
};

/**
 * Whether the words of somebody else tell that this actor said something: who is only named there, in copy or spoken to
 * has not spoken. Minutes and forms put what each side says under its role.
 */
const isToldToSpeak = (actor: Actor, said: Act, source: Source, context: ActContext): boolean => {
  const { cast } = context;
  const who = whoActs(actor, cast);
  return (
    toldIn(source, cast).some(
      ({ act, unit, isDenied }) =>
        act.isSpeech &&
        (!isDenied || isNegated(said, context)) &&
        isOfContent(unit, said, source, context) &&
        (act.actor === undefined || !isAnother(who, whoIsTold(act.actor, unit, cast))),
    ) ||
    unitsOf(source).some(({ label }) => label !== "" && (who.side === undefined || cast.roleOf(label) === who.side))
  );
};

const isCourt = (actor: Actor, source: Source, cast: Cast): boolean =>
  actor.by === "role"
    ? cast.roleOf(actor.noun) === PartyRole.COURT
    : actor.by === "name" && source.namings.some((text) => isNamedIn(actor.names, text));

/** A person is not another one of the same side; a firm is whoever writes for it. */
const isSpeaker = (actor: Actor, source: Source, spoken: Side, cast: Cast): boolean => {
  const meant = cast.sideOfActor(actor);
  if (actor.by !== "name") return spoken !== undefined && meant === spoken;
  if ([source.speaker, ...source.signers].some((one) => isNamedIn(actor.names, one))) return true;
  const party = cast.partyNamed(actor.names);
  if (party === undefined) return false;
  return (
    party === cast.partyOfSpeaker(source.speaker) || (cast.isFirm(party) && spoken !== undefined && spoken === meant)
  );
};

/** A title that the confirmed claim gives, or that stands with the speaker, also in the signature below a letter. */
const isKnownRole = (actor: Actor, source: Source, { claimWords, cast }: ActContext): boolean => {
  if (actor.by !== "role") return false;
  if (isContractSide(actor.noun)) return true;
  const signed = source.participants.filter((one) => source.speaker !== "" && one.startsWith(`${source.speaker}, `));
  const own = [source.speaker, source.title, ...signed].join(" ");
  const known = [...claimWords(source), ...wordsIn(own).map(({ folded }) => folded)];
  if (source.speaker === "" && actor.noun.split(" ").every((word) => hasKin(word, source.words))) return true;
  return cast.sideOfActor(actor) === undefined
    ? actor.noun.split(" ").every((word) => hasKin(word, known))
    : source.speaker === "" || cast.partyOfSpeaker(source.speaker) === undefined;
};

/** Whether the entry's own words speak of this actor: by name, by role, or as `u` and `ik` from one side to the other. */
const isMentioned = (actor: Actor, source: Source, spoken: Side, cast: Cast): boolean => {
  const said = wordsIn(source.said).map(({ folded }) => folded);
  // "Zij zei …": whom the words mean by a pronoun is named in front of them.
  const before = said.some((word) => isThirdPerson.test(word)) ? (source.entry.span?.shownBefore ?? "") : "";
  if (actor.by === "name" && isNamedIn(actor.names, fold(`${before} ${source.said} ${source.title}`))) return true;
  if (actor.by === "role" && actor.noun.split(" ").every((word) => said.some((one) => one.startsWith(word))))
    return true;
  const meant = cast.sideOfActor(actor);
  if (meant === undefined) return false;
  const named = fold(`${before} ${source.said}`);
  if (cast.namesOf(meant).some((name) => isNamedIn(name, named))) return true;
  const namedWords = new Set(wordsIn(named).map(({ folded }) => folded));
  if (cast.firstNamesOf(meant).some((name) => namedWords.has(name))) return true;
  if (said.some((word) => cast.roleOf(word) === meant)) return true;
  // The words speak to somebody as `u`, and of their speaker as `ik`: whose words they are decides who that is.
  const isTwoSided = [meant, spoken].every((side) => side === PartyRole.AUTHOR || side === PartyRole.OPPONENT);
  return (
    isTwoSided &&
    meant !== spoken &&
    said.some((word) => /^(?:u|uw|je|jij|jou|jullie|you|your|we|wij|ons|us)$/u.test(word))
  );
};

const dayLead =
  /(?:^|[^\p{L}])(?:op|on|d\.?d\.?|dated?|gedateerd|zondag|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|(?:sun|mon|tues|wednes|thurs|fri|satur)day,?)\s*$/iu;
const namesDocument =
  /(?:brief|mail|e-mail|bericht|schrijven|verslag|advies|letter|message|email|report|reply|antwoord|besluit|oordeel|sms|app)\s+(?:van|of|d\.?d\.?|dated)\s*(?:\p{L}+dag\s+)?$/iu;

const monthLead = /(?:^|[^\p{L}])(?:in|begin|eind|medio|half|early|late|mid)[\s-]+(?:de\s+maand\s+)?$/iu;

/** Whether a day is the day of the act, rather than one that its content names ("per 1 januari"). */
const isActDay = (token: Token, act: Act, text: string): boolean => {
  if (token.kind !== "date") return false;
  const before = text.slice(Math.max(act.from, token.start - 40), token.start);
  return (
    namesDocument.test(before) ||
    dayLead.test(before) ||
    (act.isSpeech && token.day.day === undefined && monthLead.test(before)) ||
    token.start < act.clause.start ||
    (act.isSpeech && before.trim() === "")
  );
};

/**
 * The day of a document is that of saying its words. What they tell to have happened, and what was done otherwise than by
 * words, has its day in the words; a statement of the author has all its days there.
 */
const isDayOf = (token: Token, act: Act, source: Source, context: ActContext): boolean => {
  if (token.kind !== "date") return true;
  const before = context.text.slice(Math.max(act.from, token.start - 40), token.start);
  const isOwn = saysDayInWords(namesDocument.test(before) ? source.ownDays : source.spokenDays, [], token.day);
  // What was not done, or had been done, by a day is told of that day.
  const isAsOf =
    act.isState ||
    act.clause.words.some(({ folded }) => /^(?:niet|geen|nog|al|had|hadden|not|yet|already)$/u.test(folded)) ||
    // Dutch "was toegezegd" had been done by then; English "was promised" was done then.
    (context.tongue === "nl" && act.clause.words.some(({ folded }) => /^(?:was|waren)$/u.test(folded)));
  const isSaid = act.isSpeech || isReceived(act, context);
  if (isOwn && (namesDocument.test(before) || isAsOf || (isSaid && !tellsAsPast(act, source, context)))) return true;
  if (namesDocument.test(before)) return source.ownDays.length === 0 && saysToken(source, token);
  if (act.isSpeech && source.isDocument && source.tongue !== undefined && source.spokenDays.length > 0)
    return isSaidOn(token, act, source, context);
  return (
    saysDayInWords(source.saidDays, source.ownDays, token.day) ||
    (source.ownDays.length === 0 && saysToken(source, token))
  );
};

/** The words tell that something was said on that day, by this actor as far as they tell who: no other day in them is one of saying. */
const isSaidOn = ({ day }: DateToken, said: Act, source: Source, context: ActContext): boolean => {
  const { cast } = context;
  return toldIn(source, cast).some(
    ({ act, unit, dates }) =>
      act.isSpeech &&
      dates.some((one) => saysDayInWords([one.day], source.ownDays, day)) &&
      isOfContent(unit, said, source, context) &&
      (said.actor === undefined ||
        act.actor === undefined ||
        !isAnother(whoActs(said.actor, cast), whoIsTold(act.actor, unit, cast))),
  );
};

type DateToken = Extract<Token, { kind: "date" }>;

/** Words that put something at another time than that of speaking. */
const hasOtherTime =
  /(?<!\p{L})(?:vorige?|eerder|destijds|toen|geleden|gisteren|indertijd|afgelopen|last|earlier|previously|ago|yesterday|then|januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|january|february|march|may|june|july|august|october)(?!\p{L})/u;

/** Whether the words tell the same act as one that was done before: "ik heb je dat vorig jaar toegezegd". */
const tellsAsPast = (act: Act, source: Source, { contentOf }: ActContext): boolean => {
  const grammar = source.tongue && grammarOf[source.tongue];
  if (grammar === undefined || /(?<!\p{L})(?:hierbij|bij dezen|hereby|herewith)(?!\p{L})/iu.test(source.said))
    return false;
  const content = contentOf(act);
  return clausesOf(source.said, grammar).some(
    ({ words }) =>
      (content.length === 0 || words.some(({ folded }) => hasKin(folded, content))) &&
      hasOtherTime.test(words.map(({ folded }) => folded).join(" ")) &&
      words.some(
        ({ folded }, at) =>
          kin(folded, act.verb.folded) &&
          (grammar.isParticiple(folded, words[at - 1]?.folded ?? "") ||
            grammar.isPast(folded) ||
            grammar.mayBePast(folded)),
      ),
  );
};
