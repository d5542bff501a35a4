import { byText } from "#kit/by-text.ts";
import { dutch } from "./dutch.ts";
import { english } from "./english.ts";
import type { Grammar, Tongue } from "./grammar.ts";
import { wordsIn } from "./words.ts";

/** The grammar of a language. */
export const grammarOf: Readonly<Record<Tongue, Grammar>> = { nl: dutch, en: english };

/** How many words of the text are signs of each language. */
const signsIn = byText((text) => {
  const words = wordsIn(text);
  const of = ({ signs }: Grammar): number => words.filter(({ folded }) => signs.has(folded)).length;
  return { nl: of(dutch), en: of(english) };
});

/**
 * The language of a text by its most common words; undefined where they do not say: such a text is compared with none.
 * Twice as many of one as of the other decide, so that a Dutch letter with an English term stays Dutch.
 */
export const tongueOf = (text: string): Tongue | undefined => {
  const { nl, en } = signsIn(text);
  if (nl === en) return undefined;
  return nl > en ? "nl" : "en";
};

/**
 * The grammars a sentence is read by: that of its own words, and both where its words speak both languages or neither, so
 * that no mixture of the two hides a statement. `locale` decides only where the words say nothing.
 */
export const grammarsFor = (text: string, locale: string): readonly Grammar[] => {
  const { nl, en } = signsIn(text);
  if (nl === 0 && en === 0) return locale.startsWith("en") ? [english] : [dutch];
  if (nl > 2 * en) return [dutch];
  return en > 2 * nl ? [english] : [dutch, english];
};
