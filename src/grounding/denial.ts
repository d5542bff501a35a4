import { contentWords } from "./content-words.ts";

/** Words that deny what stands beside them. */
const negation =
  /(?<![\p{L}\p{N}])(?:niet|geen|nooit|nimmer|niets|niemand|nergens|noch|evenmin|geenszins|zonder|not|no|never|none|nothing|nobody|nowhere|neither|nor|without|cannot|\p{L}+n['’]t)(?![\p{L}\p{N}])/giu;

/** Verbs and nouns that deny by themselves. */
const denialWords =
  /(?<!\p{L})(?:ontken|ontkracht|weiger|afgewezen|afwijz|afgewijs|betwist|bestrijd|bestred|onjuist|ongegrond|ontbreek|ontbrak|nagelaten|verzuim|uitgebleven|achterwege|vervall?|ingetrokken|intrek|den(?:y|ie)|refus|reject|disput|declin|withdr[ae]w|fail(?:ed|s|ure)?|absent|lack)\p{L}*/iu;

/** What looks like a negation and takes nothing away. */
const noDenial =
  /(?:niet (?:alleen|slechts|enkel|later dan|eerder dan|minder dan|meer dan)|al dan niet|of niet|niet in het minst|not only|no later than|no less than|not less than|no more than|whether or not)$/iu;

const clauses = /[^.,;:!?()“”"\n]+/gu;

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

/** Whether a text denies anything, with a negation or with a word that is one by itself. */
export const deniesAnything = (text: string): boolean => firstNegation(text) !== undefined || denialWords.test(text);

/** Whether a text denies with a negation: "ontkent" alone denies what follows, and is itself said. */
export const negates = (text: string): boolean => firstNegation(text) !== undefined;

/** A text without the words that only deny: what is left is what it speaks of. */
export const withoutNegations = (text: string): string => text.replaceAll(negation, " ");

const firstNegation = (clause: string): { start: number; end: number } | undefined => {
  for (const { 0: word, index } of clause.matchAll(negation)) {
    const end = index + word.length;
    const phrase = clause.slice(Math.max(0, index - 10), end);
    const after = clause.slice(index, end + 12);
    if (!noDenial.test(phrase) && !opensNoDenial.test(after)) return { start: index, end };
  }
  return undefined;
};

const opensNoDenial =
  /^(?:niet (?:alleen|slechts|enkel|later|eerder|minder|meer) ?|not (?:only|less) ?|no (?:later|less|more) ?)/iu;
