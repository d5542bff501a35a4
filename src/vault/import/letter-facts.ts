import { DateSource } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { letterForms } from "../../letter/forms.ts";
import { labelledDay, signedAt } from "../../letter/letter-day.ts";
import { type LetterFacts, readLetter } from "../../letter/read-letter.ts";
import { reportSignature, reportWriter } from "../../letter/report-writer.ts";
import { isMinutes } from "../chat/minutes.ts";
import type { ExtractedDocument } from "../reader/port.ts";
import { fileDate } from "./file-facts.ts";

/** What the words of a file tell of it as a letter, and its date. */
export type LetterRead = Pick<ExtractedDocument, "writtenBy" | "authoredAtIso" | "authoredAtText" | "participants"> & {
  readonly dateSource: DateSource;
};

/**
 * A file read as a letter: who signed it, who else it concerns, and the day that dates it. A day by the letter's own form comes before
 * a day in the file's name; what a program wrote into the file is the last resort. What is no letter is whom a label of its head names
 * as its writer, or whose name stands in its head and at its end, unless others speak in it, and has the day that a label calls its date, or on which it says that it was signed, else the file's date.
 */
export const readAsLetter = (
  path: string,
  text: string,
  metadata: { readonly iso: string; readonly text: string } = { iso: "", text: "" },
): LetterRead => {
  const facts = readLetter(text);
  const writtenBy =
    (facts.writer ?? (isLetter(facts) || isMinutes(text) ? undefined : reportWriter(text)))?.value ?? "";
  const day = isLetter(facts) ? facts.day : (labelledDay(text) ?? signedAt(text)?.day);
  const dated = day && {
    authoredAtIso: `${day.day}T00:00:00.000Z`,
    authoredAtText: day.value,
    dateSource: DateSource.TEXT,
  };
  // A day that a letter's own sentences name dates what they are about: `Uw contract eindigt op 1 maart 2030.`
  const head = isLetter(facts) ? text.slice(0, facts.bodyStart) : text;
  const people = letterPeople(text, facts);
  const signature = reportSignature(text);
  const signed = signature.startsWith(`${writtenBy},`) ? [signature] : [];
  const participants = people.length > 0 || writtenBy === "" ? people : [writtenBy, ...signed];
  return { writtenBy, participants, ...(dated ?? fileDate(path, head, metadata)) };
};

/** It speaks to somebody, or somebody signed it: a report bears days in its head that date other things. */
const isLetter = ({ salutation, writer }: LetterFacts): boolean => salutation !== undefined || writer !== undefined;

/**
 * Whom a letter speaks to, as its one salutation names them (`mevrouw Vink` of "Geachte mevrouw Vink,"). Empty: it speaks to nobody,
 * to whoever reads it, or to several.
 */
export const letterAddressee = (text: string, { salutation, bodyStart } = readLetter(text)): string => {
  if (!salutation || readLetter(text.slice(bodyStart)).salutation) return "";
  const [, named = ""] = /^\p{L}+\s+([^,/&]+)[,.!:]?$/u.exec(salutation.value) ?? [];
  const name = named.trim().replace(letterForms.honorific, "");
  return /^(?=.*\p{Lu})(?:\p{L}[\p{L}.'’-]*\s?){1,6}$/u.test(name) && !letterForms.conjunction.test(named)
    ? named.trim()
    : "";
};

/** Whom a letter goes to, as its address names them, else its salutation; empty: it is no letter, or names nobody. */
export const letterReader = (text: string): string => {
  const facts = readLetter(text);
  return facts.salutation ? (facts.addressee[0]?.value ?? letterAddressee(text, facts)) : "";
};

/** Those concerned in a letter, its writer first: whom it speaks to, and the writer once more with the function they sign with. */
export const letterPeople = (text: string, facts = readLetter(text)): string[] => {
  const { writer, position } = facts;
  if (!writer) return [];
  const signed = position ? `${writer.value}, ${position.value}` : "";
  return [writer.value, letterAddressee(text, facts), signed].filter((one) => one !== "");
};
