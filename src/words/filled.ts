/** What is filled in where a phrase says `{1}`, `{2}` and so on. */
export type Filling = string | number;

/** Puts fillings into a phrase. */
export const filled = (pattern: string, fillings: readonly Filling[]): string =>
  pattern.replace(/\{(\d)\}/gu, (_, place: string) => String(fillings[Number(place) - 1] ?? ""));
