import type { SpanLocator } from "../../gen/pincite/span/v1/span_pb.ts";
import { foldText } from "./fold.ts";
import type { Place } from "./occurrences.ts";

/** Source characters folded beside a place: the longest context a locator may give, and room for what folding shrinks. */
const contextReach = 1_200;

/** Whether the locator says anything about what stands around the quote. */
export const hasContext = (locator: SpanLocator): boolean =>
  locator.contextBefore !== "" || locator.contextAfter !== "";

/** Whether the given words stand immediately around the place, character for character. */
export const contextFits = (text: string, place: Place, locator: SpanLocator): boolean =>
  text.endsWith(locator.contextBefore, place.start) && text.startsWith(locator.contextAfter, place.end);

/** The same after folding, white space at the joints ignored. Only ever used to choose between several places. */
export const foldedContextFits = (text: string, place: Place, locator: SpanLocator): boolean => {
  const before = foldText(text.slice(Math.max(0, place.start - contextReach), place.start)).text.trimEnd();
  const after = foldText(text.slice(place.end, place.end + contextReach)).text.trimStart();
  return before.endsWith(foldTrimmed(locator.contextBefore)) && after.startsWith(foldTrimmed(locator.contextAfter));
};

const foldTrimmed = (context: string): string => foldText(context).text.trim();
