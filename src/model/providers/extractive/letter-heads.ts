import { LetterRole, ReferenceSide } from "../../../../gen/pincite/memo/v1/letter_pb.ts";
import { daysIn } from "../../../grounding/letter-signs.ts";
import { type LetterForm, labelled, type Stretch } from "./letter-text.ts";

/** What the labels of a letter name: closed classes of its form, in Dutch and English. */
const labels = {
  writerReference:
    /^(?:(?:ons|onze)\s+(?:kenmerk|referentie)|our\s+ref(?:erence)?|kenmerk|referentie|ref(?:erence)?|zaaknummer)\.?$/iu,
  readerReference: /^(?:uw\s+(?:kenmerk|referentie)|your\s+ref(?:erence)?)\.?$/iu,
  subject: /^(?:betreft|betreffende|onderwerp|inzake|subject|re)\.?$/iu,
  date: /^(?:datum|dagtekening|date|sent|verzonden)$/iu,
  writer: /^(?:van|afzender|from|sender)$/iu,
  reader: /^(?:aan|geadresseerde|to|addressee)$/iu,
};

/** What is said on a line of the head, with the line. */
interface Said {
  readonly value: string;
  readonly line: Stretch;
}

/** What the head of a letter says of it. */
export interface LetterHead {
  readonly references: readonly (Said & { readonly side: ReferenceSide })[];
  readonly subject: Said | undefined;
  /** The line that dates the letter. */
  readonly day: Stretch | undefined;
  readonly parties: readonly (Said & { readonly role: LetterRole; readonly address: string })[];
}

/** Reads the head of a letter by its labels, its salutation and the name below it. */
export const letterHead = (form: LetterForm): LetterHead => {
  const named = (label: RegExp): Said[] =>
    form.head.flatMap((line) => {
      const { label: name = "", value = "" } = labelled.exec(line.text)?.groups ?? {};
      return label.test(name) ? [{ value: value.trim(), line }] : [];
    });
  const references = (label: RegExp, side: ReferenceSide) =>
    named(label).flatMap((said) => (said.value.length <= 120 ? [{ ...said, side }] : []));
  return {
    references: [
      ...references(labels.writerReference, ReferenceSide.WRITER),
      ...references(labels.readerReference, ReferenceSide.READER),
    ],
    subject: named(labels.subject)[0],
    day: dayLine(form, named(labels.date)[0]?.line),
    parties: partiesOf(form, named(labels.writer)[0], named(labels.reader)[0]),
  };
};

/** The line labelled as the date; else the one line of the head, without a label, that holds a whole day. */
const dayLine = ({ head }: LetterForm, dated: Stretch | undefined): Stretch | undefined => {
  const holdsDay = ({ text }: Stretch): boolean => new Set(daysIn(text)).size === 1;
  if (dated) return holdsDay(dated) ? dated : undefined;
  const [only, another] = head.filter((line) => !labelled.test(line.text) && holdsDay(line));
  return another ? undefined : only;
};

const partiesOf = (form: LetterForm, from: Said | undefined, to: Said | undefined): LetterHead["parties"] => [
  ...(from ? mailParty(from, LetterRole.WRITER) : signer(form)),
  ...(to ? mailParty(to, LetterRole.READER) : addressed(form)),
];

const mailbox = /^(?<name>[^<,;]*?)\s*<(?<address>[^<>\s@]+@[^<>\s@]+)>/u;

const mailParty = ({ value, line }: Said, role: LetterRole): LetterHead["parties"] => {
  const { name = "", address = "" } = mailbox.exec(value)?.groups ?? {};
  const bare = /^[^\s<>@,;]+@[^\s<>@,;]+/u.exec(value)?.[0] ?? "";
  const known = name.replace(/^"|"$/gu, "") || address || bare || value;
  return known.length > 120 ? [] : [{ value: known, address: address || bare, line, role }];
};

/** A line that can be a name: two to six words, a capital in front and at the end, no digit, no full stop at its end. */
const nameLine = /^(?=\p{Lu})(?!.*\d)(?:[\p{L}.'’-]+\s+){1,5}\p{Lu}[\p{L}'’-]+,?$/u;

const signer = ({ tail }: LetterForm): LetterHead["parties"] => {
  const line = tail.slice(0, 4).find(({ text }) => nameLine.test(text));
  return line ? [{ value: line.text.replace(/,$/u, ""), address: "", line, role: LetterRole.WRITER }] : [];
};

/** Whom the salutation names by surname, as the head writes it in full where it does. */
const addressed = ({ head, salutation }: LetterForm): LetterHead["parties"] => {
  const surname = /(?<name>(?:\p{Ll}+\s+)*\p{Lu}[\p{L}'’-]+),?$/u.exec(salutation?.text ?? "")?.groups?.name ?? "";
  const last = surname.split(/\s+/u).at(-1) ?? "";
  if (!salutation || last === "" || salutation.text.split(/\s+/u).length < 2) return [];
  const line = head.find(({ text }) => nameLine.test(text) && text.replace(/,$/u, "").endsWith(last)) ?? salutation;
  const value = line === salutation ? last : line.text.replace(/,$/u, "");
  return [{ value, address: "", line, role: LetterRole.READER }];
};
