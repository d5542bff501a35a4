import type { DescEnum } from "@bufbuild/protobuf";
import { locales } from "../../messages/locale.ts";
import { type Speech, speechOf } from "../../messages/speech.ts";
import { enumValue, enumWord } from "./enum-word.ts";

/** The name of a kind as a text form holds it: one word of the language, such as `EIGEN-VERKLARING`. */
export const kindWord = (of: DescEnum, value: number, { isFirst, sentence }: Speech): string =>
  isFirst ? enumWord(of, value) : sentence(enumWord(of, value)).replaceAll(" ", "-");

/** A kind as a screen says it within a line: `own statement`. */
export const kindSaid = (of: DescEnum, value: number, { sentence }: Speech): string =>
  sentence(enumWord(of, value)).toLowerCase().replaceAll("_", " ");

/** The kind that a word of any language names. */
export const kindValue = (of: DescEnum, word: string): number | undefined => {
  const wanted = word.toUpperCase().replaceAll("_", "-");
  return (
    enumValue(of, word) ??
    of.values.find(
      ({ number }) => number !== 0 && locales.some((locale) => kindWord(of, number, speechOf(locale)) === wanted),
    )?.number
  );
};

/** All kinds, as a sentence lists them. */
export const kindWords = (of: DescEnum, speech: Speech = speechOf("en")): string =>
  of.values
    .slice(1)
    .map(({ number }) => kindWord(of, number, speech))
    .join(", ");
