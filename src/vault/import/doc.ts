import { viewOf } from "#kit/data-view.ts";
import { CompoundFile } from "../office/compound-file.ts";
import { type DocPart, DocSigns } from "../office/doc-signs.ts";
import { DocText } from "../office/doc-text.ts";
import { DocumentBlocks } from "../office/document-blocks.ts";
import { type Importer, ImportRefusal } from "../reader/port.ts";
import { writtenDocument } from "./written-document.ts";

/** Numbers of tables of the file (MS-DOC 2.5.6). */
const [footnotePlaces, commentMarks, commentPlaces, headerPlaces] = [3, 4, 5, 11];
const [commentAuthors, endnotePlaces, insertionAuthors] = [36, 47, 51];

/**
 * Documents of Word 97 to 2003 (.doc, MS-DOC). The canonical text is as that of a .docx: the body, then footnotes, endnotes, comments,
 * headers and footers, text boxes; tracked deletions are out, insertions in and marked, struck-through words marked. Numbers that Word
 * puts before paragraphs stand in other tables and are not read: a note says so. word-extractor is not used: it drops what is struck
 * through from no text and marks it nowhere, and takes words for deleted by five bits of a property's name of nine.
 */
export const doc: Importer = {
  mediaTypes: ["application/msword"],
  suffixes: [".doc", ".dot"],
  // 2: a report is whose name stands in its head and at its end, and no day of a letter's own sentences is the letter's.
  // 3: minutes are read with the voices that they name.
  // 5: a paper is whose name a label of its head gives as its writer, unless others speak in it.
  version: "5",
  async extract(original, context) {
    try {
      return read(original, context.path);
    } catch (error) {
      // Every place in the file is a number of the file: what leads beyond it is damage.
      if (!(error instanceof RangeError)) throw error;
      throw new ImportRefusal(
        "it is damaged; open it in the program it was made with, save it as .docx and import that",
        {
          cause: error,
        },
      );
    }
  },
};

const read = (original: Uint8Array, path: string): Awaited<ReturnType<Importer["extract"]>> => {
  const file = CompoundFile.open(original);
  if (file === undefined)
    throw new ImportRefusal("it is no Word document that can be read; open it, save it as .docx and import that");
  const signs = new DocSigns(file);
  const authors = stringsOf(signs.table(insertionAuthors));
  const text = (part: DocPart, from?: number, to?: number): DocText => new DocText(signs.runs(part, from, to), authors);
  const blocks = new DocumentBlocks();
  const body = text("body");
  blocks.body(body);
  for (const [part, kind, table] of [
    ["footnotes", "footnote", footnotePlaces],
    ["endnotes", "endnote", endnotePlaces],
  ] as const)
    for (const [i, [from, to]] of stretchesOf(signs.table(table)).entries())
      blocks.note(text(part, from, to), kind, String(i + 1));
  const remarked = namesOf(signs.table(commentAuthors));
  const owners = ownersOf(signs.table(commentMarks));
  for (const [i, [from, to]] of stretchesOf(signs.table(commentPlaces)).entries())
    blocks.comment(text("comments", from, to), {
      author: remarked[owners[i] ?? -1] ?? "",
      dateText: "",
      number: String(i + 1),
    });
  // Six kinds of separators of notes come first, then six headers and footers of each section (2.8.22).
  for (const [i, [from, to]] of stretchesOf(signs.table(headerPlaces), 1).entries())
    if (i >= 6) blocks.edge(text("headers", from, to), [2, 3, 5].includes(i % 6) ? "footer" : "header");
  for (const part of ["boxes", "headerBoxes"] as const) blocks.body(text(part));
  const written = writtenDocument(blocks.finish(), { title: "", iso: "", text: "" }, path, body);
  return {
    ...written,
    extractor: "doc",
    docType: "doc",
    mediaType: doc.mediaTypes[0] ?? "",
    parts: [],
    notes: [...written.notes, ...(body.hasNumbers ? [noNumbers] : [])],
  };
};

const noNumbers =
  "Word numbers paragraphs of it, and those numbers are not in the text; save it as .docx and import that where they matter.";

/** Places one after the other, as stretches; the last of them belong to no words. */
const stretchesOf = (table: Uint8Array, last = 2): (readonly [from: number, to: number])[] => {
  const view = viewOf(table);
  const places = Array.from({ length: table.length >>> 2 }, (_, i) => view.getUint32(4 * i, true));
  return places.slice(0, Math.max(0, places.length - last)).map((from, i) => [from, places[i + 1] ?? from]);
};

/** Who made each comment, as a place in the list of their names: 30 bytes each behind the places (2.8.8, 2.9.9). */
const ownersOf = (table: Uint8Array): number[] => {
  const count = Math.floor((table.length - 4) / 34);
  const view = viewOf(table);
  return Array.from({ length: Math.max(0, count) }, (_, i) => view.getUint16(4 * (count + 1) + 30 * i + 20, true));
};

/** Strings with their lengths before them, one after the other. */
const namesOf = (table: Uint8Array, from = 0): string[] => {
  const view = viewOf(table);
  const names: string[] = [];
  for (let at = from; at + 2 <= table.length; ) {
    const end = at + 2 + 2 * view.getUint16(at, true);
    names.push(new TextDecoder("utf-16le").decode(table.subarray(at + 2, end)));
    at = end;
  }
  return names;
};

/** The same behind a head (2.2.4); what else stands beside each is nothing in the lists that are read here. */
const stringsOf = (table: Uint8Array): string[] => (table.length < 6 ? [] : namesOf(table, 6));
