import { DomainError } from "../../error.ts";
import { dayOf, isDate } from "../iso-date.ts";

/** The day a call is about: the one it names, or today. Errors: REQUEST_INVALID for a day that no calendar has. */
export const dayAsked = (inForceOn: string, clock: { now(): number }): string => {
  if (inForceOn === "") return dayOf(clock.now());
  if (isDate(inForceOn)) return inForceOn;
  throw new DomainError("REQUEST_INVALID", `${inForceOn} is not a day of the calendar`, { in_force_on: inForceOn });
};
