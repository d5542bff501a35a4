import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { cleanText } from "../mail/clean-text.ts";
import { hidingStyles } from "../office/docx-hiding.ts";
import { Numbering } from "../office/docx-numbering.ts";
import { DocxText } from "../office/docx-text.ts";
import { embeddedIn } from "../office/embedded-files.ts";
import { at, childrenOf, OfficePackage, type XmlElement } from "../office/office-package.ts";
import { saidOfFile } from "../office/said-of-file.ts";
import {
  type ExtractedDocument,
  type Importer,
  ImportRefusal,
  type TextMark,
  type TextSegment,
} from "../reader/port.ts";
import { TextWriter } from "../reader/text-writer.ts";
import { fileTitle } from "./file-facts.ts";
import { readAsLetter } from "./letter-facts.ts";
import { requireNoCompound } from "./locked-office.ts";

/**
 * Word documents (.docx, ECMA-376, transitional and strict). The canonical text is the body as a reader sees it, then as
 * blocks of their own, each after an empty line: footnotes, endnotes, comments, headers and footers. Tracked deletions are
 * out, insertions in and marked. Notes are marked with their number; their reference marks are not in the text. mammoth
 * is not used: it drops tracked changes silently, numbers of paragraphs, headers and footers.
 */
export const docx: Importer = {
  mediaTypes: ["application/vnd.openxmlformats-officedocument.wordprocessingml.document"],
  suffixes: [".docx", ".docm"],
  // 4: prompts of forms and readings of ruby are marked. 7: so are words that are struck through.
  version: "7",
  async extract(original, context) {
    requireNoCompound(original, ".docx");
    const parts = new OfficePackage(original);
    const main = [...parts.related("", "officeDocument").values()][0] ?? "word/document.xml";
    const body = at(parts.xml(main), "body");
    if (body === undefined) throw new ImportRefusal("it is no Word document; save it as .docx and import that");
    const relatedXml = (type: string): XmlElement | undefined =>
      parts.xml([...parts.related(main, type).values()][0] ?? "");
    const styles = relatedXml("styles");
    const writer = new Blocks(new Numbering(relatedXml("numbering"), styles), hidingStyles(styles));
    writer.body(body);
    writer.notes(relatedXml("footnotes"), "footnote");
    writer.notes(relatedXml("endnotes"), "endnote");
    writer.comments(relatedXml("comments"));
    for (const type of ["header", "footer"])
      for (const part of parts.related(main, type).values()) writer.edge(parts.xml(part), type);
    const core = parts.xml([...parts.related("", "core-properties").values()][0] ?? "docProps/core.xml");
    return { ...document(writer, core, context.path), parts: embeddedIn(parts, "word"), witness: parts.witness };
  },
};

const document = (writer: Blocks, core: XmlElement | undefined, path: string): Omit<ExtractedDocument, "parts"> => {
  const said = saidOfFile(core);
  const { text, segments: spoken, marks, hidden } = writer.finish();
  if (text.trim() === "")
    throw new ImportRefusal("it holds no text; if its pages are pictures, import the text they show");
  const letter = readAsLetter(path, text, said);
  const { writtenBy = "" } = letter;
  // Whoever signs speaks. Whom a program names as the maker of the file may have filled in somebody else's form.
  const segments = spoken.map((one) => (one.voice === Voice.AUTHOR ? { ...one, speaker: writtenBy } : one));
  return {
    text,
    segments,
    marks,
    extractor: "docx",
    docType: "docx",
    mediaType: docx.mediaTypes[0] ?? "",
    title: fileTitle(path, text, said.title),
    ...letter,
    notes: [
      ...(hidden ? ["Text that the document hides from its reader was left out."] : []),
      ...(marks.some((mark) => mark.element === "insertion")
        ? ["It has tracked changes: inserted words are in the text and marked, deleted ones are left out."]
        : []),
      ...(marks.some((mark) => mark.element === "ruby")
        ? ["It has readings above words (ruby): the words are in the text, the readings stand in their marks."]
        : []),
      ...(marks.some((mark) => mark.element === "placeholder")
        ? ["It is a form with fields that nobody filled in: what it asks for there is in the text and marked."]
        : []),
    ],
  };
};

/** Puts the parts of a document together, each block with its segment and mark. */
class Blocks {
  readonly #out = new TextWriter();
  readonly #segments: TextSegment[] = [];
  readonly #marks: TextMark[] = [];
  readonly #edges = new Set<string>();
  readonly #numbering: Numbering;
  readonly #hiding: ReadonlySet<string>;
  #hidden = false;

  constructor(numbering: Numbering, hiding: ReadonlySet<string>) {
    this.#numbering = numbering;
    this.#hiding = hiding;
  }

  body(element: XmlElement): void {
    this.#add(element, { voice: Voice.AUTHOR, speaker: "", dateText: "" });
  }

  notes(part: XmlElement | undefined, kind: string): void {
    let count = 0;
    for (const note of childrenOf(part, kind)) {
      // The separators of ids -1 and 0 are lines, not notes.
      if (note.attributes.type !== undefined && note.attributes.type !== "normal") continue;
      const number = String(++count);
      this.#add(
        note,
        { voice: Voice.AUTHOR, speaker: "", dateText: "" },
        { element: kind, number, label: `${kind} ${number}`, flags: [] },
      );
    }
  }

  comments(part: XmlElement | undefined): void {
    for (const comment of childrenOf(part, "comment")) {
      const { author = "", date: dateText = "", id: number = "" } = comment.attributes;
      const speaker = cleanText(author).slice(0, 200);
      const mark = {
        element: "comment",
        number,
        label: speaker === "" ? "comment" : `comment by ${speaker}`,
        flags: ["comment"],
      };
      this.#add(comment, { voice: Voice.QUOTED, speaker, dateText: cleanText(dateText).slice(0, 100) }, mark);
    }
  }

  /** Headers and footers, each wording once. */
  edge(part: XmlElement | undefined, element: string): void {
    if (part === undefined) return;
    const alone = new TextWriter();
    new DocxText(this.#numbering, this.#hiding).blocks(part).write(alone);
    if (this.#edges.has(alone.text)) return;
    this.#edges.add(alone.text);
    this.#add(
      part,
      { voice: Voice.AUTHOR, speaker: "", dateText: "" },
      { element, number: "", label: `page ${element}`, flags: ["repeated"] },
    );
  }

  finish(): { text: string; segments: TextSegment[]; marks: TextMark[]; hidden: boolean } {
    return { text: this.#out.text, segments: this.#segments, marks: this.#marks, hidden: this.#hidden };
  }

  #add(
    element: XmlElement,
    spoken: Pick<TextSegment, "voice" | "speaker" | "dateText">,
    mark?: Pick<TextMark, "element" | "number" | "label" | "flags">,
  ): void {
    const walked = new DocxText(this.#numbering, this.#hiding).blocks(element);
    this.#hidden ||= walked.hidden;
    if (walked.isBlank) return;
    this.#out.part();
    const start = this.#out.at;
    const inner = walked.write(this.#out);
    const place = { start, end: this.#out.at };
    if (mark !== undefined) this.#marks.push({ ...place, ...mark });
    for (const one of inner) this.#marks.push(one);
    this.#segments.push({ ...place, depth: spoken.voice === Voice.QUOTED ? 1 : 0, ...spoken });
  }
}
