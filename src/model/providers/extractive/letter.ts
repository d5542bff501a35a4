import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { IntentSeedProposalSchema } from "../../../../gen/pincite/memo/v1/intent_pb.ts";
import { LetterRole } from "../../../../gen/pincite/memo/v1/letter_pb.ts";
import { PartyRole, type PartySchema } from "../../../../gen/pincite/memo/v1/party_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { SpanLocatorSchema, Voice } from "../../../../gen/pincite/span/v1/span_pb.ts";
import { asks, isCondition, letterTongue, setsTerm } from "../../../grounding/letter-signs.ts";
import { letterForms } from "../../../letter/forms.ts";
import { bareName } from "../../../letter/names.ts";
import { sha256 } from "../../../sha256.ts";
import { openAnswered } from "../../../span/answered-text.ts";
import { resolveLocator } from "../../../span/resolve.ts";
import { dateIn } from "./dates.ts";
import { type LetterHead, letterFrame, letterHead } from "./letter-head.ts";
import { type LetterForm, letterForm, locatorOf, type Stretch } from "./letter-text.ts";
import { asWritten } from "./prose.ts";
import { questionHeadings } from "./question-headings.ts";
import { isCourtesy, remedyNotice, statesNothing } from "./states-nothing.ts";

/** What the letter adds to an intent. */
export type LetterParts = Pick<
  MessageInitShape<typeof IntentSeedProposalSchema>,
  "letterReading" | "frame" | "frameSources"
>;

interface Letter {
  readonly form: LetterForm;
  readonly head: LetterHead;
  /** Whether the kernel will find a stretch where it was taken from: once, and in the letter's own words. */
  readonly stands: (stretch: Stretch) => boolean;
}

/** The letter that is answered, as this provider sees it; undefined: none is shown. */
export const shownLetter = ({ answered }: TurnContext): Letter | undefined => {
  if (!answered?.text || answered.text.passages.length === 0) return undefined;
  const source = openAnswered(answered.text);
  const form = letterForm(answered.text);
  const stands = (stretch: Stretch): boolean => {
    const locator = create(SpanLocatorSchema, locatorOf(form.docUid, stretch));
    const { spans, placeCount } = resolveLocator(source, locator, { sha256, maxSuggestions: 0 });
    return spans.length === 1 && (placeCount <= 1 || stretch.nth !== undefined) && spans[0]?.voice !== Voice.QUOTED;
  };
  return { form, head: letterHead(form, stands), stands };
};

/** At most so many of each: more nobody answers one by one. */
const most = { assertions: 50, questions: 50, terms: 20 };
/** Fewer words than this state nothing that could be answered, a sum apart (`Dat is € 3.150,00.`); longer ones no quote takes. */
const wordsLeast = 4;
const wordsWithSum = 2;
const charsMost = 1_500;

/** The letter taken apart, and the frame as far as it says it. */
export const letterParts = (context: TurnContext): LetterParts => {
  const letter = shownLetter(context);
  if (!letter) return {};
  const { form, head, stands } = letter;
  const at = (line: Stretch) => locatorOf(form.docUid, line);
  const tongue = letterTongue(form.sentences.map(({ text }) => text));
  const remedies = remedyNotice(form.sentences.map(({ text }) => text));
  const headings = questionHeadings(form.sentences, tongue);
  const said = form.sentences.filter(
    (one, at, all) =>
      isSaid(one) &&
      !headings.has(one) &&
      stands(one) &&
      !isRow(one) &&
      // What leads to rows and names no number of its own (`De kosten zijn:`) states nothing.
      !(one.text.endsWith(":") && !/\p{N}/u.test(one.text) && isRow(all[at + 1])) &&
      !isCondition(one.text, all[at + 1]?.text ?? "", tongue),
  );
  const rows = form.sentences.filter((one) => one.isSumRow && stands(one));
  const isRemedy = (one: Stretch): boolean => remedies.has(form.sentences.indexOf(one));
  const questions = said.filter(
    (one) => asks(one.text, tongue) && !isRemedy(one) && (one.text.endsWith("?") || !isCourtesy(one.text)),
  );
  const letterReading = {
    assertions: form.sentences
      .filter(
        (one) =>
          rows.includes(one) ||
          (said.includes(one) && !questions.includes(one) && !statesNothing(one.text, tongue) && !isRemedy(one)),
      )
      .slice(0, most.assertions)
      .map(at),
    questions: questions.slice(0, most.questions).map(at),
    terms: said
      .filter(({ text }) => setsTerm(text, tongue, dateIn(head.day?.text ?? "", "")))
      .slice(0, most.terms)
      .map(at),
    references: head.references.map(({ side, value, line }) => ({ side, value, locator: at(line) })),
    parties: head.parties.map(({ role, value, address, line }) => ({ role, name: value, address, locator: at(line) })),
    ...(head.day ? { day: at(head.day) } : {}),
  };
  return { letterReading, ...letterFrame(form, head, isOfRemedy(context)) };
};

/** Whether the memo is what is done against a decision, as its profile opens it: `Hierbij maak ik bezwaar …`. */
const isOfRemedy = ({ profile }: TurnContext): boolean =>
  (profile?.frame?.opening ?? []).some(({ text }) => letterForms.remedy.test(text));

/** A sentence, or an item of a list of them: some words, and the mark that ends it, or so many words that it is one without. */
const isSaid = ({ text }: Stretch): boolean => {
  const words = text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const ends = /[.!?…;]["'’”)\]]*$/u.test(text);
  const least = /\p{Sc}/u.test(text) ? wordsWithSum : wordsLeast;
  return [...text].length <= charsMost && words >= least && (ends || words >= 2 * wordsLeast);
};

/**
 * Rows of a table: cells parted by tabs, or lines that mostly end in a figure and are no sentence. They tell figures, and what stands
 * before them behind a colon leads to them.
 */
const isRow = (stretch: Stretch | undefined): boolean => {
  if (stretch?.isSumRow) return true;
  const lines = stretch?.text.split("\n") ?? [];
  const figured = lines.filter((line) => /\d\s*$/u.test(line)).length;
  return lines.some((line) => line.includes("\t")) || (lines.length >= rowsLeast && 2 * figured > lines.length);
};
const rowsLeast = 3;

/** The people of the letter as parties: its writer is the other side, its reader the author. */
export const letterPeople = (context: TurnContext): MessageInitShape<typeof PartySchema>[] =>
  (shownLetter(context)?.head.parties ?? []).flatMap(({ role, value, address }) =>
    asWritten(value, 120) === value
      ? [
          {
            names: role === LetterRole.WRITER ? writerNames(context, value) : [value],
            addresses: address === "" ? [] : [address],
            role: role === LetterRole.WRITER ? PartyRole.OPPONENT : PartyRole.AUTHOR,
          },
        ]
      : [],
  );

/** What a writer may be called: as signed, without degrees, and by the organisation that they write for. */
const writerNames = (context: TurnContext, signed: string): string[] => {
  const firm = shownLetter(context)?.head.firm?.value ?? "";
  const names = [signed, bareName(signed), asWritten(firm, 120) === firm ? firm : ""];
  return [...new Set(names)].filter((name) => name !== "");
};
