/**
 * The first words of places as the Vault labels them, Dutch and English: its own (`onder “Werkplek”`, `vanaf “Wij”`), and
 * those that documents number their parts with. Where two words of one language meet one of the other, the first pair leads
 * back.
 */
const pairs: readonly (readonly [nl: string, en: string])[] = [
  ["onder", "under"],
  ["vanaf", "from"],
  ["artikel", "article"],
  ["art.", "art."],
  ["clausule", "clause"],
  ["paragraaf", "section"],
  ["par.", "sec."],
  ["alinea", "paragraph"],
  ["lid", "paragraph"],
  ["hoofdstuk", "chapter"],
  ["afdeling", "division"],
  ["titel", "title"],
  ["deel", "part"],
  ["onderdeel", "item"],
  ["punt", "point"],
  ["bepaling", "provision"],
  ["bijlage", "annex"],
  ["bijlage", "appendix"],
  ["bijlage", "schedule"],
  ["bijlage", "exhibit"],
  ["productie", "exhibit"],
  ["pagina", "page"],
  ["blz.", "p."],
  ["regel", "line"],
  ["stap", "step"],
  ["vraag", "question"],
  ["module", "module"],
  ["bericht", "message"],
];

const table = (rows: readonly (readonly [string, string])[]): ReadonlyMap<string, string> => new Map(rows.toReversed());

const inEnglish = table(pairs);
const inDutch = table(pairs.map(([nl, en]) => [en, nl]));

/** A label in the language of the memo: its first word alone, where it stands before a number or a heading. */
const translated =
  (words: ReadonlyMap<string, string>) =>
  (label: string): string =>
    label.replace(/^\p{L}+\.?(?= [\d“])/u, (word) => words.get(word.toLowerCase()) ?? word);

/** The label of a place in English. */
export const placeInEnglish = translated(inEnglish);
/** The label of a place in Dutch. `p. 3` is said so in both. */
export const placeInDutch = (label: string): string => (/^p\. /u.test(label) ? label : translated(inDutch)(label));
