import { textIn } from "#kit/localised.ts";
import { writtenDay } from "#kit/months.ts";
import type { MemoFrame } from "../../../../gen/pincite/memo/v1/letter_pb.ts";
import type { LocalisedText } from "../../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { dateIn } from "./dates.ts";
import { localeOf } from "./prose.ts";
import { entryOf } from "./slot-views.ts";

/** The last sentence of a memo; empty: its profile has none. */
export const endingOf = (context: TurnContext): string =>
  textIn(context.profile?.frame?.ending ?? [], localeOf(context));

/**
 * The memo's title: what the profile calls a memo for this reader. Empty: it calls it nothing, or its run has a name and the memo is no
 * letter. The name of a run is for its lists: nobody who is written to knows it.
 */
export const titleOf = (context: TurnContext): string => {
  const { profile, intent } = context;
  const reader = profile?.readers.find(({ name }) => name === intent?.audience);
  const isLetter = reader?.isLetter === true || goesToSomebody(intent?.frame);
  if ((context.run?.title ?? "") !== "" && !isLetter) return "";
  const own = textIn(reader?.subject ?? [], localeOf(context));
  return own !== "" ? own : dayed(context, profile?.frame?.subject, profile?.frame?.subjectOfDay);
};

/** A memo is a letter too where somebody said from whom and to whom, as the letter that it answers does. */
const goesToSomebody = (frame: MemoFrame | undefined): boolean =>
  (frame?.sender.length ?? 0) > 0 || (frame?.addressee.length ?? 0) > 0;

/** The opening names the day of the letter, where it is known. */
export const openingOf = (context: TurnContext): string =>
  dayed(context, context.profile?.frame?.opening, context.profile?.frame?.openingOfDay);

const dayed = (context: TurnContext, texts: LocalisedText[] = [], ofDay: LocalisedText[] = []): string => {
  const locale = localeOf(context);
  const day = answeredDate(context);
  const text = day === "" ? "" : textIn(ofDay, locale);
  return text === "" ? textIn(texts, locale) : text.replaceAll("{day}", day);
};

/** The day of the letter that is answered; without one, the day that the goal names, where a pinned document is of that day. */
const answeredDate = (context: TurnContext): string => {
  const letter = entryOf(context, context.run?.answeredLetter?.evidenceId ?? "")?.candidate;
  const own = letter?.occurredAtIso.slice(0, 10) ?? "";
  if (own !== "") return writtenDay(own, localeOf(context));
  const day = dateIn(context.intent?.goal ?? "", context.run?.referenceDate ?? "") ?? "";
  const isPinned = (context.evidenceSet?.entries ?? []).some(
    ({ pinned, candidate }) => pinned && day !== "" && candidate?.occurredAtIso.startsWith(day),
  );
  return isPinned ? writtenDay(day, localeOf(context)) : "";
};
