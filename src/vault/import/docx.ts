import { DocumentBlocks } from "../office/document-blocks.ts";
import { Numbering } from "../office/docx-numbering.ts";
import { DocxStyles } from "../office/docx-styles.ts";
import { DocxText } from "../office/docx-text.ts";
import { embeddedIn } from "../office/embedded-files.ts";
import { at, childrenOf, OfficePackage, type XmlElement } from "../office/office-package.ts";
import { saidOfFile } from "../office/said-of-file.ts";
import { type Importer, ImportRefusal } from "../reader/port.ts";
import { requireNoCompound } from "./locked-office.ts";
import { writtenDocument } from "./written-document.ts";

/**
 * Word documents (.docx, ECMA-376, transitional and strict). The canonical text is the body as a reader sees it, then as
 * blocks of their own, each after an empty line: footnotes, endnotes, comments, headers and footers. Tracked deletions are
 * out, insertions in and marked. Notes are marked with their number; their reference marks are not in the text. mammoth
 * is not used: it drops tracked changes silently, numbers of paragraphs, headers and footers.
 */
export const docx: Importer = {
  mediaTypes: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  suffixes: [".docx", ".docm"],
  // 4: prompts of forms and readings of ruby are marked. 7: so are words that are struck through. 8: also by a style.
  // 9: a report is whose name stands in its head and at its end, and no day of a letter's own sentences is the letter's.
  // 10: minutes are read with the voices that they name.
  // 12: a paper is whose name a label of its head gives as its writer, unless others speak in it.
  version: "12",
  async extract(original, context) {
    requireNoCompound(original, ".docx");
    const parts = new OfficePackage(original);
    const main = parts.main("word/document.xml");
    const body = at(parts.xml(main), "body");
    if (body === undefined) throw new ImportRefusal("it is no Word document; save it as .docx and import that");
    const relatedXml = (type: string): XmlElement | undefined =>
      parts.xml([...parts.related(main, type).values()][0] ?? "");
    const styles = relatedXml("styles");
    const [numbering, looks] = [new Numbering(relatedXml("numbering"), styles), new DocxStyles(styles)];
    const walked = (element: XmlElement | undefined): DocxText => new DocxText(numbering, looks).blocks(element);
    const blocks = new DocumentBlocks();
    blocks.body(walked(body));
    for (const kind of ["footnote", "endnote"])
      for (const [i, note] of notesOf(relatedXml(`${kind}s`), kind).entries())
        blocks.note(walked(note), kind, String(i + 1));
    for (const comment of childrenOf(relatedXml("comments"), "comment")) {
      const { author = "", date: dateText = "", id: number = "" } = comment.attributes;
      blocks.comment(walked(comment), { author, dateText, number });
    }
    for (const type of ["header", "footer"])
      for (const part of parts.related(main, type).values()) blocks.edge(walked(parts.xml(part)), type);
    return {
      ...writtenDocument(blocks.finish(), saidOfFile(parts.properties()), context.path),
      extractor: "docx",
      docType: "docx",
      mediaType: docx.mediaTypes[0] ?? "",
      parts: embeddedIn(parts, "word"),
      witness: parts.witness,
    };
  },
};

/** Notes without the separators of ids -1 and 0, which are lines. */
const notesOf = (part: XmlElement | undefined, kind: string): XmlElement[] =>
  childrenOf(part, kind).filter(({ attributes: { type = "normal" } }) => type === "normal");
