import { newStemmer } from "snowball-stemmers";

/** Languages whose words are reduced to stems. */
export type Language = "nl" | "en" | "both";

const dutch = newStemmer("dutch");
const english = newStemmer("english");
const onlyLetters = /^\p{L}+$/u;

/** Words repeat, and a stemmer is a hundred times slower than a lookup; the memory is emptied rather than grown. */
const rememberedMax = 100_000;
const remembered: Record<"nl" | "en", Map<string, string>> = { nl: new Map(), en: new Map() };

/** Plurals that change their vowel, among the words of letters and files. Where they begin otherwise than their stem, see `inflections`. */
const irregular: ReadonlyMap<string, string> = new Map([
  ["leden", "lid"],
  ["steden", "stad"],
  ["kinderen", "kind"],
]);

/**
 * What the Dutch stemmer leaves apart: `briev(en)` and `brief`, `huiz(en)` and `huis`, whose last letter is voiced only
 * before an ending, a consonant that is doubled before one (`opzegg(ing)` beside `opzeg`), and `ziekt(e)` or `werkt` beside `ziek` and
 * `werk`. Wider than grammar (`markt` meets `mark`), which
 * search may be, since a word as written ranks above its inflections.
 */
const dutchStem = (word: string): string => {
  const stem = irregular.get(word) ?? dutch.stem(word);
  if (stem.length < 3) return stem;
  const [single] = /^.*([b-df-hj-np-tv-z])(?=\1$)/.exec(stem) ?? [];
  if (single !== undefined) return single;
  if (stem.endsWith("v")) return `${stem.slice(0, -1)}f`;
  if (stem.endsWith("z")) return `${stem.slice(0, -1)}s`;
  return stem.length > 4 && stem.endsWith("kt") ? stem.slice(0, -1) : stem;
};

const stemIn = (language: "nl" | "en", word: string): string => {
  const known = remembered[language].get(word);
  if (known !== undefined) return known;
  const stem = language === "nl" ? dutchStem(word) : english.stem(word);
  if (remembered[language].size >= rememberedMax) remembered[language].clear();
  remembered[language].set(word, stem);
  return stem;
};

/** Whether a folded word has stems of its own: it is all letters. */
export const isInflected = (word: string): boolean => onlyLetters.test(word);

/** Snowball stems of a folded word, one a language, each once; the word itself with a digit or sign (`658a`, `7:611`). */
export const stemsOf = (word: string, language: Language): string[] => {
  if (!isInflected(word)) return [word];
  if (language !== "both") return [stemIn(language, word)];
  const [nl, en] = [stemIn("nl", word), stemIn("en", word)];
  return nl === en ? [nl] : [nl, en];
};

/** Whether a folded word has one of these stems in a language. */
export const sharesStem = (word: string, language: "nl" | "en", stems: readonly string[]): boolean =>
  isInflected(word) && stems.includes(stemIn(language, word));
