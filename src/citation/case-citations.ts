import type { Citation, FoundCitation } from "./citation.ts";

/** ECLI (Council conclusions 2011/C 127/01): country, court of 1–7, year, ordinal of 1–25; white space after a colon is forgiven. */
const ecli =
  /(?<![\p{L}\p{N}:])ECLI:\s?([A-Z]{2}):\s?([A-Z][A-Z0-9]{0,6}):\s?(\d{4}):\s?([A-Z0-9](?:[A-Z0-9.]{0,23}[A-Z0-9])?)(?::(?:DOC|INH))?(?![\p{L}\p{N}]|:[\p{L}\p{N}])/giu;
/** The same without its first word, as many write it: `EU:C:1984:25`. Only the EU's courts, whose codes no other text has. */
const europe = /(?<![\p{L}\p{N}:])(EU):([CTF]):(\d{4}):(\d{1,5})(?![\p{L}\p{N}])/gu;
/** Dutch courts without country: `RVS:1984:AH0317`. */
const dutch =
  /(?<![\p{L}\p{N}:])(HR|PHR|RVS|RvS|CRVB|CRvB|CBB|CBb|GH[A-Z]{2,4}|RB[A-Z]{2,4}):(\d{4}):([A-Z0-9]{2,10})(?![\p{L}\p{N}])/gu;
/** LJN and its forerunner ELRO: two letters, four digits, in the spellings of thirty years. */
const ljn =
  /(?<![\p{L}\p{N}])(?:LJ-?N?|ELRO)(?:[\s-]*(?:nummer|nr\.?))?\s*:?\s*([A-Z]{2})\s?(\d{4})(?![\p{L}\p{N}])/giu;

const found = (match: RegExpExecArray, caseNumber: string): FoundCitation => {
  const citation: Citation = { kind: "case", law: "", lawRaw: "", provisions: [], caseNumber };
  const length = match[0].replace(/\.+$/, "").length;
  return { citation, start: match.index, end: match.index + length, spots: [] };
};

/** Rulings cited in a text. Reading them is always allowed; looking them up is a tool of its own. */
export const parseCaseCitations = (text: string): FoundCitation[] => {
  const parts = (match: RegExpExecArray) => match.slice(1).map((part) => part.toUpperCase().replace(/\.+$/, ""));
  return [
    ...[...text.matchAll(ecli)].map((match) => found(match, `ECLI:${parts(match).join(":")}`)),
    ...[...text.matchAll(europe)].map((match) => found(match, `ECLI:${parts(match).join(":")}`)),
    ...[...text.matchAll(dutch)].map((match) => found(match, `ECLI:NL:${parts(match).join(":")}`)),
    ...[...text.matchAll(ljn)].map((match) => found(match, parts(match).join(""))),
  ];
};
