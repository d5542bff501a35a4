import { escapeMarkdown } from "./escape.ts";
import { type Layout, layoutOf, type SectionLayout } from "./layout.ts";
import type { Memo } from "./memo.ts";

/**
 * A memo as Markdown (CommonMark with footnotes and tables as GitHub and Pandoc read them): title, sections with footnote
 * marks, list of exhibits, provenance, footnotes. Ends in a newline. Whatever the evidence says, the result has no link
 * and no HTML that did not come from here. Errors: DATA_LOSS when the draft cites what its ledger does not have.
 */
export const renderMarkdown = (memo: Memo): string => {
  const { title, unfinished, sections, exhibits, provenance, notes } = layoutOf(memo);
  const blocks = [
    `# ${escapeMarkdown(title)}`,
    ...(unfinished === undefined ? [] : [`**${unfinished}**`]),
    ...sections.map(sectionOf),
    ...exhibitList(exhibits),
    `## ${provenance.title}`,
    provenance.note,
    tableOf(["", ""], provenance.rows),
    ...notes.map(({ number, text }) => `[^${number}]: ${escapeMarkdown(text)}`),
  ];
  return `${blocks.join("\n\n")}\n`;
};

const sectionOf = ({ title, sentences }: SectionLayout): string => {
  const marked = sentences.map(({ text, notes }) => {
    const marks = notes.map((number) => `[^${number}]`);
    return `${escapeMarkdown(text)}${marks.join("")}`;
  });
  return [`## ${escapeMarkdown(title)}`, ...(marked.length === 0 ? [] : [marked.join(" ")])].join("\n\n");
};

const exhibitList = (exhibits: Layout["exhibits"]): string[] =>
  exhibits === undefined ? [] : [`## ${exhibits.title}`, tableOf(exhibits.columns, exhibits.rows)];

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map((row) => line(row.map(escapeMarkdown)))].join("\n");
};
