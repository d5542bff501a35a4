/** What is known of the words of a strand. */
export interface WordList {
  has(word: string): boolean;
  /** Every word that ends so, of those that are all letters. */
  endingIn(tail: string): readonly string[];
  /** Every word that begins so. */
  wordsFrom(head: string): readonly string[];
}

/** Shorter words stand in others by chance: `rede` in `reden`. */
const wordMin = 4;
/** A word of this length is no accident in another, whatever the rest may be. */
const tellingLength = 8;
/** Nor are two that are both so long. */
const [longWord, longRest] = [6, 5];
/** A rest that is shorter is an ending or a prefix, not a word. */
const restMin = 3;
/** Shared by this many words, a rest that stands nowhere alone is a word all the same: `strook` of `loonstrook`. */
const sharedMin = 2;
/** Of a short word that begins hundreds of others, more are not looked at. */
const lookedAtMax = 2_000;

/** What Dutch puts between the parts of a compound. */
const linkAfter = /(?:s|en|e|er)$/;
const linkBefore = /^(?:s|en|e|n)/;
const onlyLetters = /^\p{L}+$/u;
const hasVowel = /[aeiouy]/;

/**
 * Words of the strand of which this word is the first or last part: `arbeidsovereenkomst` of `overeenkomst`. A rest is taken
 * for a part where it stands in the strand as a word, or in several compounds, or where both are long.
 */
export const compoundsOf = (word: string, list: WordList): string[] => {
  if (word.length < wordMin || !onlyLetters.test(word)) return [];
  const isPart = partJudge(word, list);
  const behind = firstOf(list.endingIn(word)).filter(
    (whole) => whole !== word && isPart(whole.slice(0, -word.length), linkAfter),
  );
  const before = firstOf(list.wordsFrom(word)).filter(
    (whole) => whole !== word && onlyLetters.test(whole) && isPart(whole.slice(word.length), linkBefore),
  );
  return [...new Set([...behind, ...before])];
};

/** As many as are looked at, the same whatever the order in which they came. */
const firstOf = (words: readonly string[]): readonly string[] =>
  words.length > lookedAtMax ? [...words].sort().slice(0, lookedAtMax) : words;

const partJudge = (word: string, list: WordList): ((rest: string, link: RegExp) => boolean) => {
  const judged = new Map<string, boolean>();
  const judge = (rest: string, link: RegExp): boolean => {
    const parts = [rest, rest.replace(link, "")].filter((part) => part.length >= restMin && hasVowel.test(part));
    if (parts.length === 0) return false;
    if (parts.some((part) => part.length >= wordMin && list.has(part))) return true;
    if (word.length >= tellingLength) return true;
    if (word.length >= longWord && parts.some((part) => part.length >= longRest)) return true;
    const shared = (part: string): number =>
      link === linkAfter ? list.wordsFrom(part).length : list.endingIn(part).length;
    return parts.some((part) => part.length > wordMin && shared(part) >= sharedMin);
  };
  return (rest, link) => {
    const key = `${link === linkAfter}${rest}`;
    const known = judged.get(key) ?? judge(rest, link);
    judged.set(key, known);
    return known;
  };
};
