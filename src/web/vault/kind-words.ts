import type { PlainId } from "../../messages/speech.ts";

/** What each importer reads, for people, by the `doc_type` it gives. */
const kinds: ReadonlyMap<string, PlainId> = new Map([
  ["email", "page-vault.e-mail"],
  ["text", "page-vault.text-file"],
  ["markdown", "page-vault.text-file-with-markup"],
  ["html", "page-vault.web-page"],
  ["pdf", "page-vault.pdf-file"],
  ["picture", "page-vault.picture"],
  ["docx", "page.word-file"],
  ["doc", "page.word-file"],
  ["odt", "page-vault.open-document"],
  ["rtf", "page-vault.rtf-file"],
  ["csv", "page-vault.table-csv"],
  ["sheet", "page-vault.spreadsheet"],
  ["slides", "page-vault.presentation"],
  ["chat", "page-vault.chat"],
  ["event", "screen.appointment"],
  ["task", "page-vault.task"],
  ["journal", "page-vault.calendar-note"],
]);

/** The kind of a document in words; a server may be newer than the page and know more of them. */
export const kindOf = (docType: string): PlainId => kinds.get(docType) ?? "page-vault.unknown-kind-of-file";

/** The kind of what a search found: a candidate says of a Word file, a table or a web page no more than that it is a text. */
export const kindFound = (docType: string): PlainId => (docType === "text" ? "page-vault.document" : kindOf(docType));
