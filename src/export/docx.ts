import {
  Bookmark,
  BorderStyle,
  Document,
  FootnoteReferenceRun,
  HeadingLevel,
  InternalHyperlink,
  type IParagraphOptions,
  Packer,
  PageBreak,
  Paragraph,
  type ParagraphChild,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
  Table as WordTable,
} from "docx";
import { docxStyles, wordLanguage } from "./docx-styles.ts";
import { shownText } from "./escape.ts";
import { type Layout, layoutOf, type SectionLayout, type SentenceLayout } from "./layout.ts";
import type { Letter } from "./letter.ts";
import type { Memo } from "./memo.ts";
import type { Provenance } from "./provenance.ts";
import { settledArchive } from "./settled-archive.ts";
import type { Table } from "./table.ts";

/**
 * A memo as a Word file (ECMA-376): letterhead or title, sections whose footnotes are real ones, closing, exhibits, provenance
 * on a page of its own. Each sentence lies in a hidden bookmark of its id, so that an edited file can be read back. The same
 * memo gives the same bytes; the file's properties name no person and no program. Errors: DATA_LOSS when the draft cites what
 * its ledger does not have.
 */
export const renderDocx = async (memo: Memo): Promise<Uint8Array> => docxOf(layoutOf(memo));

/** The same of what is laid out already. */
export const docxOf = async (layout: Layout): Promise<Uint8Array> => {
  const { language, title, unfinished, letter, sections, exhibits, provenance, notes } = layout;
  const children = [
    ...(letter ? headOf(letter) : [heading(title, HeadingLevel.TITLE)]),
    ...(unfinished === undefined ? [] : [paragraph([new TextRun({ text: unfinished, bold: true })])]),
    ...(letter ? [paragraph(letter.salutation)] : []),
    ...sections.flatMap(sectionOf),
    ...(letter ? endOf(letter) : []),
    ...(exhibits ? [heading(exhibits.title, HeadingLevel.HEADING_1), tableOf(exhibits, exhibitMark)] : []),
    ...(provenance ? provenanceSheet(provenance) : []),
  ];
  const document = new Document({
    title: shownText(title),
    creator: "",
    lastModifiedBy: "",
    description: "",
    styles: docxStyles(wordLanguage(language)),
    footnotes: Object.fromEntries(notes.map((note) => [note.number, { children: [noteOf(note)] }])),
    sections: [{ children }],
  });
  return settledArchive(await Packer.pack(document, "uint8array"));
};

const provenanceSheet = ({ title, note, rows, notes }: Provenance) => [
  paragraph([new PageBreak()]),
  heading(title, HeadingLevel.HEADING_1),
  paragraph(note),
  tableOf({ columns: [], widths: [30, 70], rows }),
  ...(notes ? [paragraph(""), tableOf(notes)] : []),
];

/** Text of strangers between tags, with its invisible characters written out; a string of no letter is an empty run. */
const run = (text: string): TextRun => new TextRun(shownText(text));

const paragraph = (content: string | readonly ParagraphChild[], options: IParagraphOptions = {}): Paragraph =>
  new Paragraph({ ...options, children: typeof content === "string" ? [run(content)] : [...content] });

const heading = (text: string, level: IParagraphOptions["heading"] & string): Paragraph =>
  paragraph(text, { heading: level });

/** Lines of one paragraph; none where nothing is said. */
const linesOf = (lines: readonly string[]): Paragraph[] => {
  const said = lines.filter((line) => line !== "");
  if (said.length === 0) return [];
  return [paragraph(said.map((line, at) => new TextRun({ text: shownText(line), ...(at > 0 ? { break: 1 } : {}) })))];
};

const headOf = ({ sender, addressee, placeAndDate, references }: Letter): Paragraph[] => [
  ...[sender, addressee, [placeAndDate]].flatMap(linesOf),
  ...references.map(([label, words]) =>
    paragraph([new TextRun({ text: `${label}: `, bold: true }), run(words)], { spacing: { after: 0 } }),
  ),
  ...(references.length === 0 ? [] : [paragraph("")]),
];

const endOf = ({ closing, signature, enclosures }: Letter): Paragraph[] => [
  // What a signature needs stays together on one page.
  paragraph([new Bookmark({ id: endMark, children: [run(closing)] })], {
    keepNext: true,
    spacing: { before: 240, after: 960 },
  }),
  ...linesOf([signature]),
  ...(enclosures.lines.length === 0
    ? []
    : [
        paragraph([new TextRun({ text: `${enclosures.title}:`, bold: true })], { keepNext: true }),
        ...enclosures.lines.map((line) => paragraph(line, { bullet: { level: 0 } })),
      ]),
];

const sectionOf = ({ title, paragraphs, sums }: SectionLayout) => [
  ...(title === undefined ? [] : [heading(title, HeadingLevel.HEADING_1)]),
  ...paragraphs.map((sentences) => paragraph(sentencesOf(sentences))),
  ...(sums ? [tableOf(sums, sumMark), paragraph("")] : []),
];

const sentencesOf = (sentences: readonly SentenceLayout[]): ParagraphChild[] =>
  sentences.flatMap(({ id, text, notes }, at): ParagraphChild[] => [
    ...(at > 0 ? [new TextRun(" ")] : []),
    new Bookmark({ id: sentenceMark(id), children: [run(text)] }),
    // Between two marks a comma as high as they are: 6 and 7 would else read as 67.
    ...notes.flatMap((number, nth) => [
      ...(nth > 0 ? [new TextRun({ text: ", ", superScript: true })] : []),
      new FootnoteReferenceRun(number),
    ]),
  ]);

/** A bookmark that Word does not list, since its name begins with a low line: `_pincite_sentence_12`. */
const sentenceMark = (id: string): string => `_pincite_${id.replace(/[^A-Za-z0-9]/gu, "_")}`;

/** Where the text of a letter is at its end. */
const endMark = "_pincite_end";

const exhibitMark = (row: number, column: number): string | undefined =>
  column === 0 && row >= 0 ? `_pincite_exhibit_${row + 1}` : undefined;

/** Each cell of the sums, so that nobody takes them for sentences when the file is read back. */
const sumMark = (row: number, column: number): string => `_pincite_sum_${row + 1}_${column + 1}`;

const noteOf = ({ text, exhibit }: Layout["notes"][number]): Paragraph =>
  paragraph(
    [
      new TextRun(" "),
      exhibit === undefined
        ? run(text)
        : new InternalHyperlink({ anchor: exhibitMark(exhibit - 1, 0) ?? "", children: [run(text)] }),
    ],
    { style: "FootnoteText" },
  );

/** The bookmark of a cell; the head is row -1. Undefined: it has none. */
type CellMark = (row: number, column: number) => string | undefined;

const tableOf = ({ columns, widths, rows }: Table, markOf: CellMark = () => undefined): WordTable => {
  const rowOf = (cells: readonly string[], row: number) =>
    new TableRow({
      tableHeader: cells === columns,
      cantSplit: true,
      children: cells.map((cell, at) => cellOf(cell, widths[at], markOf(row, at), cells === columns)),
    });
  return new WordTable({
    width: { size: 100, type: WidthType.PERCENTAGE },
    columnWidths: widths.map((width) => (width * textWidth) / 100),
    borders: { top: line, bottom: line, left: none, right: none, insideHorizontal: line, insideVertical: none },
    rows: [...(columns.length === 0 ? [] : [rowOf(columns, -1)]), ...rows.map(rowOf)],
  });
};

const cellOf = (text: string, width = 0, mark: string | undefined, bold: boolean): TableCell => {
  const words = new TextRun({ text: shownText(text), bold });
  const content = mark === undefined ? words : new Bookmark({ id: mark, children: [words] });
  return new TableCell({
    width: { size: width, type: WidthType.PERCENTAGE },
    children: [paragraph([content], { style: "TableText" })],
  });
};

/** Of A4 with margins of an inch, in twentieths of a point. */
const textWidth = 9_026;
const line = { style: BorderStyle.SINGLE, size: 4, color: "999999" };
const none = { style: BorderStyle.NONE, size: 0, color: "auto" };
