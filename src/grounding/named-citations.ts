/** A provision or ruling as a text names it. */
export interface NamedCitation {
  /** Rulings as upper-case ECLI, provisions as `art. <number>`. */
  readonly key: string;
  /** The words of the law's name, lower case, when it follows: `bw`, or `wet` and `wia`. Empty: none follows. */
  readonly law: readonly string[];
  /** As it stands in the text, for a person. */
  readonly shown: string;
}

const ecli = /ECLI:[A-Z]{2}:[A-Z0-9]+:\d{4}:[A-Z0-9]+/giu;

/** Three digits after a colon are an article of a law in books, never a time of day; fewer need the word "artikel". */
const article =
  /(?<![\p{L}\p{N}])(?:art(?:t|ikel(?:en)?|icles?)?\.?\s*(\d+(?:[.:]\d+)*[a-z]{0,2})|(\d{1,2}:\d{3,4}[a-z]{0,2}))(?![\p{L}\p{N}])/giu;

/**
 * What may stand between an article's number and the name of its law: `lid 3 onder g`, `, eerste lid, van de`. Each word
 * ends where it ends, so that there is one way to read it and hostile text takes no longer.
 */
const pinpoint =
  /^(?:[\s,]*(?:eerste|tweede|derde|vierde|vijfde|zesde|zevende|achtste|negende|tiende|lid|leden|onder(?:deel|delen)?|sub|aanhef|slot|volzin|zin|en(?=\s+\d)|tot|met|paragraph|\d{1,3}[a-z]?|[a-z])(?![\p{L}\p{N}]))*[\s,]*(?:(?:van|uit)\s+(?:de|het)\s+|of\s+the\s+)?$/u;

/** A name begins with a capital; `Wet op de` and `Burgerlijk Wetboek` go on for some words. */
const lawName = /\p{Lu}[\p{L}\p{N}]*(?:\s+(?:(?:op|inzake|en|de|het|of)\s+){0,2}\p{Lu}[\p{L}\p{N}]*){0,5}/u;

/** Longest stretch after a number in which the law's name is looked for. */
const reach = 90;

/** Every provision and ruling that a text names, in its order. */
export const namedCitations = (text: string): NamedCitation[] => [
  ...Array.from(text.matchAll(ecli), ([match]) => ({ key: match.toUpperCase(), law: [], shown: match.toUpperCase() })),
  ...Array.from(text.matchAll(article), (match) => {
    const number = (match[1] ?? match[2] ?? "").toLowerCase();
    const name = nameAfter(text.slice(match.index + match[0].length, match.index + match[0].length + reach));
    const key = `art. ${number}`;
    return { key, law: wordsOf(name), shown: name === "" ? key : `${key} ${name}` };
  }),
];

const nameAfter = (rest: string): string => {
  // A full stop ends the sentence, and with it the citation: what follows is another thought.
  const stretch = rest.split(/[.;:?!()[\]“”"]/u, 1)[0] ?? "";
  const found = lawName.exec(stretch);
  return found && pinpoint.test(stretch.slice(0, found.index)) ? found[0] : "";
};

/** Words that stand in many names and tell none apart. */
const common = new Set(["de", "het", "en", "op", "inzake", "of", "wet", "the", "act", "dutch"]);

const wordsOf = (name: string): string[] => {
  const words = name
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== "" && !common.has(word));
  const civilCode = words.includes("bw") || name.startsWith("Burgerlijk Wetboek") || /civil code/iu.test(name);
  return civilCode ? ["bw"] : words;
};

/**
 * Whether `cited` is among what a ledger names. The number must be there; where the text names a law and the ledger knows
 * laws for that number, one of those must be meant: art. 7:611 of another law is another rule.
 */
export const isNamed = (cited: NamedCitation, ledger: readonly NamedCitation[]): boolean => {
  const same = ledger.filter(({ key }) => key === cited.key);
  if (same.length === 0) return false;
  const laws = same.filter(({ law }) => law.length > 0);
  if (cited.law.length === 0 || laws.length === 0) return true;
  return laws.some(({ law }) => law.some((word) => cited.law.includes(word)));
};
