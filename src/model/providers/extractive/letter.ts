import type { MessageInitShape } from "@bufbuild/protobuf";
import type { IntentSeedProposalSchema } from "../../../../gen/pincite/memo/v1/intent_pb.ts";
import { LetterRole, ReferenceSide } from "../../../../gen/pincite/memo/v1/letter_pb.ts";
import { PartyRole, type PartySchema } from "../../../../gen/pincite/memo/v1/party_pb.ts";
import type { TurnContext } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { type LetterHead, letterHead } from "./letter-heads.ts";
import { type LetterForm, letterForm, locatorOf, type Stretch } from "./letter-text.ts";
import { asks, setsTerm } from "./letter-tokens.ts";
import { asWritten } from "./prose.ts";

/** What the letter adds to an intent. */
export type LetterParts = Pick<
  MessageInitShape<typeof IntentSeedProposalSchema>,
  "letterReading" | "frame" | "frameSources"
>;

/** The letter that is answered, as this provider sees it; undefined: none is shown. */
export const shownLetter = ({ answered }: TurnContext): { form: LetterForm; head: LetterHead } | undefined => {
  if (!answered?.text || answered.text.passages.length === 0) return undefined;
  const form = letterForm(answered.text);
  return { form, head: letterHead(form) };
};

/** At most so many of each: more nobody answers one by one. */
const most = { assertions: 50, questions: 50, terms: 20 };
/** Fewer words than this state nothing that could be answered; longer ones no quote takes. */
const wordsLeast = 4;
const charsMost = 1_500;

/** The letter taken apart, and the frame as far as it says it. */
export const letterParts = (context: TurnContext): LetterParts => {
  const letter = shownLetter(context);
  if (!letter) return {};
  const { form, head } = letter;
  const at = (line: Stretch) => locatorOf(form.docUid, line);
  const said = form.sentences.filter(isSaid);
  const questions = said.filter(({ text }) => asks(text));
  const letterReading = {
    assertions: said
      .filter((one) => !questions.includes(one))
      .slice(0, most.assertions)
      .map(at),
    questions: questions.slice(0, most.questions).map(at),
    terms: said
      .filter(({ text }) => setsTerm(text))
      .slice(0, most.terms)
      .map(at),
    references: head.references.map(({ side, value, line }) => ({ side, value, locator: at(line) })),
    parties: head.parties.map(({ role, value, address, line }) => ({ role, name: value, address, locator: at(line) })),
    ...(head.day ? { day: at(head.day) } : {}),
  };
  return { letterReading, ...frameOf(form, head) };
};

/** A sentence: some words, and the mark that ends one, or so many words that it is one without. */
const isSaid = ({ text }: Stretch): boolean => {
  const words = text.split(/\s+/u).filter((word) => /\p{L}/u.test(word)).length;
  const ends = /[.!?…]["'’”)\]]*$/u.test(text);
  return [...text].length <= charsMost && words >= wordsLeast && (ends || words >= 2 * wordsLeast);
};

type Line = { readonly field: string; readonly value: string; readonly line: Stretch };

/** Who wrote is answered, who was written to answers; the subject and the writer's reference are taken over. */
const frameOf = (form: LetterForm, { references, subject, parties }: LetterHead): LetterParts => {
  const writer = parties.find(({ role }) => role === LetterRole.WRITER);
  const reader = parties.find(({ role }) => role === LetterRole.READER);
  const theirs = references.find(({ side }) => side === ReferenceSide.WRITER);
  const lines: Line[] = [
    ...(reader ? [{ field: "sender", ...reader }] : []),
    ...(writer ? [{ field: "addressee", ...writer }] : []),
    ...(subject ? [{ field: "subject", ...subject }] : []),
    ...(theirs ? [{ field: "their_reference", ...theirs }] : []),
    ...(reader ? [{ field: "signature", ...reader }] : []),
  ].filter(({ value }) => value.length <= 120 && asWritten(value, 120) === value);
  if (lines.length === 0) return {};
  const value = (field: string): string => lines.find((one) => one.field === field)?.value ?? "";
  const list = (field: string): string[] => [value(field)].filter((one) => one !== "");
  return {
    frame: {
      sender: list("sender"),
      addressee: list("addressee"),
      subject: value("subject"),
      theirReference: value("their_reference"),
      signature: value("signature"),
    },
    frameSources: lines.map(({ field, line }) => ({ field, locator: locatorOf(form.docUid, line) })),
  };
};

/** The people of the letter as parties: its writer is the other side, its reader the author. */
export const letterPeople = (context: TurnContext): MessageInitShape<typeof PartySchema>[] =>
  (shownLetter(context)?.head.parties ?? []).flatMap(({ role, value, address }) =>
    asWritten(value, 120) === value
      ? [
          {
            names: [value],
            addresses: address === "" ? [] : [address],
            role: role === LetterRole.WRITER ? PartyRole.OPPONENT : PartyRole.AUTHOR,
          },
        ]
      : [],
  );
