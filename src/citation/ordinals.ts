const words =
  `eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde dertiende veertiende
  vijftiende zestiende zeventiende achttiende negentiende twintigste eenentwintigste tweeëntwintigste drieëntwintigste
  vierentwintigste vijfentwintigste zesentwintigste zevenentwintigste achtentwintigste negenentwintigste dertigste
  eenendertigste tweeëndertigste drieëndertigste vierendertigste vijfendertigste zesendertigste zevenendertigste
  achtendertigste negenendertigste veertigste eenenveertigste tweeënveertigste drieënveertigste vierenveertigste
  vijfenveertigste zesenveertigste zevenenveertigste achtenveertigste negenenveertigste vijftigste`.split(/\s+/);

const plain = (word: string): string => word.toLowerCase().replaceAll("ë", "e");

/** As English texts write the leden of an article. */
const english = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(" ");

const numbers: ReadonlyMap<string, number> = new Map(
  [words, english].flatMap((list) => list.map((word, index): [string, number] => [plain(word), index + 1])),
);

/** The rank as lawyers write it: a word up to `vijftigste`, beyond it `51e`. */
export const ordinal = (rank: number): string => words[rank - 1] ?? `${rank}e`;

/** The rank that a word (`eerste`) or short form (`2e`, `3de`, `8ste`) names; undefined for anything else. */
export const rankOf = (word: string): number | undefined => {
  const short = /^([1-9]\d{0,2})(?:e|de|ste)$/i.exec(word);
  return short ? Number(short[1]) : numbers.get(plain(word));
};

/** A regular expression's source that matches one ordinal; longer words first, so that none hides behind its own beginning. */
export const ordinalPattern = `(?:${[...words, ...english]
  .sort((a, b) => b.length - a.length)
  .join("|")
  .replaceAll("ë", "[eë]")}|[1-9]\\d{0,2}(?:ste|de|e))`;
