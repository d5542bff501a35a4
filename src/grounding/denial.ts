import { denialWords, deniesAnything, firstNegation } from "#kit/denial.ts";
import { contentWords } from "./content-words.ts";

/** A mark between two digits ends no clause: "€ 2.400", "12:30". */
const clauses = /(?:[^.,;:!?()“”"\n]|(?<=\d)[.,:](?=\d))+/gu;

/** Where a text denies what another speaks of: a range of UTF-16 units; undefined: nowhere. */
export const deniedIn = (text: string, about: string): { readonly start: number; readonly end: number } | undefined => {
  const roots = new Set(contentWords(about).map(({ root }) => root));
  for (const { 0: clause, index } of text.matchAll(clauses)) {
    if (!contentWords(clause).some(({ root }) => roots.has(root))) continue;
    const found = firstNegation(clause);
    if (found) return { start: index + found.start, end: index + found.end };
  }
  return undefined;
};

/**
 * Where a text says the contrary of a claim. A claim that denies with a word of its own and no negation ("vervalt", "ontkent")
 * is contradicted by whoever negates that very word; one with a negation is contradicted by nothing that can be seen here.
 */
export const contradictedIn = (
  text: string,
  claim: string,
): { readonly start: number; readonly end: number } | undefined => {
  if (!deniesAnything(claim)) return deniedIn(text, claim);
  if (firstNegation(claim)) return undefined;
  const denied = denialWords.exec(claim)?.[0];
  return denied === undefined ? undefined : deniedIn(text, denied);
};
