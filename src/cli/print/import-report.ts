import {
  type ImportedItem,
  ImportedItem_Outcome,
  type ImportResponse,
} from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";

import type { ScreenPhrase, Speech } from "../../words/speech.ts";
import type { LeftOut } from "../vault-files.ts";

/** Words of each outcome, in the order of the report: what asks for something to be done stands last. */
export const outcomeWords: ReadonlyMap<ImportedItem_Outcome, ScreenPhrase> = new Map([
  [ImportedItem_Outcome.IMPORTED, "imported"],
  [ImportedItem_Outcome.DUPLICATE, "known already"],
  [ImportedItem_Outcome.OPENED, "opened, what is in it follows"],
  [ImportedItem_Outcome.SUPERSEDES, "replaces an earlier one"],
  [ImportedItem_Outcome.KEPT, "kept in its message"],
  [ImportedItem_Outcome.REFUSED, "REFUSED"],
]);

/** One row of an import's answer. */
export const importLine = ({ content }: ImportResponse, speech: Speech): string => {
  if (content.case === "item") return rowLine(content.value, speech);
  if (content.case !== "summary") return "";
  const { importedCount, duplicateCount, supersedingCount, refusedCount, dryRun } = content.value;
  return countsLine({ importedCount, duplicateCount, supersedingCount, refusedCount, dryRun }, speech);
};

const rowLine = ({ path, outcome, reason, docUid, supersedesDocUid }: ImportedItem, speech: Speech): string => {
  const why = reason === "" ? "" : ` (${speech.sentence(reason)})`;
  const instead =
    supersedesDocUid === "" ? "" : ` (${speech.phrase("instead of {1}", `vault:${supersedesDocUid.slice(0, 12)}`)})`;
  const word = outcomeWords.get(outcome);
  return `${path}: ${word ? speech.phrase(word) : "?"}${why}${instead}${docUid === "" ? "" : `  vault:${docUid.slice(0, 12)}`}`;
};

/** How much there is to say at the end of an import. */
export interface ImportReport {
  readonly rows: readonly ImportedItem[];
  readonly leftOut: readonly LeftOut[];
  readonly dryRun: boolean;
}

/** So many items fit on a screen one by one; of more, what asks for something to be done is told by its reason. */
const listedMax = 60;

/**
 * A few items each with what became of it, those alike together; of many, refusals and notes grouped by what they say, with
 * how many and the first names. Last everything in numbers.
 */
export const reportLines = ({ rows, leftOut, dryRun }: ImportReport, speech: Speech): string[] => {
  const of = (wanted: ImportedItem_Outcome): ImportedItem[] => rows.filter(({ outcome }) => outcome === wanted);
  const refused = [
    ...of(ImportedItem_Outcome.REFUSED).map(({ path, reason }) => ({ name: path, reason })),
    ...leftOut.map(({ name, reason }) => ({ name, reason })),
  ];
  const isShort = rows.length + leftOut.length <= listedMax;
  const settled = [...outcomeWords.keys()].filter((outcome) => outcome !== ImportedItem_Outcome.REFUSED);
  const lines = isShort
    ? [
        ...settled.flatMap((outcome) => of(outcome).map((row) => rowLine(row, speech))),
        ...refused.map((told) => refusedLine(told, speech)),
      ]
    : [
        ...groupedLines(
          rows.flatMap(({ path, notes }) => notes.map((reason) => ({ name: path, reason }))),
          "{1} note: {2}",
          speech,
        ),
        ...groupedLines(refused, "{1} REFUSED: {2}", speech),
      ];
  const counts = {
    importedCount: of(ImportedItem_Outcome.IMPORTED).length,
    duplicateCount: of(ImportedItem_Outcome.DUPLICATE).length,
    supersedingCount: of(ImportedItem_Outcome.SUPERSEDES).length,
    refusedCount: of(ImportedItem_Outcome.REFUSED).length + leftOut.length,
    dryRun,
  };
  return [...lines, countsLine(counts, speech) + aside(of(ImportedItem_Outcome.KEPT).length, rows, speech)];
};

/** What is no refusal and yet worth a word. */
const aside = (kept: number, rows: readonly ImportedItem[], { phrase }: Speech): string => {
  const lost = rows.reduce((sum, { lostWordCount }) => sum + lostWordCount, 0);
  return `${kept === 0 ? "" : `, ${phrase("{1} kept in their messages", kept)}`}${lost === 0 ? "" : `, ${phrase("{1} words missing from texts", lost)}`}`;
};

interface Told {
  readonly name: string;
  readonly reason: string;
}

const refusedLine = ({ name, reason }: Told, speech: Speech): string =>
  `${name}: ${speech.phrase("REFUSED")} (${speech.sentence(reason)})`;

const namedMax = 3;

/** One line for each reason, the commonest first, and below it the first names. Numbers in a reason make no other reason. */
const groupedLines = (all: readonly Told[], words: "{1} note: {2}" | "{1} REFUSED: {2}", speech: Speech): string[] => {
  const groups = new Map<string, Told[]>();
  for (const told of all) {
    const shape = told.reason.replace(/\d+/g, "#");
    const group = groups.get(shape);
    if (group === undefined) groups.set(shape, [told]);
    else group.push(told);
  }
  return [...groups.values()]
    .sort((a, b) => b.length - a.length)
    .flatMap((group) => [
      speech.phrase(words, group.length, speech.sentence(group[0]?.reason ?? "")),
      ...group.slice(0, namedMax).map(({ name }) => `  ${name}`),
      ...(group.length > namedMax ? [`  ${speech.phrase("and {1} more", group.length - namedMax)}`] : []),
    ]);
};

interface Counts {
  readonly importedCount: number;
  readonly duplicateCount: number;
  readonly supersedingCount: number;
  readonly refusedCount: number;
  readonly dryRun: boolean;
}

const countsLine = (counts: Counts, { phrase }: Speech): string => {
  const { importedCount, duplicateCount, supersedingCount, refusedCount, dryRun } = counts;
  const words = dryRun
    ? "{1} would be imported (dry run), {2} known already, {3} replaced, {4} refused"
    : "{1} imported, {2} known already, {3} replaced, {4} refused";
  return phrase(words, importedCount, duplicateCount, supersedingCount, refusedCount);
};
