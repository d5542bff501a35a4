import {
  type ImportedItem,
  ImportedItem_Outcome,
  type ImportResponse,
} from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";

import type { MessageWith, PlainId, Speech } from "../../messages/speech.ts";
import type { LeftOut } from "../vault-files.ts";
import { type ImportTally, listedMax, Reasons } from "./import-tally.ts";

/** Words of each outcome, in the order of the report: what asks for something to be done stands last. */
export const outcomeWords: ReadonlyMap<ImportedItem_Outcome, PlainId> = new Map([
  [ImportedItem_Outcome.IMPORTED, "screen.imported"],
  [ImportedItem_Outcome.DUPLICATE, "law.known-already-2"],
  [ImportedItem_Outcome.OPENED, "screen.opened-what-is-in-it-follows"],
  [ImportedItem_Outcome.SUPERSEDES, "screen.replaces-an-earlier-one"],
  [ImportedItem_Outcome.KEPT, "screen.kept-in-its-message"],
  [ImportedItem_Outcome.REFUSED, "record.refused"],
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
    supersedesDocUid === ""
      ? ""
      : ` (${speech.phrase("screen.instead-of", { supersedesDocUid: `vault:${supersedesDocUid.slice(0, 12)}` })})`;
  const word = outcomeWords.get(outcome);
  return `${path}: ${word ? speech.phrase(word) : "?"}${why}${instead}${docUid === "" ? "" : `  vault:${docUid.slice(0, 12)}`}`;
};

/** How much there is to say at the end of an import. */
export interface ImportReport {
  readonly tally: ImportTally;
  readonly leftOut: readonly LeftOut[];
  readonly dryRun: boolean;
}

/**
 * A few items each with what became of it, those alike together; of many, refusals grouped by what they say, with how many and the
 * first names. So are the notes, of few and many. Last everything in numbers.
 */
export const reportLines = ({ tally, leftOut, dryRun }: ImportReport, speech: Speech): string[] => {
  const isShort = tally.rowCount + leftOut.length <= listedMax;
  const lines = isShort ? shortLines(tally, leftOut, speech) : refusedLines(tally, leftOut, speech);
  const counts = {
    importedCount: tally.countOf(ImportedItem_Outcome.IMPORTED),
    duplicateCount: tally.countOf(ImportedItem_Outcome.DUPLICATE),
    supersedingCount: tally.countOf(ImportedItem_Outcome.SUPERSEDES),
    refusedCount: tally.countOf(ImportedItem_Outcome.REFUSED) + leftOut.length,
    dryRun,
  };
  const notes = linesOf(tally.notes, "screen.note", speech);
  return [
    ...(isShort ? [...lines, ...notes] : [...notes, ...lines]),
    countsLine(counts, speech) + aside(tally, speech),
  ];
};

const shortLines = (tally: ImportTally, leftOut: readonly LeftOut[], speech: Speech): string[] => {
  const settled = [...outcomeWords.keys()].filter((outcome) => outcome !== ImportedItem_Outcome.REFUSED);
  const refused = tally.firstOf(ImportedItem_Outcome.REFUSED).map(({ path, reason }) => ({ name: path, reason }));
  return [
    ...settled.flatMap((outcome) => tally.firstOf(outcome).map((row) => rowLine(row, speech))),
    ...[...refused, ...leftOut].map((told) => refusedLine(told, speech)),
  ];
};

/** What is no refusal and yet worth a word. */
const aside = (tally: ImportTally, { phrase }: Speech): string => {
  const [kept, lost] = [tally.countOf(ImportedItem_Outcome.KEPT), tally.lostWordCount];
  return `${kept === 0 ? "" : `, ${phrase("screen.kept-in-their-messages", { count: kept })}`}${lost === 0 ? "" : `, ${phrase("screen.words-missing-from-texts", { lost })}`}`;
};

const refusedLine = ({ name, reason }: LeftOut, speech: Speech): string =>
  `${name}: ${speech.phrase("record.refused")} (${speech.sentence(reason)})`;

const refusedLines = ({ refusals }: ImportTally, leftOut: readonly LeftOut[], speech: Speech): string[] => {
  const refused = new Reasons(refusals);
  for (const { name, reason } of leftOut) refused.add(name, reason);
  return linesOf(refused, "screen.refused-2", speech);
};

/** One line for each reason, the commonest first, and below it the first names. */
const linesOf = ({ groups }: Reasons, words: MessageWith<"count" | "reason">, speech: Speech): string[] =>
  groups.flatMap(({ reason, count, names }) => [
    speech.phrase(words, { count, reason: speech.sentence(reason) }),
    ...names.map((name) => `  ${name}`),
    ...(count > names.length ? [`  ${speech.phrase("item.and-more", { count: count - names.length })}`] : []),
  ]);

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
    ? "screen.would-be-imported-dry-run-known-already"
    : "screen.imported-known-already-replaced-refused";
  return phrase(words, { importedCount, duplicateCount, supersedingCount, refusedCount });
};
