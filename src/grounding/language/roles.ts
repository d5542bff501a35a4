import { byText } from "#kit/by-text.ts";
import nouns from "./person-nouns.json" with { type: "json" };
import { fold } from "./words.ts";

/**
 * Nouns for bodies and for people by what they do, by their heads; which part somebody plays in a case is said by the profile.
 * Dutch compounds are built on their head at the right, so `personeelsfunctionaris` and `HR-adviseur` need no row of
 * their own; English ones end in it as a word.
 */
const heads = new Set([...nouns.sameInBoth.flat(), ...nouns.people].map((name) => name.replaceAll("-", " ")));
/** Heads long enough that a word which ends in one is a compound of it; `arts` and `hr` are not. Of a bound head the compounds alone name a body: a `raad` may be advice and a `maatschappij` all of us. */
const compoundHeads = [...heads].filter((name) => name.length >= 5 && !name.includes(" "));
/**
 * Endings of nouns for people by their trade (ANS 12.3.1.3, nouns of persons; Marchand 4.59 and 4.61), of words long enough
 * to have a stem before them.
 */
const ofTrade =
  /^(?:\p{L}{3,}(?:loog|loge|iater|teur|seur|nieur|trice|therapeut|therapeute|meester|ologist|iatrist|therapist|ician)|(?!be|ver|ont|ge)\p{L}{2,}(?:al|on|in|or|ar|ur|et|an)iste?)$/u;

/** A noun without its plural: `collega's`, `artsen`, `managers`, `bedrijfsartsen`, `rechters`. */
const singulars = (word: string): string[] => [
  word,
  word.replace(/'s$/u, ""),
  word.replace(/s$/u, ""),
  word.replace(/en$/u, ""),
  word.replace(/([^aeiou])\1en$/u, "$1"),
  word.replace(/n$/u, ""),
];

export interface RoleNoun {
  /** The noun in the singular, folded. */
  readonly noun: string;
  /** The head that it is a compound of; the noun itself where it is none. */
  readonly head: string;
  readonly isPlural: boolean;
}

/** What somebody is by the word; undefined: it names nobody by what they do. */
export const roleNoun = byText((written): RoleNoun | undefined => {
  if (written === "OR") return { noun: "ondernemingsraad", head: "ondernemingsraad", isPlural: false };
  const word = fold(written).replaceAll(/[-‐‑]/gu, "");
  for (const form of [...new Set(singulars(word))]) {
    if (heads.has(form)) return { noun: form, head: form, isPlural: form !== word };
    const head = compoundHeads.find((one) => form.length > one.length + 1 && form.endsWith(one));
    const short = head ?? nouns.shortHeads.find((one) => form.length > one.length + 3 && form.endsWith(one));
    if (short !== undefined) return { noun: form, head: short, isPlural: form !== word };
    const isBody = nouns.boundHeads.some((one) => form.length > one.length + 2 && form.endsWith(one));
    if (isBody || ofTrade.test(form)) return { noun: form, head: form, isPlural: form !== word };
  }
  return undefined;
});

/** Nouns for the two sides of a contract: whoever has one is a party, on a side that the noun does not tell. */
const contractSides = new Set(nouns.contractSides);

/** Whether the noun names a side of a contract, which every memo on it may do. */
export const isContractSide = (noun: string): boolean => contractSides.has(noun);

/**
 * What part in a contract or a case a word names, the same in Dutch and English; undefined: none that a statute's own noun tells in
 * both.
 */
export const partInBoth = (written: string): string | undefined => {
  const found = roleNoun(written);
  if (found === undefined) return undefined;
  return (
    nouns.sameInBoth.find((group) => group.some((name) => name.replaceAll("-", " ") === found.head))?.[0] ??
    nouns.contractSidesInBoth.find((group) => group.includes(found.noun))?.[0]
  );
};

/** What role two words name together (`works council`); undefined: none. */
export const rolePair = (one: string, other: string): RoleNoun | undefined => {
  const noun = `${fold(one)} ${fold(other)}`;
  const singular = heads.has(noun) ? noun : noun.replace(/s$/u, "");
  return heads.has(singular) ? { noun: singular, head: singular, isPlural: singular !== noun } : undefined;
};

/** Nouns for a side that stand in nearly every paper of a case, and so find none of them. */
export const weakInSearch: readonly string[] = nouns.weakInSearch;

/** Bodies by their short and their full name: two names of one thing. */
export const fullNames: readonly (readonly [short: string, full: string])[] = nouns.bodies.map(
  ([short = "", full = ""]) => [short, full],
);
