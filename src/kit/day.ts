declare const day: unique symbol;

/** A day of the calendar as ISO 8601 writes it: `2025-12-09`, never `2025-02-30`. Days compare as strings. */
export type Day = string & { readonly [day]: true };

/** Tells whether a text is a day that the calendar has; Date would turn 30 February into 1 March. */
export const isDay = (text: string): text is Day => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

/** The day, in UTC, of an instant in milliseconds since 1970. Throws beyond the years 0 to 9999, which ISO writes otherwise. */
export const dayOf = (instantMs: number): Day => {
  const text = new Date(instantMs).toISOString().slice(0, 10);
  if (!isDay(text)) throw new RangeError(`${instantMs} is outside the years that have four digits`);
  return text;
};

let dutch: Intl.DateTimeFormat | undefined;

/** The day of an instant as it was in the Netherlands: a message of half past midnight would else bear the day before. */
export const dayInTheNetherlands = (instantMs: number): Day => {
  // The Canadian form of a date is the ISO one. Made at the first instant: it takes as long as a tenth of a command's start.
  dutch ??= new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Amsterdam" });
  return dutch.format(instantMs) as Day;
};
