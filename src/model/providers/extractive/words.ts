import { weakInSearch } from "../../../grounding/role-of-noun.ts";
import { analyse, queryTerms } from "../../../search/words/analysis.ts";
import { cut } from "./prose.ts";

/** Stems of all words, common ones too: cues such as "nooit" are words that searches leave out. */
export const allStems = (text: string): Set<string> =>
  new Set(analyse(text, "both").flatMap((token) => [...token.stems]));

/** Stems of the telling words. */
export const tellingStems = (text: string): Set<string> => new Set(queryTerms(text));

/** How many of the wanted stems a text has, each counted once. */
export const sharedCount = (text: string, wanted: ReadonlySet<string>): number => {
  if (wanted.size === 0) return 0;
  let count = 0;
  for (const stem of tellingStems(text)) if (wanted.has(stem)) count++;
  return count;
};

/** Whether every word of a cue, which may be several, stands among the stems. */
export const hasCue = (stems: ReadonlySet<string>, cue: string): boolean => {
  const tokens = analyse(cue, "both").filter((token) => !token.isExtra);
  return tokens.length > 0 && tokens.every((token) => token.stems.some((stem) => stems.has(stem)));
};

/** True for words that searches leave out beside others. */
export const isCommonWord = (word: string): boolean => {
  const beside = tellingStems(`overeenkomst ${word}`);
  return [...allStems(word)].every((stem) => !beside.has(stem));
};

/** Words of requests rather than of facts: they say what the memo should do and stand in no evidence. */
const taskWords = new Set([
  ...weakInSearch,
  ...(
    "reply respond answer challenge dispute contest write draft memo letter email e-mail mail message claim following made makes " +
    "answered statement statements assertions commitments were here antwoord antwoorden reageer reageren betwist betwisten schrijf " +
    "schrijven brief bericht volgende gedaan stellingen beantwoord bevat hier toezeggingen gaat"
  ).split(" "),
]);

/**
 * Telling words of a text for a search, as they stand there, each once, in order; words of letters and digits only, so
 * that nothing in it can be read as query syntax. Words that say little stand last.
 */
export const searchWords = (text: string, countMax: number): string[] => {
  const telling = tellingStems(text);
  const found = analyse(text, "both")
    .filter((token) => !token.isExtra && token.stems.some((stem) => telling.has(stem)))
    .map((token) => token.raw)
    .filter((raw) => /^[\p{L}\p{N}][\p{L}\p{N}:-]*$/u.test(raw) && (raw.length > 2 || /^\d+:\d/.test(raw)));
  const words = [...new Set(found)];
  const strong = words.filter((word) => !taskWords.has(word));
  return (strong.length > 0 ? strong : words).slice(0, countMax);
};

/** Words joined to a query of at most so many characters. */
export const queryOf = (words: readonly string[], charsMax = 200): string =>
  cut([...new Set(words)].join(" "), charsMax);

/** The number of the article in a citation or address: `7:611`, `25`; empty where there is none. */
export const articleNumber = (citation: string): string => /\d+[a-z]?(?:[:.]\d+[a-z]*)*/u.exec(citation)?.[0] ?? "";
