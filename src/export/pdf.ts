import PdfKit from "pdfkit";
import { shownText } from "./escape.ts";
import type { Layout } from "./layout.ts";
import { layoutOf } from "./layout.ts";
import type { Memo } from "./memo.ts";
import { blocksOf, exhibitName } from "./pdf/blocks.ts";
import { liberationSans } from "./pdf/fonts.ts";
import { type Measure, markScale } from "./pdf/lines.ts";
import { noteSize, type Page, type PlacedLine, pagesOf, paper } from "./pdf/pages.ts";
import { Structure } from "./pdf/structure.ts";

/**
 * A memo as a PDF: letterhead or title, sections, closing, exhibits, provenance on a page of its own, each note at the foot of
 * the page on which its mark stands. Its letters are embedded, its parts are tagged, marks lead to notes and notes to exhibits.
 * The same memo gives the same bytes; the file's properties name no person and no program, and its time is the letter's day. Errors: DATA_LOSS when the
 * draft cites what its ledger does not have.
 */
export const renderPdf = async (memo: Memo): Promise<Uint8Array> => pdfOf(layoutOf(memo));

type Doc = PDFKit.PDFDocument;

/** Names of the two weights inside the file. */
const fontOf = (bold: boolean): string => (bold ? "bold" : "regular");

/** A layout as a PDF, in the same way. */
export const pdfOf = async (layout: Layout): Promise<Uint8Array> => {
  const fonts = liberationSans();
  const doc: Doc = new PdfKit({
    size: "A4",
    margin: 0,
    autoFirstPage: false,
    // None of its own: it would look for Helvetica, and open ours anew for each line where it takes that for the default.
    font: null as unknown as string,
    pdfVersion: "1.7",
    tagged: true,
    lang: layout.language,
    displayTitle: true,
    info: { Title: shownText(layout.title), CreationDate: dayOf(layout) },
  });
  // The library writes the title into XML without escaping it; the properties of the file say the same.
  Object.assign(doc, { endMetadata: () => undefined });
  const bytes = collected(doc);
  doc.registerFont("regular", Buffer.from(fonts.regular));
  doc.registerFont("bold", Buffer.from(fonts.bold));
  const measure = measureWith(doc);
  const known = knownLetters(doc);
  const blocks = blocksOf(layout).map((block) => spelled(block, known));
  const notes = layout.notes.map((note) => ({ ...note, text: known(note.text) }));
  const pages = pagesOf(blocks, notes, measure);
  paintPages(doc, pages, new Map(notes.map(({ number, exhibit }) => [number, exhibit])));
  for (const key of ["Producer", "Creator"] as const) delete doc.info[key];
  doc.end();
  return bytes;
};

/** Widths grow with the size, so each text is measured once for each weight. */
const measureWith = (doc: Doc): Measure => {
  const widths = { regular: new Map<string, number>(), bold: new Map<string, number>() };
  return (text, size, bold) => {
    const known = bold ? widths.bold : widths.regular;
    let width = known.get(text);
    if (width === undefined) {
      width = doc.font(fontOf(bold)).fontSize(1_000).widthOfString(text);
      known.set(text, width);
    }
    return (width * size) / 1_000;
  };
};

/** The day that the letter bears; one that bears none is of the first day that a ZIP knows, as the other formats are. */
const dayOf = ({ day }: Layout): Date => new Date(`${day || "1980-01-01"}T00:00:00Z`);

const collected = (doc: Doc): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const pieces: Uint8Array[] = [];
    doc.on("data", (piece: Uint8Array) => pieces.push(piece));
    doc.on("end", () => resolve(new Uint8Array(Buffer.concat(pieces))));
    doc.on("error", reject);
  });

/** What the letters of the file can show: what they have no letter for is written out, since it would be an empty box. */
const knownLetters = (doc: Doc): ((text: string) => string) => {
  doc.font("regular");
  const { font } = (doc as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } })._font;
  // The library reads the font's table anew for each question.
  const asked = new Map<string, boolean>();
  const isKnown = (char: string): boolean => {
    const known = asked.get(char) ?? font.hasGlyphForCodePoint(char.codePointAt(0) ?? 0);
    asked.set(char, known);
    return known;
  };
  return (text) =>
    [...text].every(isKnown)
      ? text
      : Array.from(text, (char) =>
          isKnown(char) ? char : `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
        ).join("");
};

type Block = ReturnType<typeof blocksOf>[number];

const spelled = (block: Block, known: (text: string) => string): Block => {
  if (block.kind === "text")
    return {
      ...block,
      lines: block.lines.map((runs) => runs.map((run) => ("mark" in run ? run : { ...run, text: known(run.text) }))),
    };
  if (block.kind === "page") return block;
  const { columns, rows, widths } = block.table;
  return { ...block, table: { columns: columns.map(known), widths, rows: rows.map((row) => row.map(known)) } };
};

const paintPages = (doc: Doc, pages: readonly Page[], exhibits: ReadonlyMap<number, number | undefined>): void => {
  const structure = new Structure(doc);
  pages.forEach((page, at) => {
    doc.addPage();
    for (const line of page.lines) paintLine(doc, line, structure);
    paintArtifacts(doc, page, at === 0 ? "" : `${at + 1} / ${pages.length}`);
    for (const line of page.foot) paintNote(doc, line, structure, exhibits);
  });
  structure.end();
};

const ascent = 0.905;

const write = (
  doc: Doc,
  text: string,
  { x, y, size, bold }: { x: number; y: number; size: number; bold: boolean },
): void => {
  doc.font(fontOf(bold)).fontSize(size).text(text, x, y, { lineBreak: false, baseline: "alphabetic" });
};

const paintLine = (doc: Doc, { line, owner, x, y, size, height, name }: PlacedLine, structure: Structure): void => {
  const baseline = y + (height - size) / 2 + size * ascent;
  if (name !== undefined) doc.addNamedDestination(name, "XYZ", null as unknown as number, y, null as unknown as number);
  line.pieces.forEach((piece, at) => {
    const isLast = at === line.pieces.length - 1;
    if (piece.mark === 0) {
      const text = isLast ? `${piece.text} ` : piece.text;
      structure.paint(structure.of(owner), () =>
        write(doc, text, { x: x + piece.x, y: baseline, size, bold: piece.bold }),
      );
      return;
    }
    const small = size * markScale;
    const link = structure.markOf(owner, piece.mark);
    const place = { x: x + piece.x, y: baseline - size * 0.34, size: small, bold: false };
    structure.paint(link, () => write(doc, piece.text, place));
    const width = doc.widthOfString(piece.text);
    doc.goTo(place.x, place.y - small, width, small * 1.2, `note-${piece.mark}`, linkTo(link, piece.text));
  });
};

/** A link's words for who cannot see it, and the element that it belongs to. */
const linkTo = (structParent: PDFKit.PDFStructureElement, words: string) =>
  ({ structParent, Contents: new String(words) }) as unknown as PDFKit.Mixins.AnnotationOption;

const paintNote = (
  doc: Doc,
  placed: PlacedLine,
  structure: Structure,
  exhibits: ReadonlyMap<number, number | undefined>,
): void => {
  const { line, owner, x, y, height, name } = placed;
  const number = owner.kind === "note" ? owner.number : 0;
  const baseline = y + (height - noteSize) / 2 + noteSize * ascent;
  if (name !== undefined) {
    doc.addNamedDestination(name, "XYZ", null as unknown as number, y, null as unknown as number);
    const place = { x: paper.left, y: baseline, size: noteSize, bold: false };
    structure.paint(structure.labelOf(number), () => write(doc, `${number} `, place));
  }
  const text = line.pieces.map((piece) => piece.text).join("");
  const exhibit = exhibits.get(number);
  const element = exhibit === undefined ? structure.of(owner) : structure.linkIn(number);
  structure.paint(element, () => write(doc, `${text} `, { x, y: baseline, size: noteSize, bold: false }));
  if (exhibit !== undefined)
    doc.goTo(x, y, doc.widthOfString(text), height, exhibitName(exhibit), linkTo(element, text));
};

/** What is no part of the text: rules under rows, the one above the notes, the number of the page. */
const paintArtifacts = (doc: Doc, { rules, foot }: Page, number: string): void => {
  doc.markContent("Artifact", { type: "Layout" });
  doc.lineWidth(0.5).strokeColor("#999999");
  for (const { x, y, width } of rules)
    doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .stroke();
  const first = foot[0];
  if (first)
    doc
      .moveTo(paper.left, first.y - 6)
      .lineTo(paper.left + 140, first.y - 6)
      .stroke();
  doc.endMarkedContent();
  if (number === "") return;
  doc.markContent("Artifact", { type: "Pagination" });
  const x = paper.width - paper.right - doc.font("regular").fontSize(noteSize).widthOfString(number);
  write(doc, number, { x, y: paper.height - 40, size: noteSize, bold: false });
  doc.endMarkedContent();
};
