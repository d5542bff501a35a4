import type { DocSummary } from "../../../gen/pincite/vault/v1/doc_pb.ts";

/** A date as a PDF has it among its properties: `D:20250310090000+01'00'`, from the year to as far as its program went. */
const ofPdf = /^D:(?<year>\d{4})(?:(?<month>\d\d)(?<day>\d\d))?/u;

/**
 * A document's date as its source writes it, for people: what a PDF writes for programs is the day that it names. Empty where it has none.
 */
export const dateShown = (
  { authoredAtText, authoredAtIso }: Pick<DocSummary, "authoredAtText" | "authoredAtIso">,
  locale: string,
): string => {
  const written = ofPdf.exec(authoredAtText)?.groups;
  // A day that does not exist has no time of its own; it is shown as it was written.
  if (written === undefined || authoredAtIso === "") return authoredAtText || authoredAtIso;
  const { year = "", month, day } = written;
  if (month === undefined || day === undefined) return year;
  return dayShown(`${year}-${month}-${day}`, locale);
};

/** An ISO 8601 date for people; what is no whole day stays as it is. */
export const dayShown = (day: string, locale: string): string =>
  /^\d{4}-\d\d-\d\d$/u.test(day)
    ? new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, { dateStyle: "long", timeZone: "UTC" })
    : day;
