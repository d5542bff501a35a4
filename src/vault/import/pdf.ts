import type { PDFDocumentProxy } from "pdfjs-dist";
import { Voice } from "../../../gen/pincite/span/v1/span_pb.ts";
import { threadMs } from "../../confined/processor-time.ts";
import { inEnglish, worded } from "../../messages/said.ts";
import { namedSigns, unnamedSign } from "../../pdf/named-signs.ts";
import { damaged, openPdf } from "../../pdf/open-pdf.ts";
import { type PageLine, type PdfText, pageLines } from "../../pdf/page-lines.ts";
import { type RepeatedLines, repeatedLines } from "../../pdf/repeated-lines.ts";
import { requireBounded } from "../../pdf/unpacked.ts";
import { withMinutes } from "../chat/minutes.ts";
import { cleanText, codePointLength, oneLine } from "../mail/clean-text.ts";
import { attachedFiles, type HeldFile, pinnedFiles } from "../pdf/attached-files.ts";
import {
  cutAtLabels,
  labelsOf,
  type PageAnnotation,
  type PageField,
  pageFields,
  withTicks,
} from "../pdf/page-fields.ts";
import { pdfInstant } from "../pdf/pdf-date.ts";
import { type ReadScan, readScans } from "../pdf/read-scans.ts";
import { secondReading } from "../pdf/second-reading.ts";
import { machineReadMark, machineReadNote, writeSeen } from "../picture/page-text.ts";
import { canReadPictures } from "../picture/read-picture.ts";
import {
  type ExtractedDocument,
  type ImportContext,
  type Importer,
  ImportRefusal,
  type MachineReadPage,
  type TextMark,
  type TextPage,
  type TextSegment,
} from "../reader/port.ts";
import { TextWriter } from "../reader/text-writer.ts";
import { fileTitle } from "./file-facts.ts";
import { readAsLetter } from "./letter-facts.ts";
import { rulingNote } from "./ruling-note.ts";
import { lostWords } from "./self-check.ts";

const pagesMax = 5_000;
/** Text of all pages, in UTF-16 units. */
const charsMax = 32 * 1024 * 1024;

/**
 * PDFs with a text layer, read with pdf.js. The canonical text is the text of the pages in the order of the file, a line
 * for each line, an empty line between pages; hyphens at line ends stay, since folding joins them while matching. Lines
 * that repeat at the top or bottom of pages are marked. What was filled into a form field stands below its label, and what has none,
 * or was noted on a page, below the lines of the page, each marked. Of a page without words the picture is read, where the reader of pictures is installed, and marked as
 * read by a machine; a scan of which nothing is read is refused. Files attached to the PDF, or pinned to its pages, are documents of
 * their own.
 */
export const pdf: Importer = {
  mediaTypes: ["application/pdf", "application/x-pdf"],
  suffixes: [".pdf"],
  // 3: a page without words stands where the page before it ends. 4: a letter is said by whom it names below its closing words.
  // 5: so is what speaks as "ik", and whom a signed letter speaks to stands behind its writer, and what that one is.
  // 6: a letter's day is the one that its own form dates it with. 8: files inside it are given, lines that run up or down the page
  // are parted as level ones are, and the pictures of pages without words are read.
  // 9: a report is whose name stands in its head and at its end, and no day of a letter's own sentences is the letter's.
  // 10: minutes are read with the voices that they name.
  // 12: a note on a page is whose name it bears, and else nobody's; what was filled in and noted dates no document.
  // 13: what was filled into a field stands below its label, and a paper is whose name a label of its head gives as its writer, unless
  // others speak in it. 15: signs that a font names and the library does not are the letters that their names say.
  version: "15",
  async extract(original, context) {
    requireBounded(original);
    const opened = await openPdf(original);
    try {
      return await document(opened, original, context);
    } finally {
      await opened.loadingTask.destroy();
    }
  },
};

const document = async (
  opened: PDFDocumentProxy,
  original: Uint8Array,
  { path, atPicture = () => undefined }: ImportContext,
): Promise<ExtractedDocument> => {
  if (opened.numPages > pagesMax) throw new ImportRefusal(`it has more than ${pagesMax} pages; split it`);
  const { pages, unread, witness } = await readPages(opened, original);
  const written = pages.map(({ lines }) => lines);
  const repeated = repeatedLines(written);
  const wordless = silentPages(pages, repeated);
  const scans = await readScans(original, wordless, atPicture);
  const { text, places, marks, machineRead } = composed(pages, repeated, scans);
  const attached = await attachedFiles(
    opened,
    pages.flatMap(({ pinned }) => pinned),
  );
  // The cover of a portfolio may show nothing: what it holds is read all the same.
  if (text.trim() === "" && attached.parts.length === 0)
    throw new ImportRefusal(
      inEnglish(
        worded(
          canReadPictures() ? "import.its-pages-show-no-words" : "import.its-pages-are-pictures-without-a-text-layer",
        ),
      ),
    );
  const silent = wordless.filter((number) => !scans.has(number));
  const said = await saidOf(opened);
  // A day that was filled in or noted is that of what it says.
  const printed = withoutMarked(text, marks, ["form-field", "annotation"]);
  const letter = readAsLetter(path, printed, { iso: pdfInstant(said.date), text: said.date });
  // Whoever signs speaks: whom a program names as the file's author may only have typed it.
  const speaker = letter.writtenBy ?? "";
  return {
    text,
    segments: withMinutes(text, voices(codePointLength(text), marks, speaker)),
    pages: places,
    pagesWithoutText: silent,
    marks,
    machineRead,
    extractor: "pdf",
    docType: "pdf",
    mediaType: "application/pdf",
    title: fileTitle(path, text, said.title),
    ...letter,
    parts: attached.parts,
    ...(witness === undefined ? {} : { witness }),
    notes: [
      ...rulingNote(text),
      ...(scans.size > 0 ? [machineReadNote(rangesOf([...scans.keys()]))] : []),
      ...(silent.length > 0 ? [noTextLayer(silent, pages.length)] : []),
      ...unnamedNote(pages),
      ...(unread > 0 ? [`${unread} pages are damaged and were left empty.`] : []),
      ...attached.notes,
    ],
  };
};

/** The text with blanks in place of what is marked so: each place stays where it is. */
const withoutMarked = (text: string, marks: readonly TextMark[], elements: readonly string[]): string => {
  if (!marks.some(({ element }) => elements.includes(element))) return text;
  const signs = [...text];
  for (const { start, end } of marks.filter(({ element }) => elements.includes(element))) signs.fill(" ", start, end);
  return signs.join("");
};

/** Whose words they are: the writer's, but for notes, which are whose name they bear and else nobody's. */
const voices = (length: number, marks: readonly PdfMark[], speaker: string): TextSegment[] => {
  const segments: TextSegment[] = [];
  let at = 0;
  const printed = (end: number): void => {
    if (end > at) segments.push({ start: at, end, voice: Voice.AUTHOR, speaker, depth: 0, dateText: "" });
  };
  for (const { start, end, notedBy } of marks) {
    if (notedBy === undefined) continue;
    printed(start);
    const voice = notedBy === "" ? Voice.UNSPECIFIED : Voice.QUOTED;
    segments.push({ start, end, voice, speaker: notedBy, depth: 1, dateText: "" });
    at = end;
  }
  printed(length);
  return segments;
};

/** Pages without a line of their own: a scanner's programs stamp a header or a page number on pictures of text. */
const silentPages = (pages: readonly ReadPage[], repeated: readonly RepeatedLines[]): number[] =>
  pages.flatMap(({ lines, fields }, i) => {
    const isStamp = (n: number): boolean => repeated[i]?.top.has(n) === true || repeated[i]?.bottom.has(n) === true;
    return fields.length === 0 && lines.every((_, n) => isStamp(n)) ? [i + 1] : [];
  });

const noTextLayer = (silent: readonly number[], count: number): string =>
  canReadPictures()
    ? inEnglish(worded("import.no-words-on-pages", { silent: silent.length, pages: count, where: rangesOf(silent) }))
    : `No text layer on ${silent.length} of ${count} pages (${rangesOf(silent)}): they are blank, or scans that need OCR before their words can be found or quoted.`;

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

/** A line with what was filled in behind it. */
interface ReadLine extends PageLine {
  readonly filled: readonly PageField[];
}

/** What stands on a page. */
interface ReadPage {
  readonly lines: readonly ReadLine[];
  readonly fields: readonly PageField[];
  readonly pinned: readonly HeldFile[];
  /** Signs that are drawn and of which the file does not say which letters they are. */
  readonly unnamed: number;
}

const emptyPage: ReadPage = { lines: [], fields: [], pinned: [], unnamed: 0 };

/** Milliseconds of the thread's processor in which pages are read once more by the names of their signs, for a file of any size and for each MiB. */
const [namesMsMin, namesMsPerMiB] = [500, 200];

/**
 * All pages. Where signs of a page have no letters, or a second program reads words that the first does not, the names that fonts give their signs
 * decide, page by page until the time for it is over.
 */
const readPages = async (
  opened: PDFDocumentProxy,
  original: Uint8Array,
): Promise<{ pages: ReadPage[]; unread: number; witness: string | undefined }> => {
  const pages: ReadPage[] = [];
  let [unread, chars] = [0, 0];
  for (let number = 1; number <= opened.numPages; number++) {
    const page = await readPage(opened, number, false);
    if (page === undefined) unread++;
    for (const { text } of [...(page?.lines ?? []), ...(page?.fields ?? [])]) chars += text.length;
    if (chars > charsMax) throw new ImportRefusal("its text is longer than 32 million characters; split it");
    pages.push(page ?? emptyPage);
  }
  if (unread === opened.numPages) throw new ImportRefusal(damaged);
  const read = pages.flatMap(({ lines }) => lines.map(({ text }) => text)).join("\n");
  const witness = await secondReading(original);
  const isDoubted = witness !== undefined && lostWords(witness, read) > 0;
  const until = threadMs() + namesMsMin + (namesMsPerMiB * original.length) / 2 ** 20;
  for (const [at, { unnamed }] of pages.entries()) {
    if (!(isDoubted || unnamed > 0)) continue;
    if (threadMs() > until) break;
    pages[at] = (await readPage(opened, at + 1, true)) ?? (pages[at] as ReadPage);
  }
  return { pages, unread, witness };
};

/** `byNames`: by what fonts call their signs where that says more. */
const readPage = async (opened: PDFDocumentProxy, number: number, byNames: boolean): Promise<ReadPage | undefined> => {
  try {
    const page = await opened.getPage(number);
    const { items } = await page.getTextContent({ disableNormalization: true });
    const annotations = (await page.getAnnotations()) as readonly PageAnnotation[];
    const names: Awaited<ReturnType<typeof namedSigns>> = byNames ? await namedSigns(page) : new Map();
    page.cleanup();
    const words = items.flatMap((item) => {
      if (!("str" in item)) return [];
      const letters = names.get(item.fontName);
      return [letters ? { ...item, str: [...item.str].map((sign) => letters.get(sign) ?? sign).join("") } : item];
    });
    const { items: pieces, unlabelled } = withTicks(words, annotations);
    const fields = [...pageFields(annotations), ...unlabelled];
    const labels = labelsOf(pieces, fields);
    const filled = Map.groupBy([...labels.keys()].toSorted(byLeft), (field) => labels.get(field));
    return {
      lines: pageLines(cutAtLabels(pieces, new Set(labels.values()))).map(({ text, y, pieces: own }) => ({
        y,
        text: cleanText(text).replaceAll("\n", " "),
        filled: own.flatMap((piece) => filled.get(piece) ?? []),
      })),
      fields,
      pinned: pinnedFiles(annotations),
      unnamed: words.reduce((sum, piece) => sum + unnamedIn(piece), 0),
    };
  } catch {
    return undefined;
  }
};

const byLeft = (a: PageField, b: PageField): number => (a.box[0] ?? 0) - (b.box[0] ?? 0);

/**
 * Signs without a letter: where a font does not name its signs, their numbers in the font stand in the text instead, which are
 * controls or of private use; or nothing does, and only a width tells that something is drawn.
 */
const unnamedIn = ({ str, width, hasEOL }: PdfText): number =>
  str === "" && width > 0 && !hasEOL ? 1 : (str.match(unnamedSign)?.length ?? 0);

const unnamedNote = (pages: readonly ReadPage[]): string[] => {
  const places = pages.flatMap(({ unnamed }, i) => (unnamed > 0 ? [{ unnamed, number: i + 1 }] : []));
  const count = places.reduce((sum, { unnamed }) => sum + unnamed, 0);
  if (count === 0) return [];
  return [
    `${count} ${count === 1 ? "sign has" : "signs have"} no letters in the file (${rangesOf(places.map(({ number }) => number))}) and ${count === 1 ? "is" : "are"} not in the text, or not readable there; look at the original.`,
  ];
};

/** What a stretch is marked as; of a note, by whom, or "". */
interface PdfMark extends TextMark {
  readonly notedBy?: string;
}

/** A line of a page with what it is marked as. */
interface MarkedLine {
  readonly text: string;
  readonly mark?: Omit<PdfMark, "start" | "end">;
}

const composed = (
  pages: readonly ReadPage[],
  repeated: readonly RepeatedLines[],
  scans: ReadonlyMap<number, ReadScan>,
) => {
  const out = new TextWriter();
  const [places, marks, machineRead]: [TextPage[], PdfMark[], MachineReadPage[]] = [[], [], []];
  for (const [i, page] of pages.entries()) {
    const written = writtenOn(page, repeated[i], i + 1);
    const scan = scans.get(i + 1);
    if (written.length > 0 || scan) out.part();
    const start = out.at;
    for (const [n, { text, mark }] of written.entries()) {
      if (n > 0) out.write("\n");
      const place = out.write(text);
      if (mark !== undefined) marks.push({ ...place, ...mark });
    }
    if (scan) {
      if (written.length > 0) out.write("\n");
      const from = out.at;
      machineRead.push(writeSeen(out, scan.seen, scan.page));
      marks.push(machineReadMark(from, out.at, i + 1));
    }
    places.push({ number: i + 1, start, end: out.at });
  }
  return { text: out.text, marks, places, machineRead };
};

const writtenOn = ({ lines, fields }: ReadPage, repeated: RepeatedLines | undefined, page: number): MarkedLine[] => {
  const placed = new Set(lines.flatMap(({ filled }) => filled));
  return [
    ...lines.flatMap(({ text, filled }, n) => [
      lineOf(text, repeated?.top.has(n) ? "header" : repeated?.bottom.has(n) ? "footer" : undefined, page),
      ...filled.map((field) => fieldLine(field, page)),
    ]),
    ...fields.filter((field) => !placed.has(field)).map((field) => fieldLine(field, page)),
  ];
};

const lineOf = (text: string, edge: "header" | "footer" | undefined, page: number): MarkedLine => {
  if (edge === undefined) return { text };
  const label = `p. ${page}, ${edge}`;
  return { text, mark: { element: `page-${edge}`, number: "", label, flags: ["repeated"] } };
};

const fieldLine = ({ text, element, name }: PageField, page: number): MarkedLine => {
  const label = `p. ${page}, ${element === "form-field" ? "form field" : "note"}${name === "" ? "" : ` ${name}`}`;
  const by = element === "annotation" ? { notedBy: name } : {};
  return { text, mark: { element, number: "", label, flags: [], ...by } };
};

const saidOf = async (opened: PDFDocumentProxy): Promise<{ title: string; date: string }> => {
  try {
    const info = (await opened.getMetadata()).info as Record<string, unknown>;
    const word = (name: string): string => (typeof info[name] === "string" ? oneLine(info[name], 300) : "");
    return { title: word("Title"), date: word("ModDate") || word("CreationDate") };
  } catch {
    return { title: "", date: "" };
  }
};
