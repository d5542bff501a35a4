import { strFromU8, unzipSync } from "fflate";
import { type SaxesAttributeNS, SaxesParser } from "saxes";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";

/** A paragraph of an edited file, with the sentences whose bookmarks lie in it. */
export interface EditedParagraph {
  readonly isHeading: boolean;
  readonly pieces: readonly EditedPiece[];
}

/** A stretch of a paragraph. */
export interface EditedPiece {
  /** The name of the bookmark it lies in; empty: in none. */
  readonly mark: string;
  readonly text: string;
}

/** What a Word file says now: tracked insertions are in it, tracked deletions are not. */
export interface EditedDocx {
  readonly paragraphs: readonly EditedParagraph[];
  /** Comments, in order. */
  readonly comments: readonly string[];
  /** Whether changes were tracked, so that somebody may still refuse them. */
  readonly isTracked: boolean;
}

/** XML of one part, unpacked: larger ones are no letter. */
const partBytesMax = 16 * 1024 * 1024;
const parts = new Set(["word/document.xml", "word/comments.xml"]);

/** Reads a Word file (ECMA-376-1) as its text is now. Errors: REQUEST_INVALID for what is none. */
export const readEditedDocx = (bytes: Uint8Array): EditedDocx => {
  const files = unpacked(bytes);
  const document = files["word/document.xml"];
  if (!document) throw noDocx();
  const reader = read(strFromU8(document));
  const comments = files["word/comments.xml"];
  return {
    paragraphs: reader.paragraphs,
    comments: comments ? read(strFromU8(comments)).paragraphs.map(textOf).filter(Boolean) : [],
    isTracked: reader.isTracked,
  };
};

const noDocx = (cause?: unknown): DomainError =>
  new DomainError("REQUEST_INVALID", worded("letter.this-is-no-word-file-docx-that-can-be-read"), {}, { cause });

const unpacked = (bytes: Uint8Array): Record<string, Uint8Array> => {
  try {
    return unzipSync(bytes, { filter: ({ name, originalSize }) => parts.has(name) && originalSize <= partBytesMax });
  } catch (cause) {
    throw noDocx(cause);
  }
};

const textOf = ({ pieces }: EditedParagraph): string =>
  pieces
    .map(({ text }) => text)
    .join("")
    .trim();

const word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
/** Bookmarks that hold a sentence, a cell of the sums, or the words behind the last sentence. */
const sentence = /^_pincite_(?:sentence_\d+|sum_\d+_\d+|end)$/u;
const heading = /^(?:Heading|Kop)\s?\d|^(?:Title|Titel)$/iu;

const read = (xml: string): { paragraphs: EditedParagraph[]; isTracked: boolean } => {
  const reading = new Reading();
  const parser = new SaxesParser({ xmlns: true });
  parser.on("opentag", ({ local, uri, attributes }) => {
    if (uri === word) reading.open(local, attributes);
  });
  parser.on("text", (text) => reading.text(text));
  parser.on("closetag", ({ local, uri }) => {
    if (uri === word) reading.close(local);
  });
  try {
    parser.write(xml).close();
  } catch (cause) {
    throw noDocx(cause);
  }
  return reading;
};

class Reading {
  readonly paragraphs: EditedParagraph[] = [];
  isTracked = false;
  #pieces: EditedPiece[] = [];
  #isHeading = false;
  /** Open bookmarks of sentences by their numbers; a moved one may span paragraphs. */
  readonly #marks = new Map<string, string>();
  /** How deep inside of deleted or moved-away text. */
  #deleted = 0;
  #isText = false;

  open(name: string, attributes: Readonly<Record<string, SaxesAttributeNS>>): void {
    const value = (local: string): string =>
      Object.values(attributes).find((one) => one.local === local && one.uri === word)?.value ?? "";
    if (name === "ins" || name === "del" || name === "moveFrom" || name === "moveTo") this.isTracked = true;
    if (name === "del" || name === "moveFrom") this.#deleted += 1;
    else if (name === "bookmarkStart" && sentence.test(value("name"))) this.#marks.set(value("id"), value("name"));
    else if (name === "bookmarkEnd") this.#marks.delete(value("id"));
    else if (name === "pStyle") this.#isHeading = heading.test(value("val"));
    else if (name === "tab" || name === "br" || name === "cr") this.#add(" ");
    else if (name === "noBreakHyphen") this.#add("-");
    this.#isText = name === "t";
  }

  text(text: string): void {
    if (this.#isText) this.#add(text);
  }

  close(name: string): void {
    this.#isText = false;
    if (name === "del" || name === "moveFrom") this.#deleted -= 1;
    if (name !== "p") return;
    this.paragraphs.push({ isHeading: this.#isHeading, pieces: this.#pieces });
    this.#pieces = [];
    this.#isHeading = false;
  }

  #add(text: string): void {
    if (this.#deleted > 0) return;
    const mark = [...this.#marks.values()].at(-1) ?? "";
    const last = this.#pieces.at(-1);
    if (last?.mark === mark) this.#pieces[this.#pieces.length - 1] = { mark, text: last.text + text };
    else this.#pieces.push({ mark, text });
  }
}
