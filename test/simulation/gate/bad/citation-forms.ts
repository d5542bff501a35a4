import { lawNames } from "../../../support/cases/citations.ts";

/** Writes one citation in the many forms that Dutch lawyers, and English writers on Dutch law, give it. */

export type LawName = "BW" | "Awb" | "WIA" | "WW" | "Rv" | "Sr";

export interface Tail {
  readonly joint: "list" | "range" | "onwards" | "jo";
  /** The second article, without its book; "onwards" has none. */
  readonly article: string;
}

export interface StatuteCitation {
  readonly law: LawName;
  /** The book of the BW or the chapter of the Awb; other laws number straight through. */
  readonly book: number | undefined;
  readonly article: string;
  readonly lid: number | undefined;
  /** A second lid of the same article, always above the first. */
  readonly secondLid: number | undefined;
  /** A sentence of the provision, or its wording before it was changed. */
  readonly part: "volzin" | "oud" | undefined;
  readonly onder: string | undefined;
  readonly tail: Tail | undefined;
}

/** A form gives undefined where it cannot express the citation. */
export interface Form {
  readonly name: string;
  readonly write: (citation: StatuteCitation) => string | undefined;
}

const ORDINALS = ["eerste", "tweede", "derde", "vierde", "vijfde", "zesde", "zevende", "achtste", "negende"];

const names = lawNames();
const namesOf = (law: LawName) => names.get(law) ?? { dutch: law, english: law, englishShort: law };

const numbered = (citation: StatuteCitation, article: string): string =>
  citation.book === undefined ? article : `${citation.book}:${article}`;
const number = (citation: StatuteCitation): string => numbered(citation, citation.article);
const partOf = (citation: StatuteCitation): string =>
  citation.part === undefined ? "" : { volzin: ", tweede volzin", oud: " (oud)" }[citation.part];
const lidOf = (citation: StatuteCitation): string => {
  const second = citation.secondLid === undefined ? "" : ` en ${citation.secondLid}`;
  return citation.lid === undefined ? "" : ` lid ${citation.lid}${second}`;
};
const ordinalLid = (citation: StatuteCitation): string => {
  const second = citation.secondLid === undefined ? "" : ` en ${ordinal(citation.secondLid)}`;
  return citation.lid === undefined ? "" : `${ordinal(citation.lid)}${second} lid`;
};
const onderOf = (citation: StatuteCitation, word: string): string =>
  citation.onder === undefined ? "" : ` ${word} ${citation.onder}`;
const plain = (citation: StatuteCitation): boolean => citation.tail === undefined && citation.part === undefined;
const bare = (citation: StatuteCitation): boolean => plain(citation) && citation.secondLid === undefined;
const ordinal = (lid: number): string => ORDINALS[lid - 1] ?? `${lid}e`;

const tailed = (citation: StatuteCitation, joints: Record<Tail["joint"], string>): string => {
  const { tail } = citation;
  if (tail === undefined) return "";
  return tail.joint === "onwards" ? ` ${joints.onwards}` : `${joints[tail.joint]}${numbered(citation, tail.article)}`;
};

const DUTCH_JOINTS = { list: " en ", range: "-", onwards: "e.v.", jo: " jo. " };
const DASHED_JOINTS = { ...DUTCH_JOINTS, range: "–" };
const WORDED_JOINTS = { list: " en ", range: " t/m ", onwards: "e.v.", jo: " j° " };
const DUTCH_LONG_JOINTS = { list: " en ", range: " tot en met ", onwards: "en volgende", jo: " juncto " };
const ENGLISH_JOINTS = { list: " and ", range: "–", onwards: "et seq.", jo: " in conjunction with " };

/** The forms in which the qualifiers follow the number, a tail included. */
const straight = (
  name: string,
  keyword: string,
  word: string,
  law: (law: LawName) => string,
  joints = DUTCH_JOINTS,
): Form => ({
  name,
  write: (citation) => {
    const qualifiers = `${lidOf(citation)}${onderOf(citation, word)}${partOf(citation)}`;
    const comma = citation.part === "volzin" ? "," : "";
    return `${keyword}${number(citation)}${qualifiers}${tailed(citation, joints)}${comma} ${law(citation.law)}`;
  },
});

const onlyBare = (name: string, write: Form["write"]): Form => ({
  name,
  write: (citation) => (bare(citation) ? write(citation) : undefined),
});

const onlyPlain = (name: string, write: Form["write"]): Form => ({
  name,
  write: (citation) => (plain(citation) ? write(citation) : undefined),
});

export const DUTCH_FORMS: readonly Form[] = [
  straight("art.", "art. ", "onder", (law) => law),
  straight("artikel", "artikel ", "onder", (law) => law),
  straight("artikel, sub", "artikel ", "sub", (law) => law),
  straight("small letters", "art. ", "onder", (law) => law.toLowerCase()),
  straight("no point", "art ", "onder", (law) => law),
  straight("bare number", "", "onder", (law) => law),
  straight("unbroken space", "art.\u00a0", "onder", (law) => law),
  straight("dash", "art. ", "sub", (law) => law, DASHED_JOINTS),
  straight("t/m", "art. ", "onderdeel", (law) => law, WORDED_JOINTS),
  straight("with Wet", "artikel ", "onder", (law) => (law === "WIA" ? "Wet WIA" : law)),
  {
    name: "full name",
    write: (citation) => {
      const lid = citation.lid === undefined ? "" : `, ${ordinalLid(citation)}`;
      const onder = citation.onder === undefined ? "" : `, aanhef en onder ${citation.onder}`;
      const qualifiers = `${lid}${onder}${partOf(citation)}`;
      const comma = qualifiers === "" || citation.part === "oud" ? "" : ",";
      return `artikel ${number(citation)}${qualifiers}${tailed(citation, DUTCH_LONG_JOINTS)}${comma} van ${namesOf(citation.law).dutch}`;
    },
  },
  onlyPlain(
    "law first",
    (citation) => `${citation.law} ${number(citation)}${lidOf(citation)}${onderOf(citation, "onder")}`,
  ),
  onlyPlain(
    "law first with art.",
    (citation) => `${citation.law} art. ${number(citation)}${lidOf(citation)}${onderOf(citation, "sub")}`,
  ),
  onlyPlain("lid first", (citation) =>
    citation.lid === undefined || citation.onder !== undefined
      ? undefined
      : `lid ${citation.lid} van artikel ${number(citation)} ${citation.law}`,
  ),
  onlyPlain("ordinal first", (citation) =>
    citation.lid === undefined || citation.onder !== undefined
      ? undefined
      : `het ${ordinalLid(citation)} van art. ${number(citation)} ${citation.law}`,
  ),
  onlyPlain("book after", (citation) =>
    citation.law === "BW" && citation.book !== undefined
      ? `art. ${citation.article}${lidOf(citation)}${onderOf(citation, "sub")} Boek ${citation.book} BW`
      : undefined,
  ),
  onlyPlain("book in full", (citation) =>
    citation.law === "BW" && citation.book !== undefined && citation.onder === undefined
      ? `artikel ${citation.article}${citation.lid === undefined ? "" : `, ${ordinalLid(citation)}`}, van Boek ${citation.book} van het Burgerlijk Wetboek`
      : undefined,
  ),
  {
    name: "artt.",
    write: (citation) =>
      citation.tail === undefined
        ? undefined
        : `artt. ${number(citation)}${tailed(citation, DUTCH_JOINTS)} ${citation.law}`,
  },
  {
    name: "de artikelen",
    write: (citation) =>
      citation.tail === undefined
        ? undefined
        : `de artikelen ${number(citation)}${tailed(citation, DUTCH_LONG_JOINTS)} ${citation.law}`,
  },
  {
    name: "law named twice",
    write: (citation) =>
      citation.tail?.joint === "jo"
        ? `art. ${number(citation)}${lidOf(citation)} ${citation.law} jo. ${numbered(citation, citation.tail.article)} ${citation.law}`
        : undefined,
  },
];

const englishQualifiers = (citation: StatuteCitation): string => {
  const lid = citation.lid === undefined ? "" : `(${citation.lid})`;
  const second = citation.secondLid === undefined ? "" : ` and (${citation.secondLid})`;
  const onder = citation.onder === undefined ? "" : `(${citation.onder})`;
  const part = citation.part === undefined ? "" : { volzin: ", second sentence,", oud: " (old)" }[citation.part];
  return `${lid}${second}${onder}${part}`;
};

export const ENGLISH_FORMS: readonly Form[] = [
  {
    name: "Article (n) DCC",
    write: (citation) =>
      `Article ${number(citation)}${englishQualifiers(citation)}${tailed(citation, ENGLISH_JOINTS)} ${namesOf(citation.law).englishShort}`,
  },
  {
    name: "Article (n) of the Code",
    write: (citation) =>
      `Article ${number(citation)}${englishQualifiers(citation)}${tailed(citation, ENGLISH_JOINTS)} of ${namesOf(citation.law).english}`,
  },
  {
    name: "art. (n), small letters",
    write: (citation) =>
      `art. ${number(citation)}${englishQualifiers(citation)}${tailed(citation, ENGLISH_JOINTS)} ${namesOf(citation.law).englishShort}`,
  },
  onlyBare("paragraph", (citation) =>
    citation.onder === undefined
      ? `Article ${number(citation)}${citation.lid === undefined ? "" : ` paragraph ${citation.lid}`} of ${namesOf(citation.law).english}`
      : undefined,
  ),
  onlyBare("paragraph first", (citation) =>
    citation.lid === undefined || citation.onder !== undefined
      ? undefined
      : `paragraph ${citation.lid} of Article ${number(citation)} ${namesOf(citation.law).englishShort}`,
  ),
  onlyPlain("book first", (citation) =>
    citation.law === "BW" && citation.book !== undefined
      ? `Book ${citation.book}, Article ${citation.article}${englishQualifiers(citation)}, of ${namesOf("BW").english}`
      : undefined,
  ),
  onlyPlain(
    "Dutch letters",
    (citation) => `art. ${number(citation)}${lidOf(citation)}${onderOf(citation, "sub")} ${citation.law}`,
  ),
  onlyPlain(
    "section",
    (citation) => `section ${number(citation)}${englishQualifiers(citation)} ${namesOf(citation.law).englishShort}`,
  ),
  {
    name: "Articles",
    write: (citation) =>
      citation.tail === undefined
        ? undefined
        : `Articles ${number(citation)}${tailed(citation, ENGLISH_JOINTS)} ${namesOf(citation.law).englishShort}`,
  },
];
