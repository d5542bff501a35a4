import type { DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { customsOf, type Locale } from "../../messages/locale.ts";

/** A date as a PDF has it among its properties: `D:20250310090000+01'00'`, from the year to as far as its program went. */
const ofPdf = /^D:(?<year>\d{4})(?:(?<month>\d\d)(?<day>\d\d))?/u;

/** A date as a mail has it in its head (RFC 5322), in the time of who sent it. */
const ofMail =
  /^(?:[A-Z][a-z]{2}, )?(?<day>\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d)(?::\d\d)? (?:[+-]\d{4}|[A-Z]{1,4})\b/u;

/**
 * A document's date as its source writes it, for people: what a PDF or a mail writes for programs is the day and time that it names, in
 * the language of the reader. Empty where it has none.
 */
export const dateShown = (
  { authoredAtText, authoredAtIso }: Pick<DocSummary, "authoredAtText" | "authoredAtIso">,
  locale: Locale,
): string => {
  const sent = Date.parse(`${ofMail.exec(authoredAtText)?.groups?.day} UTC`);
  if (!Number.isNaN(sent))
    return new Date(sent).toLocaleString(customsOf(locale), { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  const written = ofPdf.exec(authoredAtText)?.groups;
  // A day that does not exist has no time of its own; it is shown as it was written.
  if (written === undefined || authoredAtIso === "") return authoredAtText || authoredAtIso;
  const { year = "", month, day } = written;
  if (month === undefined || day === undefined) return year;
  return dayShown(`${year}-${month}-${day}`, locale);
};

/** The day of a document in a list, and of one without the first and last of what it says, for people. Empty where it has none. */
export const daysShown = (
  { authoredAtIso, firstDay, lastDay }: Pick<DocSummary, "authoredAtIso" | "firstDay" | "lastDay">,
  locale: Locale,
): string =>
  authoredAtIso === ""
    ? [...new Set([firstDay, lastDay])].map((day) => dayShown(day, locale)).join(" – ")
    : dayShown(authoredAtIso.slice(0, 10), locale);

/** An ISO 8601 date for people; what is no whole day stays as it is. */
export const dayShown = (day: string, locale: Locale): string =>
  /^\d{4}-\d\d-\d\d$/u.test(day)
    ? new Date(`${day}T00:00:00Z`).toLocaleDateString(customsOf(locale), { dateStyle: "long", timeZone: "UTC" })
    : day;
