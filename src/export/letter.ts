import { isDay } from "#kit/day.ts";
import { letterCustom } from "#kit/letter-custom.ts";
import { textIn } from "#kit/localised.ts";
import { type MemoFrame, MemoFrameSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import type { FrameLine } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import type { Locale } from "../messages/locale.ts";
import type { Speech } from "../messages/speech.ts";
import { dateInWords } from "./days.ts";
import { framed, type Memo } from "./memo.ts";

/** What stands above the text of a letter and below it, as plain text that still has to be escaped. */
export interface Letter {
  /** Name, then address. */
  readonly sender: readonly string[];
  readonly addressee: readonly string[];
  /** `Utrecht, 15 december 2025`; either part alone where only that is known, empty where none is. */
  readonly placeAndDate: string;
  /** What it is about and what it answers: a label and its words, in order. */
  readonly references: readonly (readonly [label: string, words: string])[];
  readonly salutation: string;
  readonly closing: string;
  /** Name under the letter; empty where nobody is named. */
  readonly signature: string;
  readonly enclosures: { readonly title: string; readonly lines: readonly string[] };
}

/** The letter that a memo with so many exhibits is; undefined: nobody said from whom or to whom it goes, and it stays a memo. */
export const letterOf = (memo: Memo, speech: Speech, exhibits: number): Letter | undefined => {
  const { draft, frameLines = [] } = memo;
  const frame = framed(memo);
  if (frame === undefined) return undefined;
  const { locale, phrase } = speech;
  const customary = letterCustom(draft.locale);
  const references: (readonly [string, string])[] = [
    [phrase("memo.their-reference"), frame.theirReference],
    [phrase("memo.own-reference"), frame.ownReference],
    [phrase("memo.subject"), frame.subject || draft.title],
    ...frameLines.map((line) => lineOf(line, frame, locale)),
    [phrase("memo.answer-asked"), isOwn(frame, "term") ? frame.term : ""],
  ];
  const isSaid = frame.enclosures.length > 0 || draft.saidFrameFields.includes("enclosures");
  const enclosed =
    isSaid || exhibits === 0 ? frame.enclosures : [phrase("memo.exhibits-enclosed", { count: exhibits })];
  return {
    sender: frame.sender,
    addressee: frame.addressee,
    placeAndDate: [frame.place, dateInWords(frame.date, locale)].filter(Boolean).join(", "),
    references: references.filter(([, said]) => said !== ""),
    salutation: frame.salutation || customary.salutation,
    closing: frame.closing || customary.closing,
    signature: frame.signature || (frame.sender[0] ?? ""),
    enclosures: { title: phrase("memo.enclosures"), lines: enclosed },
  };
};

/** A line of this kind of memo: its label, and what the frame says there. */
const lineOf = (line: FrameLine, frame: MemoFrame, locale: Locale): readonly [label: string, words: string] => {
  const field = MemoFrameSchema.fields.find(({ name }) => name === line.field);
  const said = [field === undefined ? "" : (frame[field.localName as keyof MemoFrame] as string | string[])].flat();
  const shown = said.map((one) => (isDay(one) ? dateInWords(one, locale) : one));
  return [textIn(line.label, locale), shown.join("; ")];
};

/** Whether a field was said by a person: a term that the other side set is not what this letter asks. */
const isOwn = ({ sources }: MemoFrame, field: string): boolean => sources.every((source) => source.field !== field);
