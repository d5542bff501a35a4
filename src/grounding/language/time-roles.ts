/** What a day is to what is told with it: when it happened, from when, until when, or after which. */
export type TimeRole = "point" | "start" | "end" | "after";

/**
 * Prepositions of time by what they make of a day (ANS 9.8 "tijdsbepalingen"; Quirk et al. 9.34–9.40): a closed class. The
 * longest stands first.
 */
const roles: readonly (readonly [TimeRole, string])[] = [
  [
    "start",
    "met\\s+ingang\\s+van|vanaf|sinds|ingaande|per|as\\s+of|with\\s+effect\\s+from|starting(?:\\s+on)?|from|since",
  ],
  [
    "end",
    "tot\\s+en\\s+met|t/m|tot|uiterlijk(?:(?:\\s+\\p{L}+){0,4}\\s+op)?|niet\\s+later\\s+dan|v[oó][oó]r|by|until|till|no\\s+later\\s+than|at\\s+the\\s+latest(?:\\s+on)?|on\\s+or\\s+before|before",
  ],
  ["after", "na|after"],
  ["point", "op|d\\.?d\\.?|on|at"],
];
const between = "(?:\\s+(?:de|the|\\p{L}+dag|\\p{L}+day))?,?\\s+(?:the\\s+)?$";
const patterns = roles.map(([role, words]) => [role, new RegExp(`(?<!\\p{L})(?:${words})${between}`, "iu")] as const);

/** What the words in front of a day make of it; undefined: they do not say. */
export const timeRoleOf = (before: string): TimeRole | undefined =>
  patterns.find(([, pattern]) => pattern.test(before))?.[0];
