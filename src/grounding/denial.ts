import { denialWords, deniesAnything, firstNegation, negationsIn } from "#kit/denial.ts";
import { clausesOf } from "./clauses.ts";
import { contentWords } from "./content-words.ts";
import type { Grammar } from "./language/grammar.ts";
import { grammarsFor } from "./language/tongue.ts";
import type { Range } from "./tokens/token.ts";

/** A mark between two digits ends no clause: "€ 2.400", "12:30". Each cell of a table is one. */
const clauses = /(?:[^.,;:!?()“”"\n\t|]|(?<=\d)[.,:](?=\d))+/gu;

/** A second thing that is said of the same: "zijn begrepen en worden niet apart berekend" denies nothing of what is contained. */
const joint = /(?<!\p{L})(?:en|and)\s+(?<next>\p{L}+)/giu;

/** The part of a clause that a place stands in, from the joint with a finite verb behind it before the place to the one behind. */
const joinedPart = (clause: string, at: number, grammars: readonly Grammar[]): string => {
  const joints = [...clause.matchAll(joint)].flatMap(({ index, groups }) => {
    const next = (groups?.next ?? "").toLowerCase();
    return grammars.some(({ auxiliaries, modals }) => auxiliaries.has(next) || modals.has(next)) ? [index] : [];
  });
  return clause.slice(joints.findLast((one) => one <= at) ?? 0, joints.find((one) => one > at) ?? clause.length);
};

/**
 * Where a text denies what another speaks of: a range of UTF-16 units; undefined: nowhere. What it denies under a condition ("als …
 * niet", "wat je niet …") says when something holds, and `zonder` denies what stands right behind it.
 */
export const deniedIn = (text: string, about: string): Range | undefined => {
  const roots = new Set(contentWords(about).map(({ root }) => root));
  const grammars = grammarsFor(text, "");
  const hanging = grammars.flatMap((grammar) =>
    clausesOf(text, grammar).filter(
      ({ opener }) => grammar.conditionals.has(opener) || grammar.freeRelatives.has(opener),
    ),
  );
  for (const { 0: clause, index } of text.matchAll(clauses)) {
    const words = contentWords(clause);
    if (!words.some(({ root }) => roots.has(root))) continue;
    const denied = negationsIn(clause).find(({ start, end }) => {
      if (!contentWords(joinedPart(clause, start, grammars)).some(({ root }) => roots.has(root))) return false;
      const next = words.find((word) => word.start >= end);
      const word = clause.slice(start, end).toLowerCase();
      const isDepriving = grammars.some(({ depriving }) => depriving.has(word));
      const isBare = !isDepriving || (next !== undefined && roots.has(next.root));
      const at = index + start;
      return isBare && !hanging.some((one) => one.start <= at && at < one.end);
    });
    if (denied) return { start: index + denied.start, end: index + denied.end };
  }
  return undefined;
};

/**
 * Where a text says the contrary of a claim. A claim that denies with a word of its own and no negation ("vervalt", "ontkent")
 * is contradicted by whoever negates that very word; one with a negation is contradicted by nothing that can be seen here.
 */
export const contradictedIn = (text: string, claim: string): Range | undefined => {
  if (!deniesAnything(claim)) return deniedIn(text, claim);
  if (firstNegation(claim)) return undefined;
  const denied = denialWords.exec(claim)?.[0];
  return denied === undefined ? undefined : deniedIn(text, denied);
};
