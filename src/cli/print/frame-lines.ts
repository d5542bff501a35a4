import { isDay } from "#kit/day.ts";
import { textIn } from "#kit/localised.ts";
import { type MemoFrame, MemoFrameSchema } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import type { LocalisedText, WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { dateInWords, wordsOf } from "../../export/words.ts";
import type { ItemPhrase, PageSpeech } from "../../words/page-speech.ts";
import { oneLine } from "../text/plain.ts";

/** A day as people write it; in English as the wire has it. */
export const dayText = (iso: string, { locale }: PageSpeech): string =>
  locale === "en" ? iso : dateInWords(iso, wordsOf(locale)) || iso;

/** The fields of the frame as they are called, in its order. */
const frameWords: readonly (readonly [keyof MemoFrame, ItemPhrase])[] = [
  ["place", "place: {1}"],
  ["date", "date: {1}"],
  ["sender", "from: {1}"],
  ["addressee", "to: {1}"],
  ["subject", "subject: {1}"],
  ["theirReference", "your reference: {1}"],
  ["salutation", "salutation: {1}"],
  ["closing", "closing: {1}"],
  ["signature", "signature: {1}"],
  ["term", "term: {1}"],
  ["enclosures", "enclosures: {1}"],
];

/** What stands around a letter, a line for each field that says something; the profile's own lines last, under their labels. */
export const frameLines = (
  frame: MemoFrame | undefined,
  speech: PageSpeech,
  profile: Pick<WorkflowProfile, "frame"> | undefined,
): string[] => [
  ...frameWords.flatMap(([field, name]) => {
    const said = saidIn(frame, field, speech);
    return said === "" ? [] : [speech.phrase(name, said)];
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

const saidIn = (frame: MemoFrame | undefined, field: keyof MemoFrame, speech: PageSpeech): string => {
  const value = (frame?.[field] ?? "") as string | readonly string[];
  const said = oneLine(typeof value === "string" ? value : value.join("; "), 200);
  return isDay(said) ? dayText(said, speech) : said;
};
