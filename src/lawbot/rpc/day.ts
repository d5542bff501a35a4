import { type Day, dayOf, isDay } from "#kit/day.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { When } from "../law-catalogue.ts";

/** The day a call is about: the one it names, or today. Errors: REQUEST_INVALID for a day that no calendar has. */
export const dayAsked = (inForceOn: string, clock: { now(): number }): Day =>
  inForceOn === "" ? dayOf(clock.now()) : checked(inForceOn, "in_force_on");

/** The day as whose knowledge a version is chosen; "" where the call names none. Errors: REQUEST_INVALID. */
export const viewAsked = (knownOn: string): string => dayIn("known_on", knownOn);

/** The day in a field that may be empty; the error names the field. Errors: REQUEST_INVALID. */
export const dayIn = (field: string, day: string): string => (day === "" ? "" : checked(day, field));

/** Which version a call is about. Errors: REQUEST_INVALID. */
export const whenAsked = (
  asked: { readonly docUid: string; readonly inForceOn: string; readonly knownOn: string },
  clock: { now(): number },
): When => ({
  docUid: asked.docUid,
  day: dayAsked(asked.inForceOn, clock),
  knownOn: viewAsked(asked.knownOn),
});

const checked = (day: string, field: string): Day => {
  if (isDay(day)) return day;
  throw new DomainError("REQUEST_INVALID", worded("source-error.is-not-a-day-of-the-calendar", { day }), {
    [field]: day,
  });
};
