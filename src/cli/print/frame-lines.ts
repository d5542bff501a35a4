import type { MemoFrame } from "../../../gen/pincite/memo/v1/letter_pb.ts";
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
  ["employer", "employer: {1}"],
  ["firstDayIll", "first day of illness: {1}"],
  ["question", "question: {1}"],
];

const days = new Set<keyof MemoFrame>(["date", "firstDayIll"]);

/** What stands around a letter, a line for each field that says something. */
export const frameLines = (frame: MemoFrame | undefined, speech: PageSpeech): string[] =>
  frameWords.flatMap(([field, name]) => {
    const value = (frame?.[field] ?? "") as string | readonly string[];
    const said = oneLine(typeof value === "string" ? value : value.join("; "), 200);
    return said === "" ? [] : [speech.phrase(name, days.has(field) ? dayText(said, speech) : said)];
  });
