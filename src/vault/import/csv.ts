import { cleanText } from "../mail/clean-text.ts";
import { csvRows } from "../office/csv-rows.ts";
import { RowSegments, rowDays } from "../office/row-days.ts";
import { fileName, type Importer, ImportRefusal } from "../reader/port.ts";
import { TextWriter } from "../reader/text-writer.ts";
import { fileDate } from "./file-facts.ts";
import { decodeFile } from "./text-file.ts";

/**
 * Tables of text (.csv, RFC 4180; also with semicolons or tabs). The canonical text is a line for each row, its cells parted by
 * ` | ` as those of other tables, quotes undone; a line end inside a cell is a space. A row is of the day that stands in it.
 */
export const csv: Importer = {
  mediaTypes: ["text/csv", "text/tab-separated-values", "application/csv"],
  suffixes: [".csv", ".tsv"],
  version: "2",
  async extract(original, context) {
    const { text: decoded, encoding } = decodeFile(original);
    const clean = cleanText(decoded);
    const rows = csvRows(clean).filter((cells) => cells.some((cell) => cell.trim() !== ""));
    if (rows.length === 0) throw new ImportRefusal("it holds no text; import the file it was made from");
    const out = new TextWriter();
    const segments = new RowSegments();
    const tidy = rows.map((cells) => cells.map((cell) => cell.replace(/\s+/g, " ").trim()));
    const days = rowDays(tidy.map((cells) => new Map(cells.entries())));
    for (const [i, cells] of tidy.entries()) {
      if (i > 0) out.write("\n");
      segments.begin(out.at, days[i] ?? "");
      out.write(cells.join(" | "));
    }
    return {
      text: out.text,
      segments: segments.endingAt(out.at),
      extractor: encoding === "utf-8" ? "csv" : `csv-${encoding}`,
      docType: "csv",
      mediaType: "text/csv",
      title: fileName(context.path),
      ...fileDate(context.path, ""),
      participants: [],
      parts: [],
      witness: clean,
      notes: encoding === "windows-1252" ? [assumed] : [],
    };
  },
};

const assumed = "The file is not valid UTF-8 and has no byte order mark; windows-1252 was assumed.";
