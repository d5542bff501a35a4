import { shownText } from "../escape.ts";
import type { Layout, SectionLayout } from "../layout.ts";
import type { Letter } from "../letter.ts";
import type { Provenance } from "../provenance.ts";
import type { Table } from "../table.ts";

/** A stretch of text in one weight, or the mark of a note behind the text before it. */
export type Run = { readonly text: string; readonly bold?: boolean } | { readonly mark: number };

/** What stands under one another on the pages of a memo. Sizes and distances in points. */
export type Block =
  | {
      readonly kind: "text";
      /** The structure element that it is (ISO 32000-1, 14.8.4.3). */
      readonly tag: "H1" | "H2" | "P";
      /** Lines that are broken by hand, each of its runs. */
      readonly lines: readonly (readonly Run[])[];
      readonly size: number;
      readonly before: number;
      readonly after: number;
      /** Not left alone at the foot of a page. */
      readonly keepsNext: boolean;
    }
  | { readonly kind: "table"; readonly table: Table; readonly rowName: ((row: number) => string) | undefined }
  | { readonly kind: "page" };

const textSize = 10.5;

/** A memo's layout, block by block. */
export const blocksOf = ({ title, unfinished, letter, sections, exhibits, provenance }: Layout): Block[] => [
  ...(letter ? headOf(letter) : [text("H1", [[{ text: title, bold: true }]], { size: 15, after: 10 })]),
  ...(unfinished === undefined ? [] : [text("P", [[{ text: unfinished, bold: true }]])]),
  ...(letter ? [plain([letter.salutation])] : []),
  ...keptTogether(sections.flatMap(sectionOf), letter),
  ...(letter ? endOf(letter) : []),
  ...(exhibits ? [heading(exhibits.title), { kind: "table", table: exhibits, rowName: exhibitName } as const] : []),
  ...(provenance ? sheetOf(provenance) : []),
];

/** A signature does not stand alone on a page: a short paragraph before it, with its heading, goes along. */
const keptTogether = (blocks: readonly Block[], letter: Letter | undefined): Block[] => {
  const last = blocks.at(-1);
  if (letter === undefined || last?.kind !== "text" || lengthOf(last) > 500) return [...blocks];
  return [...blocks.slice(0, -1), { ...last, keepsNext: true }];
};

const lengthOf = ({ lines }: Extract<Block, { kind: "text" }>): number =>
  lines.flat().reduce((sum, run) => sum + ("text" in run ? run.text.length : 0), 0);

/** The destination of an exhibit's row, by its number from 1. */
export const exhibitName = (number: number): string => `exhibit-${number}`;

const text = (
  tag: "H1" | "H2" | "P",
  lines: readonly (readonly Run[])[],
  { size = textSize, before = 0, after = 9, keepsNext = false } = {},
): Block => ({ kind: "text", tag, lines: lines.map((line) => line.map(shown)), size, before, after, keepsNext });

const shown = (run: Run): Run => ("mark" in run ? run : { ...run, text: shownText(run.text) });

const heading = (title: string): Block =>
  text("H2", [[{ text: title, bold: true }]], { size: 11.5, before: 9, after: 4, keepsNext: true });

/** Lines of one paragraph. */
const plain = (lines: readonly string[], room: { before?: number; after?: number; keepsNext?: boolean } = {}): Block =>
  text(
    "P",
    lines.map((line) => [{ text: line }]),
    room,
  );

const linesOf = (lines: readonly string[], after: number): Block[] => {
  const said = lines.filter((line) => line !== "");
  return said.length === 0 ? [] : [plain(said, { after })];
};

const headOf = ({ sender, addressee, placeAndDate, references }: Letter): Block[] => [
  ...linesOf(sender, 18),
  ...linesOf(addressee, 24),
  ...linesOf([placeAndDate], 14),
  ...(references.length === 0
    ? []
    : [
        text(
          "P",
          references.map(([label, words]) => [{ text: `${label}:`, bold: true }, { text: words }]),
          { after: 20 },
        ),
      ]),
];

const sectionOf = ({ title, paragraphs, sums }: SectionLayout): Block[] => [
  ...(title === undefined ? [] : [heading(title)]),
  ...paragraphs.map((sentences) =>
    text("P", [
      sentences.flatMap(({ text: words, notes }): Run[] => [{ text: words }, ...notes.map((mark) => ({ mark }))]),
    ]),
  ),
  ...(sums ? [{ kind: "table", table: sums, rowName: undefined } as const] : []),
];

/** What a signature needs stays together on one page. */
const endOf = ({ closing, signature, enclosures }: Letter): Block[] => [
  plain([closing], { before: 12, after: 52, keepsNext: true }),
  ...linesOf([signature], 18),
  ...(enclosures.lines.length === 0
    ? []
    : [
        text("P", [[{ text: `${enclosures.title}:`, bold: true }]], { after: 3, keepsNext: true }),
        plain(
          enclosures.lines.map((line) => `– ${line}`),
          { after: 12 },
        ),
      ]),
];

const sheetOf = ({ title, note, rows, notes }: Provenance): Block[] => [
  { kind: "page" },
  heading(title),
  plain([note]),
  { kind: "table", table: { columns: [], widths: [30, 70], rows }, rowName: undefined },
  ...(notes ? [plain([""], { after: 4 }), { kind: "table", table: notes, rowName: undefined } as const] : []),
];
