/**
 * What the Dutch stemmer takes away, piece by piece. `t` and `er` are those of `werkt` and `kinderen`, which this index
 * reduces by itself.
 */
const dutchEndings = /^(?:heden|heid|ene?|se?|e|end|ing|ig|lijk|baar|bar|t|er)*$/;
/** The same for the English one; pieces of what it exchanges (`-ability`, `-ation`) come one after another. */
const englishEndings =
  /^(?:s|es|e?e?d|e?ing|ly|li|i|y|e|l|al|ic|i?on|ate?|or|i?[vz]e?|err?|ful|ness|e?ment|[ea]nt|[ai]?b[il]i?|[ai]ble|ous|ism|[ae]nce?|[ae]nci|it[iy]|t|lit[iy]|ogi)*$/;

/** How a stem may stand in a word, and with what endings. */
interface Shape {
  readonly beginning: string;
  readonly endings: RegExp;
}

/** The languages in which a word may have one of some stems. */
export type MayHaveStem = Record<"nl" | "en", (word: string) => boolean>;

/**
 * Whether a word may have one of these stems, told by its ending: a stemmer takes tens of microseconds a word, and of the
 * words that begin like a stem, nineteen in twenty end in what no stemmer takes away. Generous: some that it lets pass
 * have another stem. Exceptions of the stemmers, which change the middle of a word, it does not know.
 */
export const mayHaveStem = (stems: readonly string[]): MayHaveStem => {
  const [nl, en] = [stems.flatMap(dutchShapes), stems.flatMap(englishShapes)];
  return {
    nl: (word) => nl.some((shape) => isOf(shape, word)),
    en: (word) => en.some((shape) => isOf(shape, word)),
  };
};

const isOf = ({ beginning, endings }: Shape, word: string): boolean =>
  word.startsWith(beginning) && endings.test(word.slice(beginning.length));

/** How a Dutch stem may be written where no vowel follows: `betal` as `betaal`, `belof` as `beloof`. */
export const closedStems = (stem: string): readonly string[] => [
  ...new Set(dutchShapes(stem).map(({ beginning }) => beginning)),
];

/** A stem may have lost a doubled vowel (`maan`, `manen`), have one consonant of two, and end in f or s for v or z. */
const dutchShapes = (stem: string): Shape[] => {
  const [head, last] = parted(stem);
  const vowel = /[aeou]$/.exec(head)?.[0] ?? "";
  const beginnings = stem.endsWith("heid")
    ? [stem, `${stem.slice(0, -2)}d`]
    : [...dutchLasts(last)].map((one) => head + one);
  const doubled = isVowel.test(last) ? [] : beginnings.map((beginning) => head + vowel + beginning.slice(head.length));
  return shapesOf(vowel === "" ? beginnings : [...beginnings, ...doubled], last, dutchEndings);
};

/** A stem may have i for y, an e that the word has lost (`hoping`), or one consonant of two. */
const englishShapes = (stem: string): Shape[] => {
  const [head, last] = parted(stem);
  const lasts =
    last === "i" || last === "y" ? ["i", "y"] : last === "e" ? ["e", ""] : last === "l" ? ["l", "il"] : [last];
  return shapesOf(
    lasts.map((one) => head + one),
    last,
    englishEndings,
  );
};

/** With the last letter once or twice. */
const shapesOf = (beginnings: readonly string[], last: string, endings: RegExp): Shape[] =>
  beginnings.flatMap((beginning) => [
    { beginning, endings },
    { beginning: beginning + last, endings },
  ]);

const isVowel = /[aeiou]/;
const dutchLasts = (last: string): string => (last === "f" ? "fv" : last === "s" ? "sz" : last);

const parted = (stem: string): [head: string, last: string] => {
  const last = [...stem].at(-1) ?? "";
  return [stem.slice(0, stem.length - last.length), last];
};
