import type { MessageInitShape } from "@bufbuild/protobuf";
import type { IntentSeedProposalSchema } from "../../../../gen/pincite/memo/v1/intent_pb.ts";
import { LetterRole, ReferenceSide } from "../../../../gen/pincite/memo/v1/letter_pb.ts";
import type { LabelOf } from "../../../letter/forms.ts";
import { letterForms } from "../../../letter/forms.ts";
import { part, type Said } from "../../../letter/lines.ts";
import { isPerson } from "../../../letter/names.ts";
import { type LetterForm, locatorOf, type Stretch } from "./letter-text.ts";
import { asWritten } from "./prose.ts";

/** What is said in the head or below the text, with the words that say it. */
export interface SaidLine {
  readonly value: string;
  readonly line: Stretch;
}

/** What a letter says of itself, as far as the kernel will find the words again. */
export interface LetterHead {
  readonly references: readonly (SaidLine & { readonly side: ReferenceSide })[];
  readonly subject: SaidLine | undefined;
  /** The words that date the letter. */
  readonly day: Stretch | undefined;
  readonly place: SaidLine | undefined;
  /** The organisation that writes. */
  readonly firm: SaidLine | undefined;
  readonly parties: readonly (SaidLine & { readonly role: LetterRole; readonly address: string })[];
  /** The writer with a courtesy title, where the letter has the name so. */
  readonly titledWriter: SaidLine | undefined;
  /** Names and address of whoever writes, a line each, without the signer. */
  readonly writerLines: readonly SaidLine[];
  /** Where it says that what is done against it goes, a line each. */
  readonly remedyLines: readonly SaidLine[];
  /** With whom it says that this is lodged, where it gives no address for it. */
  readonly remedyBoard: SaidLine | undefined;
  /** Names and address of whom it goes to, a line each. */
  readonly readerLines: readonly SaidLine[];
}

/** Longest name, reference and line of an address that the kernel takes, in UTF-16 units. */
const valueUnitsMax = 120;

/** What the letter's form tells, without what stands twice in it. */
export const letterHead = (form: LetterForm, stands: (stretch: Stretch) => boolean): LetterHead => {
  const { facts } = form;
  const line = (said: Said | undefined): SaidLine[] => {
    if (!said || said.value.length > valueUnitsMax) return [];
    const own = form.at(said);
    if (stands(own)) return [{ value: said.value, line: own }];
    return [];
  };
  const labelled = (of: LabelOf): SaidLine[] => facts.labelled.filter((one) => one.of === of).flatMap(line);
  const references = (of: LabelOf, side: ReferenceSide) => labelled(of).map((said) => ({ ...said, side }));
  return {
    references: [
      ...references("writer-reference", ReferenceSide.WRITER),
      ...references("reader-reference", ReferenceSide.READER),
    ],
    subject: labelled("subject")[0],
    day: facts.day && [form.at(facts.day)].find(stands),
    place: line(facts.place)[0],
    firm: line(facts.firm)[0],
    parties: [
      ...(mailParty(labelled("writer")[0], LetterRole.WRITER) ??
        named(line(facts.writer ?? facts.firm), LetterRole.WRITER)),
      ...(mailParty(labelled("reader")[0], LetterRole.READER) ??
        named(readerOf(form).flatMap(line), LetterRole.READER)),
    ],
    titledWriter: line(facts.titledWriter)[0],
    writerLines: [facts.firm, ...facts.writerAddress].flatMap(line),
    remedyLines: facts.remedyAddress.flatMap(line),
    remedyBoard: line(facts.remedyBoard)[0],
    readerLines: [...facts.addressee, ...facts.addresseeAddress].flatMap(line),
  };
};

const named = ([said]: readonly SaidLine[], role: LetterRole): LetterHead["parties"] =>
  said ? [{ ...said, address: "", role }] : [];

const mailbox = /^(?<name>[^<,;]*?)\s*<(?<address>[^<>\s@]+@[^<>\s@]+)>/u;

/** The first person of a mail's header; undefined: there is no such header. */
const mailParty = (said: SaidLine | undefined, role: LetterRole): LetterHead["parties"] | undefined => {
  if (!said) return undefined;
  const { value, line } = said;
  const { name = "", address = "" } = mailbox.exec(value)?.groups ?? {};
  const bare = /^[^\s<>@,;]+@[^\s<>@,;]+/u.exec(value)?.[0] ?? "";
  const known = name.replace(/^"|"$/gu, "") || address || bare || value;
  return known.length > valueUnitsMax ? [] : [{ value: known, address: address || bare, line, role }];
};

/** Whom the letter goes to: the person of the address, without courtesy titles; else whom the salutation names by surname. */
const readerOf = ({ facts }: LetterForm): Said[] => {
  const people = facts.addressee.flatMap((said) => {
    const name = personOf(said);
    return isPerson(name.value) ? [{ name, isCalled: name.start > said.start }] : [];
  });
  // A firm may be called as somebody is (`Studio Vinder`): who has a courtesy title, or whose attention is asked, is the person.
  const { name } = people.find(({ isCalled }) => isCalled) ?? people[0] ?? {};
  if (name) return [name];
  const { salutation } = facts;
  const { index = -1, 0: surname = "" } =
    /(?:\p{Ll}+\s+)*\p{Lu}[\p{L}'’-]+(?=,?$)/u.exec(salutation?.value ?? "") ?? {};
  const isAlone = index === 0 || !salutation;
  const family = /\p{Lu}[\p{L}'’-]+$/u.exec(surname)?.[0] ?? "";
  return isAlone || family === ""
    ? []
    : [part(salutation, index + surname.length - family.length, index + surname.length)];
};

/** A name of an address without what stands before it: `t.a.v.`, `mevrouw`. */
const personOf = (said: Said): Said => {
  const lead = [letterForms.attention, letterForms.honorific].reduce(
    (from, form) => from + (form.exec(said.value.slice(from))?.[0].length ?? 0),
    0,
  );
  return part(said, lead, said.value.length);
};

/** What the letter adds to the frame of an answer. */
type FrameParts = Pick<MessageInitShape<typeof IntentSeedProposalSchema>, "frame" | "frameSources">;

/**
 * Who wrote is answered, who was written to answers; the subject and the writer's reference are taken over. What is done against a
 * decision goes where the decision says, or to the board that it names, if it does (`isRemedy`).
 */
export const letterFrame = (form: LetterForm, head: LetterHead, isRemedy: boolean): FrameParts => {
  const writer = head.parties.find(({ role }) => role === LetterRole.WRITER);
  const reader = head.parties.find(({ role }) => role === LetterRole.READER);
  const theirs = head.references.find(({ side }) => side === ReferenceSide.WRITER);
  const own = head.references.find(({ side }) => side === ReferenceSide.READER);
  const lines: (SaidLine & { readonly field: string })[] = [
    ...fieldOf("sender", readersFirm(form, head, reader), reader, head.readerLines.filter(isPlace)),
    ...(isRemedy && head.remedyLines.length > 0
      ? fieldOf("addressee", head.remedyLines)
      : fieldOf(
          "addressee",
          isRemedy ? head.remedyBoard : undefined,
          head.firm,
          isRemedy && head.remedyBoard
            ? undefined
            : writer?.value === head.firm?.value
              ? undefined
              : (head.titledWriter ?? writer),
          head.writerLines.filter(isPlace),
        )),
    ...fieldOf("subject", head.subject),
    ...fieldOf("their_reference", theirs),
    ...fieldOf("own_reference", own),
    ...fieldOf("signature", reader),
  ].filter(({ value }) => asWritten(value, valueUnitsMax) === value);
  if (lines.length === 0) return {};
  const list = (field: string): string[] => lines.filter((one) => one.field === field).map(({ value }) => value);
  return {
    frame: {
      sender: list("sender"),
      addressee: list("addressee"),
      subject: list("subject")[0] ?? "",
      theirReference: list("their_reference")[0] ?? "",
      ownReference: list("own_reference")[0] ?? "",
      signature: list("signature")[0] ?? "",
    },
    frameSources: lines.map(({ field, line }) => ({ field, locator: locatorOf(form.docUid, line) })),
  };
};

/** The organisation that the letter goes to, where its address names one above the person. */
const readersFirm = (
  { facts }: LetterForm,
  { readerLines }: LetterHead,
  reader: SaidLine | undefined,
): SaidLine | undefined => {
  const [first, ...others] = facts.addressee;
  const isAbove = others.some((said) => personOf(said).value === reader?.value && said.value !== reader?.value);
  return isAbove ? readerLines.find(({ value }) => value === first?.value) : undefined;
};

/** Lines of an address: with a number. */
const isPlace = ({ value }: SaidLine): boolean => /\d/u.test(value);

const fieldOf = (field: string, ...said: (SaidLine | readonly SaidLine[] | undefined)[]) =>
  said.flatMap((one) => (one === undefined ? [] : [one].flat())).map((one) => ({ ...one, field }));
