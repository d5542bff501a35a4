import type { LedgerEntry } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { fold } from "./language/words.ts";
import type { Range } from "./tokens/token.ts";

/** A place in a document that a sentence names. */
export type NamedPlace = Range & {
  readonly kind: "page" | "paragraph" | "heading";
  readonly values: readonly string[];
};

const list =
  "(?<first>\\d+(?:\\.\\d+)*[a-z]?)(?:\\s*(?<join>-|–|t/m|tot\\s+en\\s+met|to|en|and|,)\\s*(?<last>\\d+(?:\\.\\d+)*[a-z]?))?";
const page = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:pp?\\.|pag\\.|pagina(?:'s)?|blz\\.?|bladzijden?|pages?)\\s*${list}(?![\\p{L}\\p{N}])`,
  "giu",
);
const paragraph = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:paragraaf|par\\.|§§?|alinea|randnummer|clausule|clause|section|paragraph|bepaling|hoofdstuk|chapter)\\s*${list}(?![\\p{L}\\p{N}:])`,
  "giu",
);
/** An article of a paper that parties made, not of a law. */
const article = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:art\\.|artikel|article)\\s*${list}(?:\\s*,?\\s*(?:lid|onder|sub)\\s+\\w{1,3})*,?\\s+(?:van|uit|in|of)\\s+(?:de|het|mijn|uw|onze|the|my|your|our)\\s+(?:\\p{L}+\\s+)?(?=\\p{L}*(?:overeenkomst|contract|cao|reglement|handboek|\\p{L}regeling|protocol|plan|agreement|handbook|policy))`,
  "giu",
);
const heading =
  /(?<![\p{L}])(?:onder|under)\s+(?:(?:het\s+|de\s+|the\s+)?(?:kopje|kop|heading|hoofdje)\s+)?(?=\ufffc)/giu;

/** Every place of a document that the text names. */
export const placesIn = (text: string): NamedPlace[] => [
  ...numbered(text, page, "page"),
  ...numbered(text, article, "paragraph"),
  ...numbered(text, paragraph, "paragraph"),
];

const numbered = (text: string, pattern: RegExp, kind: "page" | "paragraph"): NamedPlace[] =>
  Array.from(text.matchAll(pattern), ({ 0: found, index, groups: g }) => ({
    kind,
    ...{
      values: [g?.first ?? "", ...(g?.last === undefined ? [] : [g.last])],
      start: index,
      end: index + found.trimEnd().length,
    },
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
  return [asked, document?.place?.label ?? "", document?.location ?? "", address, span?.address ?? ""].filter(
    (label) => label !== "",
  );
};

/** Whether the place lies inside that of the entry. */
export const holdsPlace = (entry: LedgerEntry, place: NamedPlace): boolean =>
  entry.evidence?.evidence.case === "document" && labels(entry).some((label) => holds(label, place));

const holds = (label: string, { kind, values }: NamedPlace): boolean => {
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

/** Whether the words are a heading that the entry lies under. */
export const isHeadingOf = (entry: LedgerEntry, words: string): boolean =>
  labels(entry).some((label) => fold(label).includes(fold(words).trim()) && words.trim().length > 1);
