import type { MessageInitShape } from "@bufbuild/protobuf";
import { writtenDay } from "#kit/months.ts";
import type { EvidenceCandidate } from "../../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { PartyRole, type PartySchema } from "../../../../gen/pincite/memo/v1/party_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { searchClaim } from "../../prose-signs.ts";
import type { FinalParts } from "./answer-parts.ts";
import { dateIn } from "./dates.ts";
import { saysNothing } from "./frames.ts";
import { letterParts, letterPeople, shownLetter } from "./letter.ts";
import { asWritten, localeOf, phraseIn, plain, sentence, unquoted } from "./prose.ts";

/** INTENT_SEED: takes the user's words as the goal where there is none, says them back, asks for what is missing. */
export const answerIntent = (context: TurnContext): FinalParts => {
  const phrase = phraseIn(context);
  const known = context.intent?.goal ?? "";
  const said = context.userPrompt.trim();
  const goal = known.trim() !== "" ? known : saysNothing(said) ? letterGoal(context) || said : said;
  if (saysNothing(goal)) return { message: phrase("guide.no-goal"), missing: [phrase("guide.ask-goal")] };
  const parts = { message: messageFor(goal, context), missing: missingFor(goal, context) };
  return { ...parts, ...(known.trim() === "" ? proposalFor(context, goal) : beside(context)) };
};

/** A letter that is pinned as answered is to be answered, where nobody says more. */
const letterGoal = (context: TurnContext): string => {
  const letter = shownLetter(context);
  if (!letter) return "";
  const phrase = phraseIn(context);
  const day = writtenDay(dateIn(letter.head.day?.text ?? "", "") ?? "", localeOf(context));
  return day === "" ? phrase("guide.answer-the-letter") : phrase("guide.answer-the-letter-of", { day });
};

const proposalFor = (context: TurnContext, words: string): Pick<FinalParts, "proposal"> => {
  const goal = asWritten(words.trim(), 8000);
  const value = { goal, locale: localeOf(context), parties: partiesFrom(context), ...letterParts(context) };
  return goal === "" ? {} : { proposal: { case: "intentSeed", value } };
};

/**
 * The intent as it is, with the people of the pins and the letter taken apart beside it, where it has none of them yet or they are those of
 * another letter.
 */
const beside = (context: TurnContext): Pick<FinalParts, "proposal"> => {
  const { intent, letterReading } = context;
  const isExchanged = intent?.letterReading !== undefined && letterReading === undefined;
  const parties = intent?.parties.length && !isExchanged ? [] : partiesFrom(context);
  const letter = letterReading ? {} : letterParts(context);
  if (!intent || (parties.length === 0 && !letter.letterReading)) return {};
  const { goal, tone, sections, audience, locale, referenceDate } = intent;
  // A person may write what no answer of a model may hold: then the people wait for a person too.
  if ([goal, tone, ...sections].some((text) => asWritten(text, 8000) !== text)) return {};
  return {
    proposal: {
      case: "intentSeed",
      value: { goal, tone, sections, audience, locale, referenceDate, parties, ...letter },
    },
  };
};

/** Says the goal back, unless the words could be taken for a statement of ours about sources. */
const messageFor = (goal: string, context: TurnContext): string => {
  const phrase = phraseIn(context);
  const words = unquoted(plain(goal, 1000));
  const count = context.letterReading ? 0 : (letterParts(context).letterReading?.assertions?.length ?? 0);
  const read = count > 0 ? ` ${phrase("guide.letter-read", { count })}` : "";
  if (words === "" || searchClaim(words) || words.includes("toolres:")) return `${phrase("guide.intent-plain")}${read}`;
  return `${phrase("guide.intent", { goal: sentence(words) })}${read}`;
};

/** A reply to a letter wants its date: by it the letter can be looked up. */
const missingFor = (goal: string, context: TurnContext): string[] => {
  if (shownLetter(context)) return [];
  const aboutLetter = /\b(?:brief|letter|mail|e-mail)\b/iu.test(goal);
  const dated = dateIn(goal, context.run?.referenceDate || "9999-12-31") !== undefined;
  return aboutLetter && !dated ? [phraseIn(context)("guide.ask-date")] : [];
};

type PartyData = MessageInitShape<typeof PartySchema>;

/** At most so many are put forward: a mailing list is no list of parties. */
const partiesMax = 8;

/**
 * The people in the headers of what the user pinned, for the user to confirm or mend: who wrote the letter that is answered,
 * or else the first mail, is the other side, whom it went to first is the author, and who writes from the other side's domain
 * is taken to speak for it.
 */
const partiesFrom = (context: TurnContext): PartyData[] => {
  const answered = context.run?.answeredLetter?.evidenceId;
  const mails = (context.evidenceSet?.entries ?? [])
    .flatMap(({ pinned, candidate }) =>
      pinned && candidate?.docType === "email" && candidate.participants.length > 0 ? [candidate] : [],
    )
    .toSorted((a, b) => Number(b.evidenceId === answered) - Number(a.evidenceId === answered));
  const [letter] = mails;
  // A letter that is no mail names its people itself; headers of other pins say nothing of who writes to whom in it.
  if (answered !== undefined && letter?.evidenceId !== answered) return letterPeople(context);
  if (!letter) return [];
  const [opponent = "", author = ""] = letter.participants;
  const others = mails.flatMap(({ participants }: EvidenceCandidate) => participants);
  const rest = [...new Set(others)].filter((person) => person !== opponent && person !== author);
  const speaksFor = (person: string): PartyRole =>
    domainOf(person) !== "" && domainOf(person) === domainOf(opponent) ? PartyRole.REPRESENTATIVE : PartyRole.THIRD;
  const all: [string, PartyRole][] = [
    [author, PartyRole.AUTHOR],
    [opponent, PartyRole.OPPONENT],
    ...rest.map((person): [string, PartyRole] => [person, speaksFor(person)]),
  ];
  return all.flatMap(([person, role]) => partyOf(person, role)).slice(0, partiesMax);
};

const header = /^(?<name>[^<]*)<(?<address>[^<>\s@]+@[^<>\s@]+)>$/u;

const addressOf = (person: string): string =>
  header.exec(person)?.groups?.address ?? (/^[^\s<>@]+@[^\s<>@]+$/u.test(person) ? person : "");

const domainOf = (person: string): string => addressOf(person).split("@")[1]?.toLowerCase() ?? "";

const partyOf = (person: string, role: PartyRole): PartyData[] => {
  const address = addressOf(person);
  const name = asWritten((header.exec(person)?.groups?.name ?? person).trim(), 120) || address;
  if (name === "" || address.length > 254 || name.length > 120) return [];
  return [{ names: [name], addresses: address === "" ? [] : [address], role }];
};
