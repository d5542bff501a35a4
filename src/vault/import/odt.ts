import { DocumentBlocks } from "../office/document-blocks.ts";
import { OdfChanges } from "../office/odf-changes.ts";
import { OdfNumbering } from "../office/odf-numbering.ts";
import { openDocument, pagesIn } from "../office/odf-package.ts";
import { OdfText } from "../office/odf-text.ts";
import { at, childrenOf, wordsOf, type XmlElement } from "../office/office-package.ts";
import { saidOfFile } from "../office/said-of-file.ts";
import type { Importer } from "../reader/port.ts";
import { writtenDocument } from "./written-document.ts";

/**
 * Documents of LibreOffice and others (.odt, OpenDocument 1.3), which governments publish in. The canonical text is as that of a Word
 * document: the body as a reader sees it, then footnotes, endnotes, comments, headers and footers. Tracked deletions are out,
 * insertions in and marked.
 */
export const odt: Importer = {
  mediaTypes: [
    "application/vnd.oasis.opendocument.text",
    "application/vnd.oasis.opendocument.text-template",
    "application/vnd.oasis.opendocument.text-master",
  ],
  suffixes: [".odt", ".ott"],
  // 2: a report is whose name stands in its head and at its end, and no day of a letter's own sentences is the letter's.
  // 3: minutes are read with the voices that they name.
  // 5: a paper is whose name a label of its head gives as its writer, unless others speak in it.
  version: "5",
  async extract(original, context) {
    const opened = openDocument(original, "text");
    const changes = new OdfChanges(at(opened.body, "tracked-changes"));
    const known = { styles: opened.styles, numbering: new OdfNumbering(opened.styleLists), changes };
    const walked = (element: XmlElement | undefined): OdfText => new OdfText(known).blocks(element);
    const blocks = new DocumentBlocks();
    const body = walked(opened.body);
    blocks.body(body);
    for (const kind of ["footnote", "endnote"])
      for (const [i, note] of body.notes.filter(({ attributes }) => attributes["note-class"] === kind).entries())
        blocks.note(walked(at(note, "note-body")), kind, wordsOf(at(note, "note-citation")).trim() || String(i + 1));
    for (const [i, remark] of body.remarks.entries())
      blocks.comment(walked(remark), {
        author: wordsOf(at(remark, "creator")),
        dateText: wordsOf(at(remark, "date")),
        number: String(i + 1),
      });
    for (const page of pagesIn(opened))
      for (const edge of childrenOf(page)) {
        const [kind] = /^(?:header|footer)/.exec(edge.name) ?? [];
        if (kind !== undefined && edge.attributes.display !== "false") blocks.edge(walked(edge), kind);
      }
    const { hasDeletions } = changes;
    return {
      ...writtenDocument(blocks.finish(), saidOfFile(opened.meta), context.path, { hasDeletions }),
      extractor: "odt",
      docType: "odt",
      mediaType: odt.mediaTypes[0] ?? "",
      parts: [],
      witness: opened.parts.witness,
    };
  },
};
