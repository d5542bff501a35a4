import {
  type ImportedItem,
  ImportedItem_Outcome,
  type ImportResponse,
} from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";

import type { ScreenPhrase, Speech } from "../../words/speech.ts";
import type { LeftOut } from "../vault-files.ts";

/** Words of each outcome, in the order of the report: what asks for something to be done stands last. */
const outcomeWords: ReadonlyMap<ImportedItem_Outcome, ScreenPhrase> = new Map([
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
  const instead = supersedesDocUid === "" ? "" : ` (${speech.phrase("instead of {1}", `vault:${supersedesDocUid}`)})`;
  const word = outcomeWords.get(outcome);
  return `${path}: ${word ? speech.phrase(word) : "?"}${why}${instead}${docUid === "" ? "" : `  vault:${docUid}`}`;
};

/** How much there is to say at the end of an import. */
export interface ImportReport {
  readonly rows: readonly ImportedItem[];
  readonly leftOut: readonly LeftOut[];
  readonly dryRun: boolean;
}

/** Every item with what became of it, those alike together, and everything in numbers. */
export const reportLines = ({ rows, leftOut, dryRun }: ImportReport, speech: Speech): string[] => {
  const of = (wanted: ImportedItem_Outcome): ImportedItem[] => rows.filter(({ outcome }) => outcome === wanted);
  const lines = [...outcomeWords.keys()].flatMap((outcome) => of(outcome).map((row) => rowLine(row, speech)));
  for (const { name, reason } of leftOut)
    lines.push(`${name}: ${speech.phrase("REFUSED")} (${speech.sentence(reason)})`);
  const counts = {
    importedCount: of(ImportedItem_Outcome.IMPORTED).length,
    duplicateCount: of(ImportedItem_Outcome.DUPLICATE).length,
    supersedingCount: of(ImportedItem_Outcome.SUPERSEDES).length,
    refusedCount: of(ImportedItem_Outcome.REFUSED).length + leftOut.length,
    dryRun,
  };
  return [...lines, countsLine(counts, speech)];
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
