import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { searchClaim } from "../../prose-signs.ts";
import type { FinalParts } from "./answer-parts.ts";
import { copy } from "./copy.ts";
import { dateIn } from "./dates.ts";
import { partiesFrom } from "./parties.ts";
import { asWritten, localeOf, plain, sentence, unquoted } from "./prose.ts";

/**
 * INTENT_SEED: takes the user's words as the goal where there is none yet, and says them back; asks for what is missing.
 */
export const answerIntent = (context: TurnContext): FinalParts => {
  const locale = localeOf(context);
  const known = context.intent?.goal ?? "";
  const goal = known.trim() !== "" ? known : context.userPrompt;
  if (goal.trim() === "") return { message: copy.noGoal[locale], missing: [copy.askGoal[locale]] };
  const parts = { message: messageFor(goal, context), missing: missingFor(goal, context) };
  return { ...parts, ...(known.trim() === "" ? proposalFor(context) : partiesFor(context)) };
};

const proposalFor = (context: TurnContext): Pick<FinalParts, "proposal"> => {
  const goal = asWritten(context.userPrompt.trim(), 8000);
  const value = { goal, locale: localeOf(context), parties: partiesFrom(context) };
  return goal === "" ? {} : { proposal: { case: "intentSeed", value } };
};

/** The intent as it is, with the people of the pinned mail beside it, where it knows nobody yet. */
const partiesFor = (context: TurnContext): Pick<FinalParts, "proposal"> => {
  const { intent } = context;
  const parties = partiesFrom(context);
  if (!intent || intent.parties.length > 0 || parties.length === 0) return {};
  const { goal, tone, sections, audience, locale, referenceDate } = intent;
  // A person may write what no answer of a model may hold: then the people wait for a person too.
  if ([goal, tone, ...sections].some((text) => asWritten(text, 8000) !== text)) return {};
  return {
    proposal: { case: "intentSeed", value: { goal, tone, sections, audience, locale, referenceDate, parties } },
  };
};

/** Says the goal back, unless the words could be taken for a statement of ours about sources. */
const messageFor = (goal: string, context: TurnContext): string => {
  const locale = localeOf(context);
  const words = unquoted(plain(goal, 1000));
  if (words === "" || searchClaim(words) || words.includes("toolres:")) return copy.intentPlain[locale];
  return copy.intent[locale](sentence(words));
};

/** A reply to a letter wants its date: by it the letter can be looked up. */
const missingFor = (goal: string, context: TurnContext): string[] => {
  const aboutLetter = /\b(?:brief|letter|mail|e-mail)\b/iu.test(goal);
  const dated = dateIn(goal, context.run?.referenceDate || "9999-12-31") !== undefined;
  return aboutLetter && !dated ? [copy.askDate[localeOf(context)]] : [];
};
