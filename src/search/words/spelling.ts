/** What a word is compared with. */
export interface Spellings {
  wordsFrom(head: string): readonly string[];
  endingIn(tail: string): readonly string[];
  has(word: string): boolean;
  /** How many documents have the word. */
  countOf(word: string): number;
}

/** Shorter words are near to too many others. */
const lettersMin = 4;
/** A word of so many letters may have two of them wrong. */
const twoWrongFrom = 8;
/** Words equally near that are counted, which reads their postings. */
const countedMax = 24;
const onlyLetters = /^\p{L}+$/u;

/**
 * The word that was probably meant by one that stands nowhere: the nearest there is, one letter changed, left out, put in or
 * two swapped (two such slips in a long word), and of several equally near the commonest. Undefined where none is near.
 *
 * A slip is either behind the first letters, and the word is found by its beginning; or among them, and it is found by
 * what comes after.
 */
export const meantBy = (word: string, list: Spellings): string | undefined => {
  if (word.length < lettersMin || !onlyLetters.test(word)) return undefined;
  const whole = word.length > 6 ? 3 : 2;
  const swapped = word.slice(0, whole - 1) + word[whole] + word[whole - 1] + word.slice(whole + 1);
  const near = new Set([...list.wordsFrom(word.slice(0, whole)), ...list.endingIn(word.slice(whole))]);
  if (list.has(swapped)) near.add(swapped);
  const most = word.length >= twoWrongFrom ? 2 : 1;
  const byDistance: string[][] = [[], []];
  for (const other of near) {
    if (Math.abs(other.length - word.length) > most || !onlyLetters.test(other)) continue;
    const distance = slips(word, other, most);
    if (distance > 0 && distance <= most) byDistance[distance - 1]?.push(other);
  }
  for (const equal of byDistance) {
    const counted = equal
      .sort()
      .slice(0, countedMax)
      .map((other) => ({ other, count: list.countOf(other) }));
    const [best] = counted.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
    if (best !== undefined) return best.other;
  }
  return undefined;
};

/** Letters changed, left out, put in, or two neighbours swapped; `most + 1` for more than are asked for (optimal string alignment). */
const slips = (a: string, b: string, most: number): number => {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] as number) + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return last[b.length] as number;
};
