import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { numberWord, ordinalWord } from "./language/numbers.ts";
import { fold } from "./language/words.ts";
import type { Range } from "./tokens/token.ts";

/** A place in a document that a sentence names. */
export type NamedPlace = Range & {
  readonly kind: "page" | "paragraph" | "heading" | "exhibit";
  readonly values: readonly string[];
  /** Everything from the first value to the last is meant. */
  readonly isRange?: boolean;
};

/** A number in digits or in words, or a mark in capitals (`C`, `IV`), which the code looks at again. */
const mark = "\\d+(?:\\.\\d+)*[a-z]?|\\p{L}{1,14}(?:-\\p{L}{3,5})?";
const joint = "\\s*(?<join>-|–|t/m|tot\\s+en\\s+met|to|through|en|and|,)\\s*";
const list = `(?<first>${mark})(?:${joint}(?<last>${mark})(?![\\p{L}\\p{N}]))?`;
const page = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:pp?\\.|pag\\.|pagina(?:'s)?|blz\\.?|bladzijden?|pages?)\\s*${list}(?:\\s+(?:van|of)\\s+\\d+)?(?![\\p{L}\\p{N}])`,
  "giu",
);
const paragraph = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:paragraaf|par\\.|§§?|alinea|randnummer|clausule|(?:onder|punt|under|item|point)(?=\\s+\\d+\\.\\d)|clause|section|paragraph|bepaling|hoofdstuk|chapter)\\s*${list}(?![\\p{L}\\p{N}:])`,
  "giu",
);
/** An article of a paper that parties made, not of a law. */
const article = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:art\\.|artikel|article)\\s*${list}(?:\\s*,?\\s*(?:lid|onder|sub)\\s+\\w{1,3})*(?:\\s+op\\s+(?:pagina|p\\.|blz\\.?)\\s*\\d+)?,?\\s+(?:van|uit|in|of)\\s+(?:de|het|mijn|uw|onze|the|my|your|our)\\s+(?:\\p{L}+\\s+)?(?=\\p{L}*(?:overeenkomst|contract|cao|reglement|handboek|\\p{L}regeling|protocol|plan|agreement|handbook|policy))`,
  "giu",
);
/** A clause by its number with a full stop, where no law is named: `artikel 9.2`, `art. 4.3 en 4.4`. */
const clause = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:art\\.|artt\\.|artikel(?:en)?|articles?)\\s*(?=\\d+\\.\\d)${list}(?![\\p{L}\\p{N}:])`,
  "giu",
);
/** What a number of an article goes on with where it is of another paper. */
const ofPaper = /,?\s+(?:van|uit|in|of)\s+(?:de|het|mijn|uw|onze|the|my|your|our)(?:\s+\p{L}+)?\s*$/iu;
const heading =
  /(?<![\p{L}])(?:onder|under)\s+(?:(?:het\s+|de\s+|the\s+)?(?:kopje|kop|heading|hoofdje)\s+)?(?=\ufffc)/giu;

/** Parts of a paper that are told by their rank (`de derde alinea`, `the last page`), and its annexes. */
const ordinalPlace =
  /(?<!\p{L})(?<ordinal>\p{L}{4,14}|\d{1,2}(?:e|de|ste|nd|rd|th|st))\s+(?<noun>alinea|voetnoot|bijlage|productie|paragraaf|pagina|bladzijde|kolom|regel|(?:vol)?zin|paragraph|footnote|annex|exhibit|page|column|schedule|sentence|line)(?!\p{L})/giu;
/** An item by its letter: `onder c`, `item (c)`. */
const lettered =
  /(?<!\p{L})(?:onder\s+sub|onder|sub|onderdeel|letter|item|under|point)\s+(?:\((?<inner>[a-z])\)|(?<letter>[a-z]))(?![\p{L}\p{N}'’.]\p{L}|[\p{L}\p{N}])/gu;
/** A note of a paper: the memo's own are numbered when it is printed, and no sentence can know them. */
const note = /(?<!\p{L})(?:voet)?noot\s+(?<first>\d+)|(?<!\p{L})(?:foot)?note\s+(?<other>\d+)/giu;
/** An annex of a document, not of the memo. */
const annex = new RegExp(
  `(?<!\\p{L})(?:bijlage|annex|appendix|schedule)\\s+${list}(?=\\s+(?:van|bij|of|to)\\s+(?:de|het|mijn|uw|the|my|your)(?!\\p{L}))`,
  "giu",
);

/** What the memo itself encloses: a numbered paper with no other paper behind it. */
const exhibit = new RegExp(
  `(?<!\\p{L})(?:bijlagen?|bijl\\.|producties?|prod\\.|bewijsstuk(?:ken)?|annex(?:es)?|appendix|exhibits?|enclosures?|attachments?)\\s+(?:nr\\.?\\s+|no\\.?\\s+)?${list}(?![\\p{L}\\p{N}:])(?!\\s+(?:van|bij|of|to)\\s)`,
  "giu",
);

/** Every place of a document that the text names, and every exhibit of the memo itself. */
export const placesIn = (text: string): NamedPlace[] => [
  ...numbered(text, page, "page"),
  ...articlesIn(text),
  ...numbered(text, paragraph, "paragraph"),
  ...numbered(text, annex, "paragraph"),
  ...numbered(text, exhibit, "exhibit"),
  ...numbered(text, note, "paragraph"),
  ...Array.from(text.matchAll(lettered), ({ 0: found, index, groups: g }) => ({
    kind: "paragraph" as const,
    values: [g?.inner ?? g?.letter ?? ""],
    start: index,
    end: index + found.length,
  })),
  ...Array.from(text.matchAll(ordinalPlace)).flatMap(({ 0: found, index, groups: g }): NamedPlace[] => {
    const value = rankOf(g?.ordinal ?? "");
    const kind = kindOfNoun(g?.noun ?? "");
    return value === undefined ? [] : [{ kind, values: [value], start: index, end: index + found.length }];
  }),
];

/** Articles of papers, without the words that say of which paper. */
const articlesIn = (text: string): NamedPlace[] => {
  const named = numbered(text, article, "paragraph").map((place) => {
    const words = text.slice(place.start, place.end);
    return { ...place, end: place.start + words.replace(ofPaper, "").length };
  });
  const alone = numbered(text, clause, "paragraph").filter(({ start }) => !named.some((one) => one.start === start));
  return [...named, ...alone];
};

/** A clause as a text or a label names it (`artikel 5.3`), with its number. */
export interface NumberedClause {
  readonly named: string;
  readonly number: string;
}

/** The clauses of papers that a text names by their number. */
export const clausesNamed = (text: string): NumberedClause[] =>
  [...articlesIn(text), ...numbered(text, paragraph, "paragraph")].flatMap(({ values, start, end }) =>
    values.filter((value) => /^\d/u.test(value)).map((number) => ({ named: text.slice(start, end), number })),
  );

/** The clause that a place (`artikel 5.3, p. 2`) says a passage stands in; undefined: in none that has a number. */
export const clauseAt = (place: string): NumberedClause | undefined => {
  const named = place.replaceAll(page, " ").replace(/[\s,]+$/u, "");
  const [number] = /\d+(?:\.\d+)*[a-z]?$/u.exec(named) ?? [];
  return number === undefined ? undefined : { named, number };
};

/** Whether two numbers are of one clause: what lapses of 5 lapses of 5.3. */
export const isSameClause = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);

/** The rank as its number; `last` for the last ones, which no source is known to have. */
const rankOf = (written: string): string | undefined => {
  if (/^(?:laatste|voorlaatste|last|penultimate|final)$/iu.test(written)) return "last";
  const rank = ordinalWord(written) ?? (Number.parseInt(written, 10) || undefined);
  return rank === undefined ? undefined : String(rank);
};

const kindOfNoun = (noun: string): NamedPlace["kind"] => {
  if (/^(?:pagina|bladzijde|page)$/iu.test(noun)) return "page";
  return /^(?:bijlage|productie|annex|exhibit)$/iu.test(noun) ? "exhibit" : "paragraph";
};

const numbered = (text: string, pattern: RegExp, kind: NamedPlace["kind"]): NamedPlace[] =>
  Array.from(text.matchAll(pattern)).flatMap(({ 0: found, index, groups: g }): NamedPlace[] => {
    const first = placeMark(g?.first ?? g?.other ?? "");
    if (first === undefined) return [];
    const last = g?.last === undefined ? undefined : placeMark(g.last);
    // "Productie 3 en de brief": the word behind the joint is no number, and no part of the place.
    const end =
      g?.last !== undefined && last === undefined
        ? found.indexOf(g?.join ?? "", found.indexOf(g?.first ?? ""))
        : found.length;
    return [
      {
        kind,
        values: [first, ...(last === undefined ? [] : [last])],
        isRange: last !== undefined && !/^(?:en|and|,)$/iu.test(g?.join ?? ""),
        start: index,
        end: index + found.slice(0, end).trimEnd().length,
      },
    ];
  });

/** A number as digits, a mark in capitals as it stands; undefined: the word is neither. */
const placeMark = (written: string): string | undefined => {
  if (/^\d/u.test(written)) return written;
  if (/^(?:\p{Lu}|[IVXL]{2,5})$/u.test(written)) return written;
  const value = numberWord(written);
  return value === undefined || !Number.isInteger(value) ? undefined : String(value);
};

/** Where quotations that name a heading stand, each at its opening mark. */
export const headingMarks = (rest: string): number[] =>
  Array.from(rest.matchAll(heading), ({ 0: found, index }) => index + found.length);

/** What an entry says of its place: the resolved one, else the address of its span. */
const labels = ({ evidence, span, address }: LedgerEntry): string[] => {
  const document = evidence?.evidence.case === "document" ? evidence.evidence.value : undefined;
  const named = document?.place?.named;
  const asked =
    named?.case === "page"
      ? `p. ${named.value}`
      : named?.case === "heading" || named?.case === "paragraph"
        ? named.value
        : "";
  return [
    asked,
    document?.place?.label ?? "",
    document?.location ?? "",
    address,
    span?.address ?? "",
    passageNumber(span?.shownBefore ?? "", /(?:(?:\p{L}+\s+)?\d+(?:\.\d+)*[.):]?|(?<!\p{L})[a-z][.)])\s*$/u),
    passageNumber(span?.excerpt ?? "", /^[ \t]*(?:(?:\p{L}+[ \t]+)?\d+(?:\.\d+)*[.):]?|[a-z][.)])[ \t]/gmu),
  ].filter((label) => label !== "");
};

/** The number that a passage itself begins with, or that stands right before the words taken from it. */
const passageNumber = (text: string, pattern: RegExp): string => (text.match(pattern) ?? []).join(" ");

/** Whether a text names that place itself ("more than clause 9 allows"). */
export const namesPlace = (text: string, { kind, values }: NamedPlace): boolean =>
  placesIn(text).some((one) => one.kind === kind && values.every((value) => one.values.includes(value)));

/** Whether the place lies inside that of the entry. */
export const holdsPlace = (entry: LedgerEntry, place: NamedPlace): boolean =>
  entry.evidence?.evidence.case === "document" && labels(entry).some((label) => holds(label, place));

const holds = (label: string, { kind, values }: NamedPlace): boolean => {
  if (kind === "exhibit") return false;
  if (kind === "page") {
    const pages = Array.from(
      label.matchAll(page),
      ({ groups: g }) => [Number(g?.first), Number(g?.last ?? g?.first)] as const,
    );
    return values.every((value) => pages.some(([from, to]) => from <= Number(value) && Number(value) <= to));
  }
  // The page a passage stands on is no number of the passage.
  const numbers = Array.from(
    label.replaceAll(page, " ").matchAll(/(?<![\p{L}\p{N}.])(?:\d+(?:\.\d+)*[a-z]?|[a-z](?=[.)]))(?![\p{N}])/giu),
    ([number]) => number.replace(/\.$/u, ""),
  );
  // What stands in 5.2 stands in 5.
  return values.every((value) => numbers.some((number) => number === value || number.startsWith(`${value}.`)));
};

/** Whether the words are a heading that the entry lies under. */
export const isHeadingOf = (entry: LedgerEntry, words: string): boolean =>
  labels(entry).some((label) => fold(label).includes(fold(words).trim()) && words.trim().length > 1);
