import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { cleanText } from "../mail/clean-text.ts";
import { csvRows } from "../office/csv-rows.ts";
import { fileName, type Importer, ImportRefusal } from "../reader/port.ts";
import { TextWriter } from "../reader/text-writer.ts";
import { fileDate } from "./file-facts.ts";
import { decodeFile } from "./text-file.ts";

/**
 * Tables of text (.csv, RFC 4180; also with semicolons or tabs). The canonical text is a line for each row, its cells parted by
 * ` | ` as those of other tables, quotes undone; a line end inside a cell is a space.
 */
export const csv: Importer = {
  mediaTypes: ["text/csv", "text/tab-separated-values", "application/csv"],
  suffixes: [".csv", ".tsv"],
  version: "1",
  async extract(original, context) {
    const { text: decoded, encoding } = decodeFile(original);
    const clean = cleanText(decoded);
    const rows = csvRows(clean).filter((cells) => cells.some((cell) => cell.trim() !== ""));
    if (rows.length === 0) throw new ImportRefusal("it holds no text; import the file it was made from");
    const out = new TextWriter();
    for (const [i, cells] of rows.entries()) {
      if (i > 0) out.write("\n");
      out.write(cells.map((cell) => cell.replace(/\s+/g, " ").trim()).join(" | "));
    }
    return {
      text: out.text,
      segments: [{ start: 0, end: out.at, voice: Voice.AUTHOR, speaker: "", depth: 0, dateText: "" }],
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
