import { locales } from "../../messages/locale.ts";
import { type PlainId, type Speech, speechOf } from "../../messages/speech.ts";

/** Messages that hold words which a person types: one or more of them with bars between, the first of which is shown. */
export type TypedId = Extract<PlainId, `typed.${string}`>;

/** The words for it in every language, since nobody types in one alone. */
export const typedWords = (id: TypedId): string[] => [
  ...new Set(locales.flatMap((locale) => speechOf(locale).phrase(id).split("|"))),
];

/** Those words as an alternation of a pattern, the longer before the shorter. */
export const typedForms = (id: TypedId): string =>
  typedWords(id)
    .toSorted((one, other) => other.length - one.length)
    .join("|");

/** Whether a person typed one of them. */
export const isTyped = (word: string, id: TypedId): boolean => typedWords(id).includes(word.trim().toLowerCase());

/** The word as it is shown in a language. */
export const shownWord = (id: TypedId, { phrase }: Pick<Speech, "phrase">): string => phrase(id).split("|")[0] ?? "";
