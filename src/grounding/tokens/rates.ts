import { wordsOf } from "#kit/lexicon.ts";
import { fold } from "../language/words.ts";
import { isMeasure } from "./measures.ts";

/** `per maand`, `bruto per uur`, `a month`, `each year`, `/week`, `in de week`, with at most the unit in front: `32 uur per week`. `Twee weken na elke werkdag` says when, and not how often. */
const rate =
  /^(?:\s+\p{L}+){0,2}?\s*(?:(?<per>\/|(?<!\p{L})per\s)|(?<!\p{L})(?<often>in\s+(?:de|het|een)\s)|(?<!\p{L})(?<!(?<!\p{L})(?:na|voor|vóór|sinds|tot|after|before|since|until)\s)(?:a|an|each|every|elke|iedere|ieder)\s)\s*(?<noun>\p{L}{3,})/iu;
/** What `per` names otherwise: by what means, or how. */
const means = wordsOf("nl en", "means-noun");

/**
 * What tells which one is meant: `in de week van 3 mei`, `in het jaar 2025`, `in de week erna`; and blanks where a date stood that was
 * read before (`in de maand mei`).
 */
const told = /^(?:\s+(?:van|na|voor|vóór|die|dat|waarin|erna|ervoor|daarna|daarvoor|daarop|dan|\d)(?!\p{L})|\s{3})/iu;

/** The noun behind an amount for which it is counted anew, folded; empty: none. `at` is where the amount ends. */
export const rateAfter = (text: string, at: number): string => {
  const before = text.slice(at, at + 60).split(/[.;:!?()\n]|,\s/u, 1)[0] ?? "";
  const read = rate.exec(before);
  const found = read?.groups;
  const noun = fold(found?.noun ?? "");
  if (means.has(noun)) return "";
  // A week that is told which is one week, and no rate.
  if (found?.often !== undefined && told.test(before.slice(read?.[0].length))) return "";
  return found?.per !== undefined || isMeasure(noun) ? noun : "";
};

/** Where an amount ends with what it is counted anew for (`€ 2.400,00 per maand`); `end`, the amount's own, where it is counted once. */
export const endOfRate = (text: string, end: number, noun: string): number => {
  const read = noun === "" ? undefined : rate.exec(text.slice(end, end + 60));
  return read && fold(read.groups?.noun ?? "") === noun ? end + read[0].length : end;
};

/** Adjectives of a period that do not begin with its noun. */
const adjectives: Readonly<Record<string, string>> = {
  week: "wekelijks",
  day: "daily",
  year: "annual",
  jaar: "jaarlijks",
};

/** Whether a word says the rate by itself: `maandsalaris`, `uurloon`, `monthly`. */
export const saysRate = (noun: string, words: Iterable<string>): boolean => {
  for (const word of words)
    if ((word.length >= noun.length + 2 && word.startsWith(noun)) || word.startsWith(adjectives[noun] ?? "\n"))
      return true;
  return false;
};
