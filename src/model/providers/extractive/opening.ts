import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { dateIn, writtenDate } from "./dates.ts";
import { inLocale, type Locale, localeOf } from "./prose.ts";

/** The last sentence of a memo. */
export const closings: Readonly<Record<Locale, string>> = {
  nl: "Ik licht dit stuk desgewenst graag toe.",
  en: "I will gladly explain this document where needed.",
};

/** The memo's title, where its run has none: what it answers, and of a request to UWV what it is. No other profile's name is a subject. */
export const titleOf = (context: TurnContext): string => {
  if ((context.run?.title ?? "") !== "") return "";
  const locale = localeOf(context);
  if (context.intent?.audience === "uwv") return inLocale(context.profile?.title ?? [], locale);
  if (context.profile?.profileId !== "email-reply") return "";
  const date = answeredDate(context);
  if (locale === "nl") return date === "" ? "Reactie op uw bericht" : `Reactie op uw bericht van ${date}`;
  return date === "" ? "Reply to your message" : `Reply to your message of ${date}`;
};

/** The opening names the date of the letter where the goal does and a pinned document is of that day: the goal is no evidence. */
export const openingOf = (context: TurnContext): string => {
  const locale = localeOf(context);
  const date = answeredDate(context);
  if (context.profile?.profileId !== "email-reply")
    return locale === "nl"
      ? "Hieronder zet ik de feiten en hun bronnen uiteen."
      : "Below I set out the facts and their sources.";
  if (locale === "nl")
    return date === "" ? "Hierbij reageer ik op uw bericht." : `Hierbij reageer ik op uw bericht van ${date}.`;
  return date === "" ? "I write in reply to your message." : `I write in reply to your message of ${date}.`;
};

const answeredDate = (context: TurnContext): string => {
  const day = dateIn(context.intent?.goal ?? "", context.run?.referenceDate ?? "") ?? "";
  const isPinned = (context.evidenceSet?.entries ?? []).some(
    ({ pinned, candidate }) => pinned && day !== "" && candidate?.occurredAtIso.startsWith(day),
  );
  return isPinned ? writtenDate(day, localeOf(context)) : "";
};
