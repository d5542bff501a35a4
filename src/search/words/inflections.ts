import { isInflected, sharesStem } from "./stem.ts";
import { isStopWord } from "./stop-words.ts";
import { diminutive, isWeakEnding, participleHeads } from "./verb-forms.ts";

/** Stems whose words begin otherwise: the English stemmer's exceptions, and Dutch plurals that change their vowel. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ["die", "dying"],
  ["lie", "lying"],
  ["tie", "tying"],
  ["lid", "leden"],
  ["stad", "steden"],
]);
/** Letters that a word may have more than its stem (`-lijkheden`, `-isations`). */
const endingMax = 12;

/**
 * Every indexed word that has one of these stems in Dutch or English. Words are indexed as written, and found by their
 * stems when asked for: a stemmer takes tens of microseconds a word, mail is full of words that nobody asks for, and a
 * posting for each stem would be half an index more. Stemmers take endings away and change the last letter at most
 * (Dutch `-heden` becomes `-heid`), so only words that begin like a stem need be looked at.
 */
export const inflectionsOf = (stems: readonly string[], wordsFrom: (prefix: string) => readonly string[]): string[] => {
  const inflected = stems.filter(isInflected);
  const heads = inflected.map(headOf);
  const apart = new Set(heads.filter((head) => !heads.some((other) => head !== other && head.startsWith(other))));
  const lengthMax = Math.max(...stems.map(({ length }) => length)) + endingMax;
  const may = mayHaveStem(inflected);
  const has = (word: string): boolean =>
    (may.nl(word) && sharesStem(word, "nl", stems)) || (may.en(word) && sharesStem(word, "en", stems));
  const isWeak = weakFormOf(inflected);
  const found = [...apart].flatMap((head) =>
    wordsFrom(head).filter((word) => word.length <= lengthMax && (has(word) || isWeak(word))),
  );
  for (const [stem, word] of exceptions) if (stems.includes(stem)) found.push(word);
  found.push(...participlesOf(inflected, wordsFrom));
  return found;
};

/** Shorter ones mean too much else: `wel` is no form of `geweld`. */
const verbMin = 4;
/** Endings of a present or past behind a stem that is no prefix verb's: of shorter ones `kan` and `kant` would be one word. */
const stemMin = 5;
const prefixed = /^(?:be|ver|ont|her|er)/;

/** Whether a word is one of these stems with an ending that the stemmer leaves on: `betaalt`, `belde`, `briefje`. */
const weakFormOf = (stems: readonly string[]): ((word: string) => boolean) => {
  const closed = stems.flatMap(closedStems).filter((stem) => stem.length > 2);
  return (word) => {
    if (!leftOn.test(word) || isStopWord(word)) return false;
    return closed.some((stem) => {
      if (!word.startsWith(stem) || word.length === stem.length) return false;
      const ending = word.slice(stem.length);
      if (wholeDiminutive.test(ending)) return true;
      const isPrefixed = prefixed.test(stem);
      return (
        (isPrefixed && isWeakEnding(stem, ending, true)) ||
        ((isPrefixed || stem.length >= stemMin) && isWeakEnding(stem, ending, false))
      );
    });
  };
};

const leftOn = /(?:[dt](?:en?)?|jes?)$/;
const wholeDiminutive = new RegExp(`^${diminutive.source}`);

/** Participles of weak verbs: `gewerkt` of `werk`, `ziekgemeld` of `ziekmeld`. */
const participlesOf = (stems: readonly string[], wordsFrom: (prefix: string) => readonly string[]): string[] => {
  const found = new Set<string>();
  for (const stem of stems) {
    if (stem.length < 3) continue;
    const closed = closedStems(stem);
    // All of them begin with what the shortest begins with, but for its last letter.
    for (const head of new Set(participleHeads(stem).map((one) => one.slice(0, -1)))) {
      for (const word of wordsFrom(head)) {
        const isOne = closed.some((one) =>
          participleHeads(one).some(
            (begun) => word.startsWith(begun) && isWeakEnding(one, word.slice(begun.length), true),
          ),
        );
        if (isOne && word.length > verbMin) found.add(word);
      }
    }
  }
  return [...found];
};

/** What every word of this stem begins with. */
const headOf = (stem: string): string => stem.slice(0, Math.max(2, stem.length - (stem.endsWith("heid") ? 2 : 1)));

/** Inflections remembered until new words come: a dictionary that fits in memory, as far as it is asked for. */
const rememberedMax = 4_096;

/** Inflections found lately. */
export class Inflections {
  readonly #found = new Map<string, readonly string[]>();

  /** Every word that has one of these stems, of those that `wordsFrom` gives. */
  of(stems: readonly string[], wordsFrom: (prefix: string) => readonly string[]): readonly string[] {
    const key = stems.join(" ");
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const found = inflectionsOf(stems, wordsFrom);
    if (this.#found.size >= rememberedMax) this.#found.clear();
    this.#found.set(key, found);
    return found;
  }

  /** To be called when there are other words. */
  clear(): void {
    this.#found.clear();
  }
}

/** What the Dutch stemmer takes away, piece by piece; `t` and `er` (`werkt`, `kinderen`) this index takes itself. */
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
type MayHaveStem = Record<"nl" | "en", (word: string) => boolean>;

/**
 * Whether a word may have one of these stems, told by its ending: a stemmer takes tens of microseconds a word, and of the
 * words that begin like a stem, nineteen in twenty end in what no stemmer takes away. Generous: some that it lets pass
 * have another stem. Exceptions of the stemmers, which change the middle of a word, it does not know.
 */
export const mayHaveStem = (stems: readonly string[]): MayHaveStem => {
  const [nl, en] = [stems.flatMap(dutchShapes), stems.flatMap(englishShapes)];
  return { nl: (word) => nl.some((shape) => isOf(shape, word)), en: (word) => en.some((shape) => isOf(shape, word)) };
};

const isOf = ({ beginning, endings }: Shape, word: string): boolean =>
  word.startsWith(beginning) && endings.test(word.slice(beginning.length));

/** How a Dutch stem may be written where no vowel follows: `betal` as `betaal`, `belof` as `beloof`. */
const closedStems = (stem: string): readonly string[] => [
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
