/** Time and measure: what one counts off, in words of either language, with how many of the smallest each is. */
const measures: Readonly<Record<string, readonly [unit: string, factor: number]>> = {
  minuut: ["minute", 1],
  minuten: ["minute", 1],
  minute: ["minute", 1],
  minutes: ["minute", 1],
  kwartier: ["minute", 15],
  uur: ["minute", 60],
  uren: ["minute", 60],
  hour: ["minute", 60],
  hours: ["minute", 60],
  dag: ["day", 1],
  dagen: ["day", 1],
  day: ["day", 1],
  days: ["day", 1],
  kalenderdagen: ["day", 1],
  daags: ["day", 1],
  daagse: ["day", 1],
  week: ["day", 7],
  weken: ["day", 7],
  weeks: ["day", 7],
  fortnight: ["day", 14],
  werkdag: ["workday", 1],
  werkdagen: ["workday", 1],
  workdays: ["workday", 1],
  maand: ["month", 1],
  maanden: ["month", 1],
  month: ["month", 1],
  months: ["month", 1],
  kwartaal: ["month", 3],
  kwartalen: ["month", 3],
  quarter: ["month", 3],
  quarters: ["month", 3],
  jaar: ["month", 12],
  jaren: ["month", 12],
  year: ["month", 12],
  years: ["month", 12],
  keer: ["time", 1],
  maal: ["time", 1],
  times: ["time", 1],
  kilometer: ["km", 1],
  km: ["km", 1],
  kilometers: ["km", 1],
  kilometres: ["km", 1],
  meter: ["m", 1],
  meters: ["m", 1],
};

/** Whether a word is one. */
export const isMeasure = (word: string): boolean => word in measures;

/** The measure among the words behind a number and how much of its smallest unit one is; undefined: it counts things. */
export const measureOf = (units: readonly string[]): readonly [unit: string, factor: number] | undefined => {
  const at = units.findIndex(isMeasure);
  return at < 0 ? undefined : measures[units[at] ?? ""];
};
