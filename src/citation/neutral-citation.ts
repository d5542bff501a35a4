import { courts } from "./uk-courts.ts";

/**
 * A neutral citation taken apart: the number that a court of the United Kingdom gives its own judgment (Practice Direction
 * (Judgments: Form and Citation) [2001] 1 WLR 194). Courts and divisions are spelt as they are cited: `EWCA`, `Civ`.
 */
export interface NeutralCitation {
  readonly year: string;
  readonly court: string;
  /** Division or chamber; "" where the court's number is complete without one. */
  readonly division: string;
  readonly number: string;
}

/**
 * A code of no list that begins with its country, as they do (jurisdiction and court, https://www.iclr.co.uk/knowledge/case-law/
 * neutral-citations/): read as a number without a division, so that no ruling of it goes unseen. Series of reports end otherwise.
 */
const unlisted = "(?:UK|EW|NI)(?![A-Z]*(?:LR|JB)\\b)[A-Z][A-Za-z]{1,8}";

const anywhere = new RegExp(
  String.raw`(?<![\p{L}\p{N}])\[((?:19|20)\d\d)\]\s{1,3}(${[...courts.keys()].join("|")}|${unlisted})(?:\s{1,3}(Civ|Crim))?\s{1,3}([1-9]\d{0,4})(?![\p{L}\p{N}])(?:\s{0,3}\(([A-Za-z0-9]{1,10})\))?`,
  "gu",
);

const alone = { place: "in brackets behind it", divisions: [] as readonly string[], isRequired: false } as const;

/** A neutral citation in a text; offsets are UTF-16 code units, half-open. */
export interface FoundNeutral {
  readonly citation: NeutralCitation;
  readonly start: number;
  readonly end: number;
}

/** Finds the neutral citations of a text. One that lacks its division, or has another court's, is not read. */
export const neutralsIn = (text: string): FoundNeutral[] =>
  [...text.matchAll(anywhere)].flatMap((match): FoundNeutral[] => {
    const [whole, year = "", code = "", before = "", number = "", bracket = ""] = match;
    const known = courts.get(code) ?? alone;
    const given = known.place === "before the number" ? before : bracket;
    const division = known.divisions.includes(given) ? given : "";
    if ((division === "" && known.isRequired) || (before !== "" && before !== division)) return [];
    // What stands in brackets behind a complete number may be anything: a judge, a remark.
    const isTaken = bracket !== "" && bracket === division;
    const length = isTaken || bracket === "" ? whole.length : whole.lastIndexOf("(");
    const end = match.index + whole.slice(0, length).trimEnd().length;
    return [{ citation: { year, court: code, division, number }, start: match.index, end }];
  });

/** Reads a text that is one neutral citation and nothing else. */
export const parseNeutral = (text: string): NeutralCitation | undefined => {
  const [found] = neutralsIn(text);
  return found?.start === 0 && found.end === text.length ? found.citation : undefined;
};

/** Writes it as it is cited: `[2023] EWHC 257 (Ch)`, `[2020] EWCA Civ 12`. */
export const renderNeutral = ({ year, court: code, division, number }: NeutralCitation): string => {
  if (division === "") return `[${year}] ${code} ${number}`;
  return courts.get(code)?.place === "before the number"
    ? `[${year}] ${code} ${division} ${number}`
    : `[${year}] ${code} ${number} (${division})`;
};

/** The id under which a judgment is kept: `NCN:EWHC-CH:2023:257`. */
export const neutralId = ({ year, court: code, division, number }: NeutralCitation): string =>
  `NCN:${[code, division].filter(Boolean).join("-").toUpperCase()}:${year}:${number}`;

/** The neutral citation of such an id; undefined for any other text. */
export const neutralOfId = (id: string): NeutralCitation | undefined => {
  const [, written = "", part = "", year = "", number = ""] =
    /^NCN:([A-Z]+)(?:-([A-Z0-9]+))?:(\d{4}):(\d{1,5})$/.exec(id) ?? [];
  // A code of no list is written as its id has it: in capitals.
  const code = [...courts.keys()].find((each) => each.toUpperCase() === written) ?? written;
  const divisions = courts.get(code)?.divisions ?? [];
  const division = divisions.find((each) => each.toUpperCase() === part) ?? "";
  return written && (part === "" || division !== "") ? { year, court: code, division, number } : undefined;
};
