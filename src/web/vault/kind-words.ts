import type { VaultPhrase } from "./words.ts";

/** What each importer reads, for people, by the `doc_type` it gives. */
const kinds: ReadonlyMap<string, VaultPhrase> = new Map([
  ["email", "e-mail"],
  ["text", "text file"],
  ["markdown", "text file with markup"],
  ["html", "web page"],
  ["pdf", "PDF file"],
  ["docx", "Word file"],
  ["rtf", "RTF file"],
  ["csv", "table (CSV)"],
  ["event", "appointment"],
  ["task", "task"],
  ["journal", "calendar note"],
]);

/** The kind of a document in words; a server may be newer than the page and know more of them. */
export const kindOf = (docType: string): VaultPhrase => kinds.get(docType) ?? "unknown kind of file";

/** The kind of what a search found: a candidate says of a Word file, a table or a web page no more than that it is a text. */
export const kindFound = (docType: string): VaultPhrase => (docType === "text" ? "document" : kindOf(docType));
