import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { cleanText, oneLine } from "../mail/clean-text.ts";
import { htmlText } from "../mail/html-text.ts";
import { type RtfText, rtfText } from "../office/rtf-text.ts";
import { type Importer, ImportRefusal, type TextMark } from "../reader/port.ts";
import { TextWriter } from "../reader/text-writer.ts";
import { fileTitle } from "./file-facts.ts";
import { readAsLetter } from "./letter-facts.ts";

/**
 * Rich text (.rtf, RTF 1.9.1). The canonical text is what its reader sees: a line for each paragraph, cells of a row parted by
 * ` | `, then notes, remarks, headers and footers, each marked and after an empty line. Hidden and deleted words, pictures and
 * codes of fields are out.
 */
export const rtf: Importer = {
  mediaTypes: ["application/rtf", "text/rtf", "application/x-rtf"],
  suffixes: [".rtf"],
  // 3: a report is whose name stands in its head and at its end, and no day of a letter's own sentences is the letter's.
  // 5: a paper is whose name a label of its head gives as its writer, unless others speak in it.
  version: "5",
  async extract(original, context) {
    const read = rtfText(original);
    if (read === undefined)
      throw new ImportRefusal("it is no rich text, or is nested too deep to be some; save it as .docx and import that");
    const { text, marks } = composed(read);
    if (text.trim() === "")
      throw new ImportRefusal("it shows no text; save the words it should show as .txt and import that");
    const letter = readAsLetter(context.path, text);
    const end = new TextWriter().write(text).end;
    return {
      text,
      segments: [{ start: 0, end, voice: Voice.AUTHOR, speaker: letter.writtenBy ?? "", depth: 0, dateText: "" }],
      marks,
      extractor: read.kind === "html" ? "rtf-html" : "rtf",
      docType: "rtf",
      mediaType: "application/rtf",
      title: fileTitle(context.path, text, said(read.title)),
      ...letter,
      parts: [],
      notes: read.hidden ? ["Text that the document hides from its reader was left out."] : [],
    };
  },
};

const said = (words: string): string => oneLine(words, 998);

const composed = (read: RtfText): { text: string; marks: TextMark[] } => {
  const out = new TextWriter();
  const marks: TextMark[] = [];
  out.write(linesOf(read));
  const add = (words: string, mark: Pick<TextMark, "element" | "number" | "label" | "flags">): void => {
    out.part();
    marks.push({ ...out.write(cleanText(words)), ...mark });
  };
  for (const [i, words] of read.footnotes.entries())
    add(words, { element: "footnote", number: `${i + 1}`, label: `footnote ${i + 1}`, flags: [] });
  for (const words of read.comments)
    add(words, { element: "comment", number: "", label: "comment", flags: ["comment"] });
  for (const words of read.edges)
    add(words, { element: "header", number: "", label: "page header or footer", flags: ["repeated"] });
  return { text: out.text, marks };
};

/** RTF that was made of HTML is read as that HTML. */
const linesOf = ({ kind, text }: RtfText): string => {
  const lines = kind === "html" ? htmlText(text).lines.map((line) => line.text) : text.split("\n");
  return cleanText(lines.map((line) => line.trimEnd()).join("\n"))
    .replace(/\n{3,}/g, "\n\n")
    .trim();
};
