/**
 * Acts of the Union as they are numbered: kinds with the letter of their CELEX number (https://eur-lex.europa.eu/content/tools/
 * TableOfSectors/types_of_documents_in_eurlex.html, sector 3), the type of their ELI (https://eur-lex.europa.eu/eli-register/
 * eu_publications_office.html) and the words by which Dutch and English texts name them (the Interinstitutional Style Guide,
 * https://style-guide.europa.eu, 1.2.2).
 */
const kinds = [
  { letter: "R", eli: "reg", nl: "Verordening", en: "Regulation" },
  { letter: "L", eli: "dir", nl: "Richtlijn", en: "Directive" },
  { letter: "D", eli: "dec", nl: "Besluit", en: "Decision" },
] as const;

/**
 * How an act's number says its treaty, by the first year of each: the Union took the Community's place on 1 December 2009, the
 * Community the Economic Community's on 1 November 1993 (style guide, 1.2.2). In a year of change both were used.
 */
const treaties = [
  { nl: "EEG", en: "EEC", from: 1958, through: 1993 },
  { nl: "EG", en: "EC", from: 1993, through: 2009 },
  { nl: "EU", en: "EU", from: 2009, through: 9999 },
] as const;

/** The treaty of an act in brackets, as a pattern; an act of both treaties names both: `(EU, Euratom)`. */
export const treatyInBrackets = String.raw`\((?:EU|EG|EEG|EC|EEC|Euratom)(?:,\s?Euratom)?\)`;

/** From here on all acts are numbered alike: year first, treaty in brackets in front (style guide, 1.2.2). */
const alikeFrom = 2015;
/** From here on regulations say their treaty in brackets in front of "nr."; from here on a directive's year has four digits. */
const bracketFrom = 1999;

/** The number of an act: the letter of its kind, its year, its number within the year. */
export interface EuActNumber {
  readonly letter: string;
  readonly year: number;
  readonly number: number;
  /** First day of a consolidated text, ISO date; "" for the act as it was published. */
  readonly consolidatedOn: string;
}

const celexForm = /^([03])(\d{4})([RLD])(\d{4})(?:-(\d{4})(\d{2})(\d{2}))?$/;

/** Whether an id of a law is the CELEX number of an act of the Union. */
export const isCelex = (lawId: string): boolean => celexForm.test(lawId);

/** Reads a CELEX number of a regulation, directive or decision (`32014L0092`), or of its consolidated text (`02014L0092-20200101`). */
export const readCelex = (celex: string): EuActNumber | undefined => {
  const [, sector, year, letter = "", number, y, m, d] = celexForm.exec(celex) ?? [];
  if (!year || (sector === "0") !== (y !== undefined)) return undefined;
  return { letter, year: Number(year), number: Number(number), consolidatedOn: y ? `${y}-${m}-${d}` : "" };
};

/** The CELEX number of the act as it was published; it is the id of every text of the act, consolidated ones too. */
export const celexOf = ({ letter, year, number }: EuActNumber): string =>
  `3${year}${letter}${String(number).padStart(4, "0")}`;

/** Reads an ELI (`http://data.europa.eu/eli/reg/2024/903/oj`); a type such as `reg_impl` is of its first word's kind. */
export const readEli = (eli: string): EuActNumber | undefined => {
  const [, type, year, number, rest = ""] =
    /\/eli\/([a-z]+)(?:_[a-z]+)*\/(\d{4})\/(\d{1,4})(?:\/([\d-]+))?/.exec(eli) ?? [];
  const kind = kinds.find((each) => each.eli === type);
  if (!kind) return undefined;
  const consolidatedOn = /^\d{4}-\d{2}-\d{2}$/.test(rest) ? rest : "";
  return { letter: kind.letter, year: Number(year), number: Number(number), consolidatedOn };
};

/** How addresses write the law of the Union: one id, whether its text is loaded or not. Any other id stays what it is. */
export const addressLawId = (lawId: string): string => (isCelex(lawId) ? `CELEX ${lawId}` : lawId);

/** The id, as addresses write it, of an act named by kind, number and treaty (`Richtlijn 2003/88/EG`); "" for any other words. */
export const lawIdNamed = (words: string): string => {
  const act = /(?:^|[\s(/])(?:EU|EG|EEG|EC|EEC|Euratom)(?!\p{L})/u.test(words) ? numberInTitle(words) : undefined;
  return act ? addressLawId(celexOf(act)) : "";
};

/** The ELI of an act as it was published, where its kind alone makes it: an implementing act has another type. */
export const eliOf = ({ letter, year, number }: EuActNumber): string =>
  `http://data.europa.eu/eli/${kinds.find((each) => each.letter === letter)?.eli}/${year}/${number}/oj`;

/** The letter of the kind that a title's first line names: the first of its words in front of a digit. */
export const kindInTitle = (line: string): string => {
  const words = /^\D*/.exec(line)?.[0].toLowerCase() ?? "";
  const named = kinds
    .flatMap((kind) => [kind.nl, kind.en].map((word) => ({ kind, at: words.indexOf(word.toLowerCase()) })))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  return named[0]?.kind.letter ?? "";
};

/** The number that a title's first line gives an act, as its kind and time number it; undefined where it gives none. */
export const numberInTitle = (line: string): EuActNumber | undefined => {
  const letter = kindInTitle(line);
  const [, one = "", other = ""] = /(\d{1,4})\/(\d{1,4})(?!\d)/.exec(line) ?? [];
  if (!letter || !one || !other) return undefined;
  const isNumberFirst = /n[ro]\.?\s*\d/i.test(line) || (/^\d{4}$/.test(other) && !/^(?:19|20)\d\d$/.test(one));
  const [year, number] = isNumberFirst ? [other, one] : [one, other];
  return { letter, year: fullYear(year), number: Number(number), consolidatedOn: "" };
};

const fullYear = (year: string): number => (year.length === 2 ? 1900 + Number(year) : Number(year));

/** The name by which Dutch lawyers cite an act: `Richtlijn 2014/92/EU`, `Verordening (EU) 2024/903`. */
export const euActName = (act: EuActNumber): string => euActNames(act)[0] ?? celexOf(act);

/** Names under which an act is cited, the Dutch one first: by its number in Dutch and English, by its CELEX number, by its ELI. */
export const euActNames = (act: EuActNumber): string[] => {
  const kind = kinds.find((each) => each.letter === act.letter);
  if (!kind) return [];
  // The newer treaty first: in the years of change most acts are of it.
  const ofTime = treaties.filter(({ from, through }) => from <= act.year && act.year <= through).toReversed();
  const numbered = ["", ", Euratom"].flatMap((also) =>
    ofTime.flatMap((treaty) =>
      (["nl", "en"] as const).flatMap((as) => numberedName(act, kind[as], `${treaty[as]}${also}`, as)),
    ),
  );
  return [...numbered, `CELEX ${celexOf(act)}`, `CELEX:${celexOf(act)}`, `CELEX-nummer ${celexOf(act)}`, eliOf(act)];
};

const numberedName = (
  { letter, year, number }: EuActNumber,
  word: string,
  treaty: string,
  as: "nl" | "en",
): string[] => {
  if (year >= alikeFrom) return [`${word} (${treaty}) ${year}/${number}`];
  if (letter !== "R" && treaty.includes(",")) return [];
  if (letter !== "R") return [`${word} ${year >= bracketFrom ? year : year - 1900}/${number}/${treaty}`];
  const short = year >= bracketFrom ? year : year - 1900;
  return (as === "nl" ? ["nr. ", "nr ", ""] : ["No ", "No. ", ""]).map(
    (numeral) => `${word} (${treaty}) ${numeral}${number}/${short}`,
  );
};
