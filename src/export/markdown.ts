import { escapeMarkdown } from "./escape.ts";
import { layoutOf, type SectionLayout } from "./layout.ts";
import type { Letter } from "./letter.ts";
import type { Memo } from "./memo.ts";
import type { Provenance } from "./provenance.ts";
import type { Table } from "./table.ts";

/**
 * A memo as Markdown (CommonMark with footnotes and tables as GitHub and Pandoc read them): letterhead or title, sections
 * with footnote marks, closing, list of exhibits, footnotes, provenance. Ends in a newline. Whatever the evidence says, the
 * result has no link and no HTML that did not come from here. Errors: DATA_LOSS when the draft cites what its ledger does
 * not have.
 */
export const renderMarkdown = (memo: Memo): string => {
  const { title, unfinished, letter, sections, exhibits, provenance, notes } = layoutOf(memo);
  const blocks = [
    ...(letter ? headOf(letter) : [`# ${escapeMarkdown(title)}`]),
    ...(unfinished === undefined ? [] : [`**${unfinished}**`]),
    ...(letter ? [escapeMarkdown(letter.salutation)] : []),
    ...sections.map(sectionOf),
    ...(letter ? endOf(letter) : []),
    ...(exhibits === undefined ? [] : [`## ${exhibits.title}`, tableOf(exhibits)]),
    ...notes.map(({ number, text }) => `[^${number}]: ${escapeMarkdown(text)}`),
    ...(provenance ? provenanceSheet(provenance) : []),
  ];
  return `${blocks.join("\n\n")}\n`;
};

const provenanceSheet = ({ title, note, rows, notes }: Provenance): string[] => [
  "---",
  `## ${title}`,
  note,
  tableOf({ columns: ["", ""], rows }),
  ...(notes ? [tableOf(notes)] : []),
];

const headOf = ({ sender, addressee, placeAndDate, references }: Letter): string[] => [
  ...linesOf(sender),
  ...linesOf(addressee),
  ...linesOf([placeAndDate]),
  ...(references.length === 0
    ? []
    : [references.map(([label, words]) => `**${label}:** ${escapeMarkdown(words)}`).join("\\\n")]),
];

const endOf = ({ closing, signature, enclosures }: Letter): string[] => [
  escapeMarkdown(closing),
  ...linesOf([signature]),
  ...(enclosures.lines.length === 0
    ? []
    : [`**${enclosures.title}:**`, enclosures.lines.map((line) => `- ${escapeMarkdown(line)}`).join("\n")]),
];

/** Lines of one paragraph, each kept as a line; none where nothing is said. */
const linesOf = (lines: readonly string[]): string[] => {
  const said = lines.filter((line) => line !== "");
  return said.length === 0 ? [] : [said.map(escapeMarkdown).join("\\\n")];
};

const sectionOf = ({ title, paragraphs, sums }: SectionLayout): string =>
  [
    ...(title === undefined ? [] : [`## ${escapeMarkdown(title)}`]),
    ...paragraphs.map((sentences) =>
      sentences
        .map(({ text, notes }) => `${escapeMarkdown(text)}${notes.map((number) => `[^${number}]`).join("")}`)
        .join(" "),
    ),
    ...(sums ? [tableOf({ ...sums, columns: sums.columns.map(escapeMarkdown) })] : []),
  ].join("\n\n");

const tableOf = ({ columns, rows }: Pick<Table, "columns" | "rows">): string => {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(columns), line(columns.map(() => "---")), ...rows.map((row) => line(row.map(escapeMarkdown)))].join(
    "\n",
  );
};
