import { isDay } from "#kit/day.ts";
import { textIn } from "#kit/localised.ts";
import { type MemoFrame, MemoFrameSchema } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import type { LocalisedText, WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { dateInWords } from "../../export/days.ts";
import type { MessageWith, Speech } from "../../messages/speech.ts";
import { oneLine } from "../text/plain.ts";

/** A day as people write it; in English as the wire has it. */
export const dayText = (iso: string, { locale }: Speech): string => dateInWords(iso, locale) || iso;

/** The fields of the frame as they are called, in its order. */
const frameWords: readonly (readonly [keyof MemoFrame, MessageWith<"value">])[] = [
  ["place", "item.place"],
  ["date", "item.date"],
  ["sender", "item.from"],
  ["addressee", "item.to"],
  ["subject", "item.subject"],
  ["theirReference", "item.your-reference"],
  ["ownReference", "item.own-reference"],
  ["salutation", "item.salutation"],
  ["closing", "item.closing"],
  ["signature", "item.signature"],
  ["term", "item.term"],
  ["enclosures", "item.enclosures"],
];

/** What stands around a letter, a line for each field that says something; the profile's own lines last, under their labels. */
export const frameLines = (
  frame: MemoFrame | undefined,
  speech: Speech,
  profile: Pick<WorkflowProfile, "frame"> | undefined,
): string[] => [
  ...frameWords.flatMap(([field, name]) => {
    const said = saidIn(frame, field, speech);
    return said === "" ? [] : [speech.phrase(name, { value: said })];
  }),
  ...(profile?.frame?.lines ?? []).flatMap(({ field, label }) => {
    const known = MemoFrameSchema.fields.find(({ name }) => name === field)?.localName;
    const said = known === undefined ? "" : saidIn(frame, known as keyof MemoFrame, speech);
    return said === "" ? [] : [`${lineLabel(label, speech.locale)}: ${said}`];
  }),
];

/** The label of a line as it stands inside a list: small, but for a name in capitals. */
export const lineLabel = (label: readonly LocalisedText[], locale: string): string =>
  textIn(label, locale).replace(/^\p{Lu}(?!\p{Lu})/u, (letter) => letter.toLowerCase());

const saidIn = (frame: MemoFrame | undefined, field: keyof MemoFrame, speech: Speech): string => {
  const value = (frame?.[field] ?? "") as string | readonly string[];
  const said = oneLine(typeof value === "string" ? value : value.join("; "), 200);
  return isDay(said) ? dayText(said, speech) : said;
};
