import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { ordinalWord } from "./language/numbers.ts";
import { fold } from "./language/words.ts";
import type { Range } from "./tokens/token.ts";

/** A place in a document that a sentence names. */
export type NamedPlace = Range & {
  readonly kind: "page" | "paragraph" | "heading" | "exhibit";
  readonly values: readonly string[];
};

const list =
  "(?<first>\\d+(?:\\.\\d+)*[a-z]?)(?:\\s*(?<join>-|–|t/m|tot\\s+en\\s+met|to|en|and|,)\\s*(?<last>\\d+(?:\\.\\d+)*[a-z]?))?";
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
const heading =
  /(?<![\p{L}])(?:onder|under)\s+(?:(?:het\s+|de\s+|the\s+)?(?:kopje|kop|heading|hoofdje)\s+)?(?=\ufffc)/giu;

/** `de derde alinea`, `the second footnote`. */
const ordinalPlace =
  /(?<!\p{L})(?<ordinal>\p{L}{4,14}|\d{1,2}(?:e|de|ste|nd|rd|th|st))\s+(?:alinea|voetnoot|bijlage|paragraaf|pagina|bladzijde|kolom|paragraph|footnote|annex|page|column|schedule)(?!\p{L})/giu;
/** An annex of a document, not of the memo. */
const annex = new RegExp(
  `(?<!\\p{L})(?:bijlage|annex|appendix|schedule)\\s+${list}(?=\\s+(?:van|bij|of|to)\\s+(?:de|het|mijn|uw|the|my|your)(?!\\p{L}))`,
  "giu",
);

/** What the memo itself encloses: a numbered paper with no other paper behind it. */
const exhibit = new RegExp(
  `(?<!\\p{L})(?:bijlagen?|producties?|annex(?:es)?|appendix|exhibits?|enclosures?)\\s+${list}(?![\\p{L}\\p{N}:])(?!\\s+(?:van|bij|of|to)\\s)`,
  "giu",
);

/** Every place of a document that the text names, and every exhibit of the memo itself. */
export const placesIn = (text: string): NamedPlace[] => [
  ...numbered(text, page, "page"),
  ...numbered(text, article, "paragraph"),
  ...numbered(text, paragraph, "paragraph"),
  ...numbered(text, annex, "paragraph"),
  ...numbered(text, exhibit, "exhibit"),
  ...Array.from(text.matchAll(ordinalPlace)).flatMap(({ 0: found, index, groups: g }): NamedPlace[] => {
    const rank = ordinalWord(g?.ordinal ?? "") ?? (Number.parseInt(g?.ordinal ?? "", 10) || undefined);
    return rank === undefined
      ? []
      : [{ kind: "paragraph", values: [String(rank)], start: index, end: index + found.length }];
  }),
];

const numbered = (text: string, pattern: RegExp, kind: NamedPlace["kind"]): NamedPlace[] =>
  Array.from(text.matchAll(pattern), ({ 0: found, index, groups: g }) => ({
    kind,
    values: [g?.first ?? "", ...(g?.last === undefined ? [] : [g.last])],
    start: index,
    end: index + found.trimEnd().length,
  }));

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
    passageNumber(span?.shownBefore ?? "", /(?:\p{L}+\s+)?\d+(?:\.\d+)*[.):]?\s*$/u),
    passageNumber(span?.excerpt ?? "", /^[ \t]*(?:\p{L}+[ \t]+)?\d+(?:\.\d+)*[.):]?[ \t]/gmu),
  ].filter((label) => label !== "");
};

/** The number that a passage itself begins with, or that stands right before the words taken from it. */
const passageNumber = (text: string, pattern: RegExp): string => (text.match(pattern) ?? []).join(" ");

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
  const numbers = Array.from(label.matchAll(/(?<![\p{L}\p{N}.])\d+(?:\.\d+)*[a-z]?(?![\p{N}])/giu), ([number]) =>
    number.replace(/\.$/u, ""),
  );
  return values.every((value) => numbers.includes(value));
};

/** Whether an exhibit of that number can be there: the memo encloses no more papers than its ledger quotes from. */
export const isAmongExhibits = (entries: Iterable<LedgerEntry>, { kind, values }: NamedPlace): boolean => {
  if (kind !== "exhibit") return false;
  const papers = new Set<string>();
  for (const { evidence } of entries)
    if (evidence?.evidence.case === "document") papers.add(evidence.evidence.value.evidenceId);
  return values.every((value) => Number(value) >= 1 && Number(value) <= papers.size);
};

/** Whether the words are a heading that the entry lies under. */
export const isHeadingOf = (entry: LedgerEntry, words: string): boolean =>
  labels(entry).some((label) => fold(label).includes(fold(words).trim()) && words.trim().length > 1);
