import {
  type ImportItem,
  ImportItem_Outcome as Outcome,
} from "../../../gen/pincite/lawbot/v1/law_import_service_pb.ts";
import { counted } from "../text/counted.ts";

/** What became of files: an import's answer, or several of them put together. */
export interface LawImported {
  readonly items: readonly ImportItem[];
  readonly importedCount: number;
  readonly duplicateCount: number;
  readonly refusedCount: number;
}

/** The report of an import, a line per file. */
export const lawImportLines = ({ items, importedCount, duplicateCount, refusedCount }: LawImported): string[] => [
  ...items.map(itemLine),
  `${importedCount} loaded, ${duplicateCount} known already, ${refusedCount} refused`,
];

const itemLine = ({ path, outcome, message, version }: ImportItem): string => {
  if (outcome === Outcome.REFUSED) return `${path}: REFUSED (${message})`;
  const word = outcome === Outcome.DUPLICATE ? "known already" : "loaded";
  if (version) return `${path}: ${word}  ${version.docUid}  ${counted(version.articleCount, "article")}`;
  return `${path}: ${word}${message ? ` (${message})` : ""}`;
};
