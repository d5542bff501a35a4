import { byText } from "#kit/by-text.ts";
import { monthOf, weekdayOf } from "./language/calendar.ts";
import { dutch } from "./language/dutch.ts";
import { english } from "./language/english.ts";
import { hasStem } from "./language/grammar.ts";
import { lightNouns } from "./language/light-nouns.ts";
import { roleNoun } from "./language/roles.ts";
import { tongueOf } from "./language/tongue.ts";
import { sameStrongVerb } from "./language/verb-forms.ts";
import { fold, wordsIn } from "./language/words.ts";

/** So many first letters tell words of one family: inflections and compounds differ behind them. */
const rootLength = 5;

/** A word of a text with its place: UTF-16 units, half-open. */
export interface ContentWord {
  /** Its first letters, lower case and without accents. */
  readonly root: string;
  readonly start: number;
  readonly end: number;
}

const grammars = [dutch, english];

/** Words of any text of a case that tell no two apart: closed classes, light nouns, the two sides, days and months. */
const isGeneric = byText((text): boolean => {
  const folded = fold(text);
  return (
    grammars.some(
      ({ functionWords, modals, negations, auxiliaries, brings, authorship }) =>
        [functionWords, modals, negations, auxiliaries, brings].some((set) => set.has(folded)) ||
        hasStem(folded, authorship),
    ) ||
    lightNouns.has(folded) ||
    roleNoun(text) !== undefined ||
    monthOf(folded) > 0 ||
    weekdayOf(folded) >= 0
  );
});

/** The words of a text that carry content, in order. Letters only: numbers and dates are tokens and compared as such. */
export const contentWords = byText((text): readonly ContentWord[] =>
  wordsIn(text)
    .filter((word) => word.folded.length > 3 && !isGeneric(word.text))
    .map(({ folded, start, end }) => ({ root: folded.slice(0, rootLength), start, end })),
);

/**
 * Whether two texts of one language have a content word in common, also in another form of a strong verb (`weet`, `wist`), or an
 * abbreviation in capitals; undefined: one of them has none to compare.
 */
export const shareContent = (a: string, b: string): boolean | undefined => {
  const [left, right] = [wordsOfContent(a), wordsOfContent(b)];
  if (left.length === 0 || right.length === 0) return undefined;
  const roots = new Set(right.map(rootOf));
  return left.some((word) => roots.has(rootOf(word)) || right.some((other) => sameStrongVerb(word, other)));
};

/** Whether a word of content of one text is one of the other's in another form, or a part of it: `gesprek`, `beoordelingsgesprek`. */
export const haveWordInCommon = (a: string, b: string): boolean => {
  const [left, right] = [wordsOfContent(a), wordsOfContent(b)];
  const isPart = (one: string, other: string): boolean => one.length >= rootLength && other.includes(one);
  return (
    shareContent(a, b) === true || left.some((one) => right.some((other) => isPart(one, other) || isPart(other, one)))
  );
};

/**
 * Whether two texts have nothing at all in common: no three letters in a row of a word that carries content stand in one of the other's,
 * so that inflections, compounds and words of one root are something. False where one of them has no such word.
 */
export const haveNothingInCommon = (a: string, b: string): boolean => {
  const [left, right] = [lettersOf(a), lettersOf(b)];
  return left.size > 0 && right.size > 0 && ![...left].some((letters) => right.has(letters));
};

const lettersOf = byText(
  (text): ReadonlySet<string> =>
    new Set(
      wordsIn(text)
        .filter((word) => !isGeneric(word.text))
        .flatMap(({ folded }) =>
          Array.from({ length: Math.max(0, folded.length - 2) }, (_, at) => folded.slice(at, at + 3)),
        ),
    ),
);

/** Below it a single word may be all that a claim says: that one is enough. */
const fewWords = 4;

/**
 * Whether two texts of one language speak of the same: they have two content words in common, or one where either has hardly
 * more. One word of many ("lessen", "uren") any two papers of a case share. Undefined: one of them has none to compare.
 * `names`: folded words that say who and not what, as those of the parties.
 */
export const speakOfSame = (a: string, b: string, names: ReadonlySet<string> = new Set()): boolean | undefined => {
  const [left = [], right = []] = [a, b].map((text) => wordsOfContent(text).filter((word) => !names.has(word)));
  if (left.length === 0 || right.length === 0) return undefined;
  const roots = new Set(right.map(rootOf));
  const isShared = (word: string): boolean =>
    roots.has(rootOf(word)) ||
    right.some((other) => sameStrongVerb(word, other) || isHeadOf(word, other) || isHeadOf(other, word));
  const shared = new Set(left.filter(isShared).map(rootOf)).size;
  return shared >= (Math.min(new Set(left.map(rootOf)).size, roots.size) < fewWords ? 1 : 2);
};

/** The head of a Dutch compound stands at its end: an `arbeidsovereenkomst` is an `overeenkomst`. */
const isHeadOf = (head: string, word: string): boolean => head.length > rootLength && word.endsWith(head);

const rootOf = (folded: string): string => folded.slice(0, rootLength);

/** Content words in full, folded, and abbreviations. */
export const wordsOfContent = byText((text): readonly string[] => [
  ...wordsIn(text)
    .filter((word) => word.folded.length > 3 && !isGeneric(word.text))
    .map(({ folded }) => folded),
  ...(text.match(/(?<!\p{L})\p{Lu}{2,6}(?!\p{L})/gu) ?? []),
]);

/** Whether two texts may be compared word by word: not where their most common words say that they are of two languages. */
export const sameLanguage = (a: string, b: string): boolean => {
  const [left, right] = [tongueOf(a), tongueOf(b)];
  return left === undefined || right === undefined || left === right;
};
