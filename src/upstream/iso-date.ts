import { isDay } from "#kit/day.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";

/** A date as it is, or an instant with its zone as the same instant in UTC; empty stays empty. Error: REQUEST_INVALID. */
export const utcBound = (name: string, text: string): string => {
  if (text === "" || isDay(text)) return text;
  const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isNaN(instant))
    throw new DomainError("REQUEST_INVALID", worded("law.is-no-date-write-it-as-2025-12-09-or-as-2025", { name }));
  return new Date(instant).toISOString();
};

/** The date the law is read on: as asked, else the run's; empty leaves it to LawBot's clock. Error: REQUEST_INVALID. */
export const lawDate = (asked: string, referenceDate: string): string => {
  const date = asked || referenceDate;
  if (date !== "" && !isDay(date))
    throw new DomainError("REQUEST_INVALID", worded("law.in-force-on-is-no-date-write-it-as-2025-12-09"));
  return date;
};
