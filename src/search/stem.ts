import { newStemmer } from "snowball-stemmers";

/** Languages whose words are reduced to stems. */
export type Language = "nl" | "en" | "both";

const dutch = newStemmer("dutch");
const english = newStemmer("english");
const onlyLetters = /^\p{L}+$/u;

/** Words repeat, and a stemmer is a hundred times slower than a lookup; the memory is emptied rather than grown. */
const rememberedMax = 100_000;
const remembered: Record<"nl" | "en", Map<string, string>> = { nl: new Map(), en: new Map() };

const stemIn = (language: "nl" | "en", word: string): string => {
  const known = remembered[language].get(word);
  if (known !== undefined) return known;
  const stem = (language === "nl" ? dutch : english).stem(word);
  if (remembered[language].size >= rememberedMax) remembered[language].clear();
  remembered[language].set(word, stem);
  return stem;
};

/** Whether a folded word has stems of its own: it is all letters. */
export const isInflected = (word: string): boolean => onlyLetters.test(word);

/**
 * Snowball stems of a folded word, one per language, without repeats; the word itself where it holds a digit or sign,
 * since `658a` and `7:611` have no inflection.
 */
export const stemsOf = (word: string, language: Language): string[] => {
  if (!isInflected(word)) return [word];
  if (language !== "both") return [stemIn(language, word)];
  const [nl, en] = [stemIn("nl", word), stemIn("en", word)];
  return nl === en ? [nl] : [nl, en];
};

/** Whether a folded word has one of these stems in Dutch or English. */
export const sharesStem = (word: string, stems: readonly string[]): boolean =>
  isInflected(word) && (stems.includes(stemIn("nl", word)) || stems.includes(stemIn("en", word)));
