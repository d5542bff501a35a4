/**
 * Articles, which a name is written with or without: "openbaarheid van archieven" and "de openbaarheid van archieven". Any
 * other little word can be all that tells two laws apart: the "Wet op de Ruimtelijke Ordening" is not the "Wet ruimtelijke
 * ordening" that took its place.
 */
const little = new Set("de het een der des den".split(" "));

/** A word of a text: how it is compared ("" for a little word), as it was written, and where it ends. */
export interface NameWord {
  readonly folded: string;
  readonly text: string;
  readonly end: number;
}

const word = /[\p{L}\p{N}]+/uy;
/** What may stand between two words of one name: white space, a hyphen, a comma, brackets; a full stop is looked at apart. */
const between = /[\s,()'’‘"“”„/–—.\-\u00ad]*/uy;
const betweenMax = 44;
const marks = /\p{M}+/gu;

/**
 * A text without what spelling reforms and typing change: capitals, diacritics, `k` for `c` (produkten, producten), `y` for
 * `ij`. Both sides of a comparison are folded, so that only laws whose names fold to one could be mixed up, and those count
 * as shared.
 */
const folded = (text: string): string => {
  const lower = text.toLowerCase();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a quick test for plain ASCII, which most names are
  const plain = /^[\x00-\x7f]*$/.test(lower) ? lower : lower.normalize("NFD").replace(marks, "");
  return plain.replaceAll("c", "k").replaceAll("ij", "y");
};

/** A folded word, "" for a little one. */
const compared = (word: string): string => (little.has(word) ? "" : word);

/** A word as it is compared; "" for a little word. */
export const foldWord = (text: string): string => compared(folded(text));

/** The words of a text from one place on, as long as nothing but spaces, hyphens, commas and brackets stands between them. */
export function* wordsFrom(text: string, at: number): Generator<NameWord> {
  for (let from = at; ; ) {
    word.lastIndex = from;
    const found = word.exec(text)?.[0];
    if (found === undefined) return;
    const end = from + found.length;
    yield { folded: foldWord(found), text: found, end };
    between.lastIndex = end;
    const gap = between.exec(text)?.[0] ?? "";
    if (gap.length > betweenMax) return;
    // A sentence ends at a full stop before a space, an abbreviation does not: "W.V.O. BES", "Stb. 305".
    if (/\.\s/.test(gap) && found.length > 3 && !/^\d/.test(found)) return;
    from = end + gap.length;
  }
}

/** The letters and digits of a name, folded, little words left out: what two spellings of one name have in common. */
export const spelledKey = (name: string): string => {
  let key = "";
  for (const each of folded(name).split(/[^\p{L}\p{N}]+/u)) key += compared(each);
  return key;
};

/**
 * How many letters must be put in, left out or changed to make one word the other, or `max + 1` for more than `max`. Two
 * letters that changed places count as one.
 */
export const lettersApart = (a: string, b: string, max: number): number => {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    if (Math.min(...row) > max) return max + 1;
    before = last;
    last = row;
  }
  return Math.min(last[b.length] ?? 0, max + 1);
};

/**
 * What may stand behind a name that is written otherwise than registered, or described: the end, punctuation, or a word that
 * no name goes on with. Anything else may make it the name of another law, one that the register need not hold: `Instelling
 * examencommissies` is none for "Instelling examencommissies luchtvaart".
 */
const punctuation =
  /^(?:\s*(?:$|[,;:.\]"”’»]|\)(?!\s*(?:1[89]|20)\d\d)|\((?:hierna|verder|Stb|Stcrt|Trb|oud)|[–—-]\s)|\n)/u;
const words =
  /^\s+(?:is|zijn|was|waren|wordt|worden|werd|kan|kunnen|mag|moet|geldt|gelden|blijft|blijven|vervalt|vervallen|niet|dat|die|zoals|juncto|dan|alsmede|waarin|waarvan|bedoelde?|gestelde?|genoemde?|vermelde?|opgenomen|toegekende?|gegeven|vastgestelde?|geregelde?|neergelegde?|voorgeschreven|aangewezen|aangemerkt|omschreven|bij\s+het\s+begin|jo\.|(?:en|of)\s+(?:artikel|artikelen|art\.|artt\.|de|het|van|op|in|hoofdstuk|bijlage|paragraaf|titel|is|wordt|worden|\d+[a-z]{0,2}))(?![\p{L}\p{N}])/iu;

/** Whether a name may end here. A hyphen, a year or "BES" behind it makes it another law's. */
export const nameEndsAt = (text: string, end: number): boolean => {
  const after = text.slice(end, end + 40);
  return punctuation.test(after) || words.test(after);
};

/** The letters and digits of a name, little words included: what hyphens, spaces and full stops do not change. */
export const lettersOf = (name: string): string => folded(name).replace(/[^\p{L}\p{N}]+/gu, "");
