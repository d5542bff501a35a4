import type { Citation, FoundCitation } from "./citation.ts";
import { parseEcli, renderEcli } from "./ecli.ts";

/** Behind a closing bracket what follows may be the end of a longer identifier: `(P)HR:2006:AV5007`. */
const edge = String.raw`(?<![\p{L}\p{N}:)])`;
const end = String.raw`(?:\s?:\s?(?:DOC|INH))?(?![\p{L}\p{N}]|:[\p{L}\p{N}])`;
const ordinal = "[A-Z0-9](?:[A-Z0-9.]{0,23}[A-Z0-9])?";
/** White space beside a colon is what a line's end or a typist puts there. */
const colon = String.raw`\s?:\s?`;
/** An ECLI in full, its separators as they may be typed. */
const whole = new RegExp(
  `${edge}ECLI${colon}([A-Z]{2})${colon}([A-Z][A-Z0-9]{0,6})${colon}(\\d{4})${colon}(${ordinal})${end}`,
  "giu",
);
/** The same without its first word: `EU:C:1984:25`, `NL:HR:2016:162`. Only countries whose codes no other text has. */
const withoutScheme = new RegExp(
  `${edge}(EU):([CTF]):(\\d{4}):(\\d{1,5})${end}|${edge}(NL):([A-Z]{2,7}):(\\d{4}):(${ordinal})${end}`,
  "gu",
);
/** Dutch courts without country: `RVS:1984:AH0317`. */
const withoutCountry = new RegExp(
  `${edge}(HR|PHR|RVS|RvS|CRVB|CRvB|CBB|CBb|GH[A-Z]{2,4}|RB[A-Z]{2,4}):(\\d{4}):([A-Z0-9]{2,10})${end}`,
  "gu",
);
/** LJN and its forerunner ELRO: two letters, four digits, in the spellings of thirty years. */
const ljn =
  /(?<![\p{L}\p{N}])(?:LJ-?N?|ELRO)(?:[\s-]*(?:nummer|nr\.?))?\s*:?\s*([A-Z]{2})\s?(\d{4})(?![\p{L}\p{N}])/giu;

/**
 * Rulings cited in a text. Reading them is always allowed; looking them up is a tool of its own. An ECLI that stands there
 * letter by letter is literal; one that lacks its beginning, or has white space between its parts, is read and says so
 * (`caseReadAs`). What is broken otherwise is not mended: a neighbour of a misspelt identifier is another ruling, and
 * `ECLI:NL:(P)HR:…` may be the opinion as well as the ruling.
 */
export const parseCaseCitations = (text: string): FoundCitation[] => {
  const found = [
    ...[...text.matchAll(whole)].flatMap((match) => ruling(match, `ECLI:${match.slice(1, 5).join(":")}`)),
    ...[...text.matchAll(withoutScheme)].flatMap((match) =>
      ruling(match, `ECLI:${match.slice(1).filter(Boolean).slice(0, 4).join(":")}`),
    ),
    ...[...text.matchAll(withoutCountry)].flatMap((match) =>
      ruling(match, `ECLI:NL:${match.slice(1, 4).join(":").toUpperCase()}`),
    ),
    ...[...text.matchAll(ljn)].map((match) => citationAt(match, `${match[1]}${match[2]}`.toUpperCase(), "")),
  ];
  return found.filter(
    (each, index) => !found.slice(0, index).some((other) => each.start < other.end && other.start < each.end),
  );
};

const ruling = (match: RegExpExecArray, written: string): FoundCitation[] => {
  const ecli = parseEcli(isSmall(match[0]) ? written.toUpperCase() : written);
  if (!ecli) return [];
  const number = renderEcli(ecli);
  const isLiteral = match[0].toUpperCase().replace(/:(?:DOC|INH)$/, "") === number;
  return [citationAt(match, number, isLiteral ? "" : number)];
};

/** An identifier in small letters throughout is one of a web address; small letters in the ordinal alone are slips. */
const isSmall = (written: string): boolean => written === written.toLowerCase();

const citationAt = (match: RegExpExecArray, caseNumber: string, readAs: string): FoundCitation => {
  const citation: Citation = {
    kind: "case",
    law: "",
    lawRaw: "",
    provisions: [],
    caseNumber,
    ...(readAs && { caseReadAs: readAs }),
  };
  return { citation, start: match.index, end: match.index + match[0].length, spots: [] };
};
