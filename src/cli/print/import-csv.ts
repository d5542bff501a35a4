import type { ImportedItem } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import type { LeftOut } from "../vault-files.ts";
import { outcomeWords } from "./import-report.ts";

const columns = ["path", "outcome", "reason", "document", "instead of", "inside", "words missing", "notes"];

/**
 * Every row of an import as CSV (RFC 4180): UTF-8 with a byte order mark, by which spreadsheets know it. Names come from strangers: a cell that a spreadsheet would
 * take for a formula begins with an apostrophe.
 */
export const importCsv = (rows: readonly ImportedItem[], leftOut: readonly LeftOut[]): string => {
  const lines = [
    columns,
    ...rows.map((row) => [
      row.path,
      outcomeWords.get(row.outcome) ?? "",
      row.reason,
      row.docUid,
      row.supersedesDocUid,
      row.parentDocUid,
      row.lostWordCount === 0 ? "" : String(row.lostWordCount),
      row.notes.join(" "),
    ]),
    ...leftOut.map(({ name, reason }) => [name, "REFUSED", reason, "", "", "", "", ""]),
  ];
  return `\ufeff${lines.map((cells) => cells.map(cell).join(",")).join("\r\n")}\r\n`;
};

const cell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
