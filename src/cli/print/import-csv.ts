import { spelledOut } from "#kit/unseen.ts";
import type { ImportedItem } from "../../../gen/pincite/vault/v1/vault_import_service_pb.ts";
import { firstSpeech } from "../../messages/speech.ts";
import type { LeftOut } from "../vault-files.ts";
import { outcomeWords } from "./import-report.ts";

const columns = ["path", "outcome", "reason", "document", "instead of", "inside", "words missing", "notes"];

/**
 * The report of an import as CSV (RFC 4180), row by row as they come, so that none has to wait in memory: UTF-8 with a byte order
 * mark, by which spreadsheets know it. Names come from strangers: a cell that a spreadsheet would take for a formula, whose sign may be
 * a wide one or stand behind blanks, begins with an apostrophe, and what cannot be seen is written out.
 */
export const csvHead = `\ufeff${columns.map((name) => `"${name}"`).join(",")}\r\n`;

/** One row of the server's. */
export const csvRow = (row: ImportedItem): string =>
  lineOf([
    row.path,
    outcomeWord(row),
    row.reason,
    row.docUid,
    row.supersedesDocUid,
    row.parentDocUid,
    row.lostWordCount === 0 ? "" : String(row.lostWordCount),
    row.notes.join(" "),
  ]);

/** A column for programs, which is English whatever the person reads. */
const outcomeWord = ({ outcome }: ImportedItem): string => {
  const word = outcomeWords.get(outcome);
  return word === undefined ? "" : firstSpeech.phrase(word);
};

/** A file that was not sent. */
export const csvLeftOut = ({ name, reason }: LeftOut): string => lineOf([name, "REFUSED", reason, "", "", "", "", ""]);

const lineOf = (cells: readonly string[]): string => `${cells.map(cell).join(",")}\r\n`;

const cell = (text: string): string => {
  const seen = spelledOut(text);
  const isFormula = /^\s*[=+\-@\t\r]/u.test(seen.normalize("NFKC"));
  return `"${(isFormula ? `'${seen}` : seen).replaceAll('"', '""')}"`;
};
