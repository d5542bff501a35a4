import { escapeHtml } from "./escape.ts";
import { type Layout, layoutOf, type SectionLayout } from "./layout.ts";
import type { Memo } from "./memo.ts";

/**
 * A memo as one HTML page that loads nothing: what the Markdown has, in its order, in the memo's language. Its only links
 * go from a mark to its note and back. Ends in a newline. Whatever the evidence says, the result has no element and no
 * attribute that did not come from here. Errors: DATA_LOSS when the draft cites what its ledger does not have.
 */
export const renderHtml = (memo: Memo): string => {
  const { title, unfinished, sections, exhibits, provenance, notes } = layoutOf(memo);
  const lines = [
    "<!doctype html>",
    // An export's own words are Dutch where the draft names no language, so that is what the page is then.
    `<html lang="${escapeHtml(memo.draft.locale || "nl")}">`,
    `<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
    "<body>",
    element("h1", title),
    ...(unfinished === undefined ? [] : [`<p>${element("strong", unfinished)}</p>`]),
    ...sections.flatMap(sectionOf),
    ...exhibitList(exhibits),
    element("h2", provenance.title),
    element("p", provenance.note),
    "<table>",
    ...provenance.rows.map(([what, says]) => `<tr><th scope="row">${escapeHtml(what)}</th>${element("td", says)}</tr>`),
    "</table>",
    ...noteList(notes),
    "</body>",
    "</html>",
  ];
  return `${lines.join("\n")}\n`;
};

const element = (name: string, text: string): string => `<${name}>${escapeHtml(text)}</${name}>`;

const sectionOf = ({ title, sentences }: SectionLayout): string[] => {
  const marked = sentences.map(({ text, notes }) => `${escapeHtml(text)}${notes.map(markOf).join("")}`);
  return [element("h2", title), ...(marked.length === 0 ? [] : [`<p>${marked.join(" ")}</p>`])];
};

/** In brackets, because marks 1 and 2 beside each other would else read as 12. */
const markOf = (number: number): string => `<sup><a id="mark-${number}" href="#note-${number}">[${number}]</a></sup>`;

const exhibitList = (exhibits: Layout["exhibits"]): string[] => {
  if (exhibits === undefined) return [];
  const head = exhibits.columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`);
  const rows = exhibits.rows.map((row) => `<tr>${row.map((cell) => element("td", cell)).join("")}</tr>`);
  return [element("h2", exhibits.title), "<table>", `<tr>${head.join("")}</tr>`, ...rows, "</table>"];
};

const noteList = (notes: Layout["notes"]): string[] => {
  if (notes.length === 0) return [];
  const items = notes.map(
    ({ number, text }) => `<li id="note-${number}">${escapeHtml(text)} <a href="#mark-${number}">↑</a></li>`,
  );
  return ["<hr>", "<ol>", ...items, "</ol>"];
};
