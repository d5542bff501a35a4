import { InvalidArgumentError } from "commander";
import { type Day, isDay } from "#kit/day.ts";

/**
 * A day of the command line, ISO 8601, as commander parses an option: `2024-01-31`. A word, another notation, an empty text
 * (as a script's unset variable leaves) and a day that no calendar has are refused before any server is asked.
 */
export const dayOf = (text: string): Day => {
  if (!isDay(text)) throw new InvalidArgumentError("Write a day of the calendar as 2024-01-31.");
  return text;
};
