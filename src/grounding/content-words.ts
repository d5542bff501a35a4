/**
 * Words that stand in any text of a case and tell no two apart: articles, pronouns, auxiliaries, prepositions, and the nouns
 * for the two sides and for pieces of paper. A closed list by its classes; words of the matter itself are not in it.
 */
const generic = new Set(
  (
    "aan achter als bij binnen boven daar daarna daarom daarvan dat de deze die dit doch door dus een eens elk elke en er ervan " +
    "even haar hebben hebt heb heeft had hadden heel hen het hier hij hoe hun ieder iedere iets ik in indien is ja je jij jou jouw " +
    "jullie kan kunnen kunt kon konden maar maken me meer men met mij mijn moet moeten moest na naar naast niet niets geen noch nog " +
    "nooit nu of om onder ons onze ook op over reeds sinds te tegen ten ter tijdens toch toen tot tussen u uit uw van vanaf vandaag " +
    "vanwege veel verder via voor vooral waar waaraan waarbij waardoor waarin waarom waarop waarvan want waren was wat we wel welke " +
    "werd werden wie wij wil willen wilt wordt worden zal zich zij zijn zo zoals zou zouden zowel zullen zult alle alleen al altijd " +
    "ander andere anders hierbij hiermee hiervan graag geachte beste groet groeten vriendelijke " +
    "a about after all also an and any are as at be been before being both but by can could did do does each for from had has have he " +
    "her here him his how i if in into is it its me more most must my no nor not now of on only or our out over shall she should since " +
    "so some such than that the their them then there these they this those to under until up upon us was we were what when where " +
    "which while who will with would you your dear regards kind sincerely never none nothing " +
    "werkgever werknemer werkneemster werkgeefster partij partijen bedrijf onderneming organisatie brief bericht mail email stuk " +
    "stukken document documenten bijlage artikel art lid datum heer mevrouw jaar maand week dag schriftelijk schrijft schreef stelt " +
    "employer employee party parties company organisation letter message document documents attachment article date year month week " +
    "day written wrote writes states " +
    "januari februari maart april mei juni juli augustus september oktober november december january february march may june july " +
    "august october maandag dinsdag woensdag donderdag vrijdag zaterdag zondag monday tuesday wednesday thursday friday saturday sunday"
  ).split(/\s+/u),
);

const pattern = /[\p{L}\p{M}]+/gu;

/** So many first letters tell words of one family: inflections and compounds differ behind them. */
const rootLength = 5;

/** A word of a text with its place: UTF-16 units, half-open. */
export interface ContentWord {
  /** Its first letters, lower case and without accents. */
  readonly root: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a text that carry content, in order. Letters only: numbers and dates are tokens and compared as such. */
export const contentWords = (text: string): ContentWord[] =>
  Array.from(text.matchAll(pattern), ({ 0: word, index }) => ({
    word: word.toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, ""),
    start: index,
    end: index + word.length,
  }))
    .filter(({ word }) => word.length > 3 && !generic.has(word))
    .map(({ word, start, end }) => ({ root: word.slice(0, rootLength), start, end }));

/** Whether two texts of one language have a content word in common; undefined: one of them has none to compare. */
export const shareContent = (a: string, b: string): boolean | undefined => {
  const [left, right] = [contentWords(a), new Set(contentWords(b).map(({ root }) => root))];
  if (left.length === 0 || right.size === 0) return undefined;
  return left.some(({ root }) => right.has(root));
};

const signs: readonly (readonly [string, RegExp])[] = [
  ["nl", /(?<!\p{L})(?:de|het|een|van|dat|wij|uw|niet|aan|zijn|bij|ook|op|voor|met)(?!\p{L})/giu],
  ["en", /(?<!\p{L})(?:the|of|and|that|you|your|not|are|with|for|this|was|be|to)(?!\p{L})/giu],
];

/** Whether two texts may be compared word by word: not where their most common words say that they are of two languages. */
export const sameLanguage = (a: string, b: string): boolean => {
  const [left, right] = [languageOf(a), languageOf(b)];
  return left === undefined || right === undefined || left === right;
};

const languageOf = (text: string): string | undefined => {
  const counts = signs.map(([language, words]) => ({ language, count: text.match(words)?.length ?? 0 }));
  const [most, least] = counts.toSorted((a, b) => b.count - a.count);
  return most && least && most.count > least.count ? most.language : undefined;
};
