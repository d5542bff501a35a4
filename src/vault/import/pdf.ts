import type { PDFDocumentProxy } from "pdfjs-dist";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { cleanText, codePointLength } from "../mail/clean-text.ts";
import { damaged, openPdf } from "../pdf/open-pdf.ts";
import { type PageLine, type PdfText, pageLines } from "../pdf/page-lines.ts";
import { pdfInstant } from "../pdf/pdf-date.ts";
import { type RepeatedLines, repeatedLines } from "../pdf/repeated-lines.ts";
import {
  type AttachedPart,
  type ExtractedDocument,
  type Importer,
  ImportRefusal,
  type TextMark,
  type TextPage,
} from "../reader/port.ts";
import { fileDate, fileTitle } from "./file-facts.ts";

const pagesMax = 5_000;
/** Text of all pages, in UTF-16 units. */
const charsMax = 32 * 1024 * 1024;
const attachmentsMax = 200;

/**
 * PDFs with a text layer, read with pdf.js. The canonical text is the text of the pages in the order of the file, a line
 * for each line, an empty line between pages; hyphens at line ends stay, since folding joins them while matching. Lines
 * that repeat at the top or bottom of pages are marked. A scan without a text layer is refused: what it shows cannot be
 * quoted exactly. Files attached to the PDF are documents of their own.
 */
export const pdf: Importer = {
  mediaTypes: ["application/pdf", "application/x-pdf"],
  suffixes: [".pdf"],
  async extract(original, context) {
    const opened = await openPdf(original);
    try {
      return await document(opened, context.path);
    } finally {
      await opened.loadingTask.destroy();
    }
  },
};

const document = async (opened: PDFDocumentProxy, path: string): Promise<ExtractedDocument> => {
  if (opened.numPages > pagesMax) throw new ImportRefusal(`it has more than ${pagesMax} pages; split it`);
  const { pages, unread } = await readPages(opened);
  const repeated = repeatedLines(pages);
  const { text, places, marks } = composed(pages, repeated);
  if (text.trim() === "") {
    throw new ImportRefusal(
      "its pages are pictures without a text layer, so that nothing in it can be quoted exactly; it needs OCR: import the file it was made from, or a version with recognised text that you have checked",
    );
  }
  const silent = silentPages(pages, repeated);
  const said = await saidOf(opened);
  return {
    text,
    segments: [
      { start: 0, end: codePointLength(text), voice: Voice.AUTHOR, speaker: said.author, depth: 0, dateText: "" },
    ],
    pages: places,
    pagesWithoutText: silent,
    marks,
    extractor: "pdf",
    extractorVersion: "2",
    docType: "pdf",
    mediaType: "application/pdf",
    title: fileTitle(path, text, said.title),
    ...fileDate(path, text, { iso: pdfInstant(said.date), text: said.date }),
    participants: said.author === "" ? [] : [said.author],
    parts: await attachedTo(opened),
    notes: [
      ...(silent.length > 0 ? [noTextLayer(silent, pages.length)] : []),
      ...(unread > 0 ? [`${unread} pages are damaged and were left empty.`] : []),
    ],
  };
};

/** Pages without a line of their own: a scanner's programs stamp a header or a page number on pictures of text. */
const silentPages = (pages: readonly (readonly PageLine[])[], repeated: readonly RepeatedLines[]): number[] =>
  pages.flatMap((lines, i) => {
    const isStamp = (n: number): boolean => repeated[i]?.top.has(n) === true || repeated[i]?.bottom.has(n) === true;
    return lines.every((_, n) => isStamp(n)) ? [i + 1] : [];
  });

const noTextLayer = (silent: readonly number[], count: number): string =>
  `No text layer on ${silent.length} of ${count} pages (${rangesOf(silent)}): they are blank, or scans that need OCR before their words can be found or quoted.`;

/** `2, 5-7`; of more than twelve ranges the first ones. */
const rangesOf = (numbers: readonly number[]): string => {
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const shown = ranges.slice(0, 12).map(([first, last]) => (first === last ? `p. ${first}` : `p. ${first}-${last}`));
  return shown.join(", ") + (ranges.length > shown.length ? ", …" : "");
};

const readPages = async (opened: PDFDocumentProxy): Promise<{ pages: PageLine[][]; unread: number }> => {
  const pages: PageLine[][] = [];
  let [unread, chars] = [0, 0];
  for (let number = 1; number <= opened.numPages; number++) {
    const lines = await readPage(opened, number);
    if (lines === undefined) unread++;
    for (const line of lines ?? []) chars += line.text.length;
    if (chars > charsMax) throw new ImportRefusal("its text is longer than 32 million characters; split it");
    pages.push(lines ?? []);
  }
  if (unread === opened.numPages) throw new ImportRefusal(damaged);
  return { pages, unread };
};

const readPage = async (opened: PDFDocumentProxy, number: number): Promise<PageLine[] | undefined> => {
  try {
    const page = await opened.getPage(number);
    const { items } = await page.getTextContent({ disableNormalization: true });
    page.cleanup();
    return pageLines(items.filter((item): item is typeof item & PdfText => "str" in item)).map(({ text, y }) => ({
      y,
      text: cleanText(text).replaceAll("\n", " "),
    }));
  } catch {
    return undefined;
  }
};

const composed = (pages: readonly (readonly PageLine[])[], repeated: readonly RepeatedLines[]) => {
  const [pieces, places, marks]: [string[], TextPage[], TextMark[]] = [[], [], []];
  let at = 0;
  for (const [i, lines] of pages.entries()) {
    const start = at;
    for (const [n, { text }] of lines.entries()) {
      const end = at + codePointLength(text);
      const element = repeated[i]?.top.has(n) ? "page-header" : repeated[i]?.bottom.has(n) ? "page-footer" : "";
      if (element !== "")
        marks.push({
          start: at,
          end,
          element,
          number: "",
          label: `p. ${i + 1}, ${element === "page-header" ? "header" : "footer"}`,
          flags: ["repeated"],
        });
      at = end + 1;
    }
    const end = lines.length === 0 ? start : at - 1;
    places.push({ number: i + 1, start, end });
    if (lines.length === 0) continue;
    pieces.push(lines.map((line) => line.text).join("\n"));
    // One empty line between pages.
    at = end + 2;
  }
  const text = pieces.join("\n\n");
  const length = codePointLength(text);
  return {
    text,
    marks,
    places: places.map((page) => ({ ...page, start: Math.min(page.start, length), end: Math.min(page.end, length) })),
  };
};

const saidOf = async (opened: PDFDocumentProxy): Promise<{ title: string; author: string; date: string }> => {
  try {
    const info = (await opened.getMetadata()).info as Record<string, unknown>;
    const word = (name: string): string =>
      typeof info[name] === "string"
        ? cleanText(info[name]).replace(/\s+/g, " ").trim().slice(0, 300).toWellFormed()
        : "";
    return { title: word("Title"), author: word("Author"), date: word("ModDate") || word("CreationDate") };
  } catch {
    return { title: "", author: "", date: "" };
  }
};

const attachedTo = async (opened: PDFDocumentProxy): Promise<AttachedPart[]> => {
  try {
    const attachments = (await opened.getAttachments()) as unknown;
    const listed = attachments instanceof Map ? [...attachments.values()] : Object.values(attachments ?? {});
    return (listed as { filename?: string; content?: Uint8Array }[])
      .slice(0, attachmentsMax)
      .map(({ filename, content }, i) => ({
        name:
          cleanText(filename ?? "")
            .split(/[/\\]/)
            .at(-1)
            ?.trim()
            .slice(0, 200)
            .toWellFormed() || `part-${i + 1}`,
        mediaType: "",
        bytes: content ?? new Uint8Array(),
      }));
  } catch {
    return [];
  }
};
