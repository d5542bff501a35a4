import lexicon from "./lexicon.json" with { type: "json" };

/** A language, or both where a class is one in both. */
type Of = "nl" | "en" | "nl en";

const texts: ReadonlyMap<string, string> = new Map(
  lexicon.rows.map((row) => [`${row.language} ${row.class}`, row.words]),
);

/** The words of a class as its row has them. */
export const textOf = (language: Of, name: string): string => {
  const found = texts.get(`${language} ${name}`);
  if (found === undefined) throw new Error(`lexicon.json has no class ${name} of ${language}`);
  return found;
};

/** The words or stems of a class, in order. */
export const listOf = (language: Of, name: string): readonly string[] => textOf(language, name).split(" ");

export const wordsOf = (language: Of, name: string): ReadonlySet<string> => new Set(listOf(language, name));

/** The pairs of a class whose rows have a hyphen between two words. */
export const pairsOf = (language: Of, name: string): readonly (readonly [string, string])[] =>
  listOf(language, name).map((pair): readonly [string, string] => {
    const [one = "", other = ""] = pair.split("-");
    return [one, other];
  });

/** The words of a class whose rows have `=` between a word and what it counts, each with that number. */
export const countsOf = (language: Of, name: string): ReadonlyMap<string, number> => countsIn(listOf(language, name));

/** The same of words that were read already. */
export const countsIn = (words: Iterable<string>): ReadonlyMap<string, number> =>
  new Map([...words].map((word): [string, number] => [word.split("=", 1)[0] ?? "", Number(word.split("=")[1])]));

/** The pattern of a class of phrases, in any case of its letters. */
export const patternOf = (language: Of, name: string): RegExp => new RegExp(textOf(language, name), "iu");

/** The words of each class whose name begins so, of whatever language, by the rest of that name. */
export const classesOf = (prefix: string): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    lexicon.rows
      .filter((row) => row.class.startsWith(prefix))
      .map((row) => [row.class.slice(prefix.length), new Set(row.words.split(" "))]),
  );
