/** Where a court of the United Kingdom writes its division, which it has, and where anyone can look that up. */
export interface Court {
  readonly place: "before the number" | "in brackets behind it";
  readonly divisions: readonly string[];
  /** A number that lacks its division is that of several judgments, or of none. */
  readonly isRequired: boolean;
  readonly source: string;
}

/** Courts whose judgments the National Archives publish, each with a neutral citation as an example (`courts.csv`). */
const archives = "https://github.com/nationalarchives/ds-caselaw-utils/blob/main/src/autogen/courts.csv";
/** Neutral citations of Northern Ireland, each code with its court. */
const oxford = "https://libguides.bodleian.ox.ac.uk/law-ni/cases";
const kingsBench = "https://www.bailii.org/nie/cases/NIHC/KB/2024/42.html";
const zealand = "https://www.lawfoundation.org.nz/style-guide2018/chapter-pt";
const justiciary = "https://www.bailii.org/scot/other/SLC/PD/2004/PD_2_2004.html";

type Row = readonly [code: string, place: Court["place"], divisions: string, isRequired: boolean, source: string];

const rows: readonly Row[] = [
  ["UKSC", "in brackets behind it", "", false, archives],
  ["UKPC", "in brackets behind it", "", false, archives],
  ["UKHL", "in brackets behind it", "", false, `${zealand}.8.4.4.html`],
  ["EWCA", "before the number", "Civ Crim", true, archives],
  ["EWHC", "in brackets behind it", "Admin Admlty BP Ch Comm Fam IPEC KB Mercantile Pat QB SCCO TCC", true, archives],
  ["EWCR", "in brackets behind it", "", false, archives],
  ["EWCC", "in brackets behind it", "", false, archives],
  ["EWFC", "in brackets behind it", "B", false, archives],
  ["EWCOP", "in brackets behind it", "T1 T2 T3", false, archives],
  ["UKIPTrib", "in brackets behind it", "", false, archives],
  ["EAT", "in brackets behind it", "", false, archives],
  ["UKUT", "in brackets behind it", "AAC IAC LC TCC", true, archives],
  ["UKAIT", "in brackets behind it", "", false, archives],
  ["UKFTT", "in brackets behind it", "GRC HESC PC TC", true, archives],
  ["CSIH", "in brackets behind it", "", false, `${zealand}.8.5.2.html`],
  ["CSOH", "in brackets behind it", "", false, `${zealand}.8.5.2.html`],
  ["HCJAC", "in brackets behind it", "", false, justiciary],
  ["HCJT", "in brackets behind it", "", false, justiciary],
  ["NICA", "in brackets behind it", "", false, oxford],
  ["NIQB", "in brackets behind it", "", false, oxford],
  ["NIKB", "in brackets behind it", "", false, kingsBench],
  ["NIFam", "in brackets behind it", "", false, oxford],
  ["NICh", "in brackets behind it", "", false, oxford],
  ["NICC", "in brackets behind it", "", false, oxford],
  ["NIMag", "in brackets behind it", "", false, oxford],
  ["NICty", "in brackets behind it", "", false, oxford],
];

/** Courts and tribunals that number their judgments, by the code that stands behind the year. */
export const courts: ReadonlyMap<string, Court> = new Map(
  rows.map(([code, place, divisions, isRequired, source]) => [
    code,
    { place, divisions: divisions.split(" ").filter(Boolean), isRequired, source },
  ]),
);
