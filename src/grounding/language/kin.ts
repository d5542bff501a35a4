import { byText } from "#kit/by-text.ts";
import { irregularBases } from "./english.ts";
import { sameStrongVerb } from "./verb-forms.ts";
import { fold } from "./words.ts";

/**
 * Whether two words of one language are forms of one word, or one is a compound that begins with the other (`thuiswerk`,
 * `thuiswerkdag`). Coarse on purpose: it decides whether a person must look, never whether something is true.
 *
 * Participles lose ge- behind their particle (`toegezegd`, `toezegging`), and what is left must share its beginning: four
 * letters, and three in five of the shorter word, since Dutch and English inflect and derive at the end.
 */
export const kin = (one: string, other: string): boolean => {
  const [a, b] = [base(one), base(other)];
  if (a === b || lemmaOf(a) === lemmaOf(b)) return true;
  const shared = commonPrefix(a, b);
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (shared >= Math.max(4, Math.ceil(short.length * 0.7))) return true;
  if (sameStrongVerb(a, b)) return true;
  if (isParticipleOf(a, b) || isParticipleOf(b, a)) return true;
  // The head of a Dutch compound stands at its end.
  return short.length >= 5 && long.endsWith(short);
};

/** A regular verb of one syllable by its stem (`kent`, `kennen`): too short to share four letters. An irregular English one by its base. */
const lemmaOf = byText(
  (word): string =>
    irregularBases.get(word) ??
    longStem(word) ??
    word.replace(/^([^aeiouy]{1,3}[aeiouy])([bdfgklmnprst])(?:\2en|t|de|te|den|ten)$/u, "$1$2"),
);

/**
 * A stem with a long vowel, which Dutch writes twice in a closed syllable and once in an open one, also behind a prefix: `horen`,
 * `hoord`; `maken`, `maakt`; `betalen`, `betaalt`; `verhogen`, `verhoogd`.
 */
const longStem = (word: string): string | undefined => {
  const [, front, vowel, end] =
    /^((?:be|ver|ont|her|aan|af|bij|door|in|mee|na|om|op|over|toe|uit|voor|weg)?[^aeiouy]{1,3})([aeou])\2([bdfgklmnprst])(?:t|d|te|de|ten|den)?$/u.exec(
      word,
    ) ??
    /^((?:be|ver|ont|her|aan|af|bij|door|in|mee|na|om|op|over|toe|uit|voor|weg)?[^aeiouy]{1,3})([aeou])([bdfgklmnprst])en$/u.exec(
      word,
    ) ??
    [];
  return front === undefined ? undefined : `${front}${vowel}${vowel}${end}`;
};

const base = byText((word): string => {
  const plain = fold(word).replaceAll(/[-'‐‑]/gu, "");
  const inner =
    /^(aan|af|achter|bij|door|in|mee|mede|na|om|onder|op|over|tegen|terug|toe|uit|vast|voor|weg)ge(\p{L}{3,})$/u.exec(
      plain,
    );
  if (inner) return `${inner[1]}${inner[2]}`;
  const participle = /^ge(\p{L}{3,}[dt])$/u.exec(plain);
  return participle?.[1] ?? plain;
});

/** `goedgekeurd` of `goedkeuring`: whatever stands in front of its verb, a separable participle has ge- behind it. */
const isParticipleOf = (participle: string, other: string): boolean => {
  const [, front, stem] = /^(\p{L}{3,7}?)ge(\p{L}{4,})$/u.exec(participle) ?? [];
  return (
    front !== undefined &&
    stem !== undefined &&
    other.startsWith(front) &&
    commonPrefix(stem, other.slice(front.length)) >= 4
  );
};

const commonPrefix = (a: string, b: string): number => {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
};

/** Whether any of the words is kin to this one. */
export const hasKin = (word: string, words: Iterable<string>): boolean => {
  for (const other of words) if (kin(word, other)) return true;
  return false;
};
