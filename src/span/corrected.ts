import type { SpanSource } from "./source.ts";
import type { CodePointRange } from "./structure.ts";

/** Which words of a range a person set in place of what a machine had read: stretches of the text, as far as they lie in the range. */
export const correctedIn = (
  { structure }: Pick<SpanSource, "structure">,
  range: CodePointRange,
): { readonly startChar: number; readonly endChar: number }[] =>
  structure
    .unitsTouching(range)
    .filter(({ flags }) => flags.includes("corrected"))
    .map(({ startChar, endChar }) => ({
      startChar: Math.max(startChar, range.start),
      endChar: Math.min(endChar, range.end),
    }));
