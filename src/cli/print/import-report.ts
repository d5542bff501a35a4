import {
  type ImportedItem,
  ImportedItem_Outcome,
  type ImportResponse,
} from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import type { LeftOut } from "../vault-files.ts";

/** Words of each outcome, in the order of the report: what asks for something to be done stands last. */
const outcomeWords: ReadonlyMap<ImportedItem_Outcome, string> = new Map([
  [ImportedItem_Outcome.IMPORTED, "imported"],
  [ImportedItem_Outcome.DUPLICATE, "known already"],
  [ImportedItem_Outcome.OPENED, "opened, what is in it follows"],
  [ImportedItem_Outcome.SUPERSEDES, "replaces an earlier one"],
  [ImportedItem_Outcome.REFUSED, "REFUSED"],
]);

/** One row of an import's answer. */
export const importLine = ({ content }: ImportResponse): string => {
  if (content.case === "item") return rowLine(content.value);
  if (content.case !== "summary") return "";
  const { importedCount, duplicateCount, supersedingCount, refusedCount, dryRun } = content.value;
  return countsLine({ importedCount, duplicateCount, supersedingCount, refusedCount, dryRun });
};

const rowLine = ({ path, outcome, reason, docUid, supersedesDocUid }: ImportedItem): string => {
  const why = reason === "" ? "" : ` (${reason})`;
  const instead = supersedesDocUid === "" ? "" : ` (instead of vault:${supersedesDocUid})`;
  return `${path}: ${outcomeWords.get(outcome) ?? "?"}${why}${instead}${docUid === "" ? "" : `  vault:${docUid}`}`;
};

/** How much there is to say at the end of an import. */
export interface ImportReport {
  readonly rows: readonly ImportedItem[];
  readonly leftOut: readonly LeftOut[];
  readonly dryRun: boolean;
}

/** Every item with what became of it, those alike together, and everything in numbers. */
export const reportLines = ({ rows, leftOut, dryRun }: ImportReport): string[] => {
  const of = (wanted: ImportedItem_Outcome): ImportedItem[] => rows.filter(({ outcome }) => outcome === wanted);
  const lines = [...outcomeWords.keys()].flatMap((outcome) => of(outcome).map(rowLine));
  for (const { name, reason } of leftOut) lines.push(`${name}: REFUSED (${reason})`);
  const counts = {
    importedCount: of(ImportedItem_Outcome.IMPORTED).length,
    duplicateCount: of(ImportedItem_Outcome.DUPLICATE).length,
    supersedingCount: of(ImportedItem_Outcome.SUPERSEDES).length,
    refusedCount: of(ImportedItem_Outcome.REFUSED).length + leftOut.length,
    dryRun,
  };
  return [...lines, countsLine(counts)];
};

interface Counts {
  readonly importedCount: number;
  readonly duplicateCount: number;
  readonly supersedingCount: number;
  readonly refusedCount: number;
  readonly dryRun: boolean;
}

const countsLine = ({ importedCount, duplicateCount, supersedingCount, refusedCount, dryRun }: Counts): string => {
  const written = dryRun ? "would be imported (dry run)" : "imported";
  return `${importedCount} ${written}, ${duplicateCount} known already, ${supersedingCount} replaced, ${refusedCount} refused`;
};
