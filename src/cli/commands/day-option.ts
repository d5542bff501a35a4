import { InvalidArgumentError } from "commander";

/**
 * A day of the command line, ISO 8601, as commander parses an option: `2024-01-31`. A word, another notation, an empty text
 * (as a script's unset variable leaves) and a day that no calendar has are refused before any server is asked.
 */
export const dayOf = (text: string): string => {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && isInCalendar(text);
  if (!isDay) throw new InvalidArgumentError("Write a day of the calendar as 2024-01-31.");
  return text;
};

/** Date turns 30 February into 1 March. */
const isInCalendar = (day: string): boolean => {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
};
