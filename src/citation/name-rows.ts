import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";

/** One name of a law, as a row of the register has it: a title, an abbreviation of that title, or both. */
export interface NameRow {
  /** Id in the Basiswettenbestand (`BWBR0005290`), or a CELEX number for law that it does not hold. */
  readonly lawId: string;
  /** Number in front of the colon for a regulation that is one book of a law in books: `7`, `7A`; "" for every other. */
  readonly book: string;
  readonly title: string;
  readonly abbreviation: string;
  /** First day on which the law bears the name, and first day on which it no more does, ISO dates; "" is not known. */
  readonly from: string;
  readonly until: string;
  /** Where anyone can look the name up. */
  readonly source: string;
}

const columns = ["law_id", "book", "title", "abbreviation", "from", "until", "source"] as const;
/** A treaty of the Union has the year and a letter alone: `12012E`. */
const lawId = /^(?:BWB[RV]\d{7}|\d{5}[A-Z]{1,2}\d{4}|1\d{4}[A-Z])$/;
const day = /^(?:\d{4}-\d{2}-\d{2})?$/;

/**
 * Reads a register of names: UTF-8 lines of seven fields between tabs, a first line with their names, lines that begin with
 * `#` passed over. Throws IMPORT_REFUSED with the line for anything else: a register that is half read would take one law
 * for another.
 */
export const parseNameRows = (text: string): NameRow[] => {
  const lines = text.split(/\r?\n/).map((line, index) => ({ line, number: index + 1 }));
  const [head, ...rows] = lines.filter(({ line }) => line.trim() !== "" && !line.startsWith("#"));
  if (head?.line !== columns.join("\t"))
    throw broken(head?.number ?? 1, `the first line must be the names of the columns: ${columns.join(", ")}`);
  return rows.map(({ line, number }) => parseRow(line, number));
};

const parseRow = (line: string, number: number): NameRow => {
  const fields = line.split("\t");
  if (fields.length !== columns.length)
    throw broken(number, `it has ${fields.length} fields between tabs; a row has ${columns.length}`);
  const [id = "", book = "", title = "", abbreviation = "", from = "", until = "", source = ""] = fields;
  if (!lawId.test(id)) throw broken(number, `"${id.slice(0, 40)}" is no id such as BWBR0005290 or 32016R0679`);
  if (title === "" && abbreviation === "") throw broken(number, "it has neither a title nor an abbreviation");
  if (!day.test(from) || !day.test(until)) throw broken(number, "from and until are days such as 2015-01-01, or empty");
  if (source === "") throw broken(number, "it has no source; say where the name can be looked up");
  return { lawId: id, book, title, abbreviation, from, until, source };
};

const broken = (line: number, what: string): DomainError =>
  new DomainError("IMPORT_REFUSED", worded("error.line-of-the-register-of-names", { line, what }), {
    line: String(line),
  });
