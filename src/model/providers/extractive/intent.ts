import { writtenDay } from "#kit/months.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { searchClaim } from "../../prose-signs.ts";
import type { FinalParts } from "./answer-parts.ts";
import { copy } from "./copy.ts";
import { dateIn } from "./dates.ts";
import { saysNothing } from "./frames.ts";
import { letterParts, shownLetter } from "./letter.ts";
import { partiesFrom } from "./parties.ts";
import { asWritten, localeOf, plain, sentence, unquoted } from "./prose.ts";

/**
 * INTENT_SEED: takes the user's words as the goal where there is none yet, and says them back; asks for what is missing.
 */
export const answerIntent = (context: TurnContext): FinalParts => {
  const locale = localeOf(context);
  const known = context.intent?.goal ?? "";
  const said = context.userPrompt.trim();
  const goal = known.trim() !== "" ? known : saysNothing(said) ? letterGoal(context) || said : said;
  if (saysNothing(goal)) return { message: copy.noGoal[locale], missing: [copy.askGoal[locale]] };
  const parts = { message: messageFor(goal, context), missing: missingFor(goal, context) };
  return { ...parts, ...(known.trim() === "" ? proposalFor(context, goal) : beside(context)) };
};

/** A letter that is pinned as answered is to be answered, where nobody says more. */
const letterGoal = (context: TurnContext): string => {
  const letter = shownLetter(context);
  if (!letter) return "";
  const locale = localeOf(context);
  return copy.answerLetter[locale](writtenDay(dateIn(letter.head.day?.text ?? "", "") ?? "", locale));
};

const proposalFor = (context: TurnContext, words: string): Pick<FinalParts, "proposal"> => {
  const goal = asWritten(words.trim(), 8000);
  const value = { goal, locale: localeOf(context), parties: partiesFrom(context), ...letterParts(context) };
  return goal === "" ? {} : { proposal: { case: "intentSeed", value } };
};

/** The intent as it is, with the people of the pins and the letter taken apart beside it, where it has none of them yet. */
const beside = (context: TurnContext): Pick<FinalParts, "proposal"> => {
  const { intent, letterReading } = context;
  const parties = intent?.parties.length ? [] : partiesFrom(context);
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
  const locale = localeOf(context);
  const words = unquoted(plain(goal, 1000));
  const count = context.letterReading ? 0 : (letterParts(context).letterReading?.assertions?.length ?? 0);
  const read = count > 0 ? ` ${copy.letterRead[locale](count)}` : "";
  if (words === "" || searchClaim(words) || words.includes("toolres:")) return `${copy.intentPlain[locale]}${read}`;
  return `${copy.intent[locale](sentence(words))}${read}`;
};

/** A reply to a letter wants its date: by it the letter can be looked up. */
const missingFor = (goal: string, context: TurnContext): string[] => {
  if (shownLetter(context)) return [];
  const aboutLetter = /\b(?:brief|letter|mail|e-mail)\b/iu.test(goal);
  const dated = dateIn(goal, context.run?.referenceDate || "9999-12-31") !== undefined;
  return aboutLetter && !dated ? [copy.askDate[localeOf(context)]] : [];
};
