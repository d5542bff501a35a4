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

/** Where a court writes its division, and which it has. */
interface Court {
  readonly place: "before the number" | "in brackets behind it";
  readonly divisions: readonly string[];
  /** A number that lacks its division is that of several judgments, or of none. */
  readonly isRequired: boolean;
}

const court = (place: Court["place"], divisions: string, isRequired = true): Court => ({
  place,
  divisions: divisions.split(" ").filter(Boolean),
  isRequired,
});
const alone = court("in brackets behind it", "", false);

/** Courts and tribunals that number their judgments (Find Case Law of the National Archives, list of neutral citations). */
const courts: ReadonlyMap<string, Court> = new Map([
  ...["UKSC", "UKPC", "UKHL", "UKIPTrib", "UKIAT", "UKAIT", "EAT", "EWCC", "EWCR"].map(
    (code) => [code, alone] as const,
  ),
  ...["NICA", "NIQB", "NIKB", "NICh", "NIFam", "NICC", "NIMaster"].map((code) => [code, alone] as const),
  ...["CSIH", "CSOH", "HCJAC"].map((code) => [code, alone] as const),
  ["EWCA", court("before the number", "Civ Crim")],
  ["EWHC", court("in brackets behind it", "Admin Admlty Ch Comm Fam IPEC KB Mercantile Pat QB SCCO TCC")],
  ["UKUT", court("in brackets behind it", "AAC IAC LC TCC")],
  ["UKFTT", court("in brackets behind it", "GRC HESC IAC PC SEC TC WPAFCC")],
  ["EWFC", court("in brackets behind it", "B", false)],
  ["EWCOP", court("in brackets behind it", "T1 T2 T3", false)],
]);

const anywhere = new RegExp(
  String.raw`(?<![\p{L}\p{N}])\[((?:19|20)\d\d)\]\s{1,3}(${[...courts.keys()].join("|")})(?:\s{1,3}(Civ|Crim))?\s{1,3}([1-9]\d{0,4})(?![\p{L}\p{N}])(?:\s{0,3}\(([A-Za-z0-9]{1,10})\))?`,
  "gu",
);

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
    const known = courts.get(code);
    if (!known) return [];
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
  const code = [...courts.keys()].find((each) => each.toUpperCase() === written);
  const divisions = code ? (courts.get(code)?.divisions ?? []) : [];
  const division = divisions.find((each) => each.toUpperCase() === part) ?? "";
  return code && (part === "" || division !== "") ? { year, court: code, division, number } : undefined;
};
