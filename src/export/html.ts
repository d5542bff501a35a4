import { escapeHtml } from "./escape.ts";
import { contentPolicy, style } from "./html-style.ts";
import { type Layout, layoutOf, type SectionLayout } from "./layout.ts";
import type { Letter } from "./letter.ts";
import type { Memo } from "./memo.ts";
import type { Provenance } from "./provenance.ts";
import type { Table } from "./table.ts";

/**
 * A memo as one HTML page that loads and runs nothing: what the Markdown has, in its order, in the memo's language. Its only
 * links go from a mark to its note and back, and from a note to its exhibit. Ends in a newline. Whatever the evidence says,
 * the result has no element and no attribute that did not come from here. Errors: DATA_LOSS when the draft cites what its
 * ledger does not have.
 */
export const renderHtml = (memo: Memo): string => htmlOf(layoutOf(memo));

/** The same of what is laid out already. */
export const htmlOf = (layout: Layout): string => {
  const { language, title, unfinished, letter, sections, exhibits, provenance, notes } = layout;
  const lines = [
    "<!doctype html>",
    `<html lang="${escapeHtml(language)}">`,
    `<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${contentPolicy}">`,
    `<title>${escapeHtml(title)}</title><style>${style}</style></head>`,
    "<body>",
    ...(letter ? headOf(letter) : [element("h1", title)]),
    ...(unfinished === undefined ? [] : [`<p>${element("strong", unfinished)}</p>`]),
    ...(letter ? [element("p", letter.salutation)] : []),
    ...sections.flatMap(sectionOf),
    ...(letter ? endOf(letter) : []),
    ...exhibitList(exhibits),
    ...noteList(notes),
    ...(provenance ? provenanceSheet(provenance) : []),
    "</body>",
    "</html>",
  ];
  return `${lines.join("\n")}\n`;
};

const provenanceSheet = ({ title, note, rows, notes }: Provenance): string[] => [
  '<section class="provenance">',
  element("h2", title),
  element("p", note),
  "<table>",
  ...rows.map(([what, says]) => `<tr><th scope="row">${escapeHtml(what)}</th>${element("td", says)}</tr>`),
  "</table>",
  ...(notes ? tableOf(notes, () => "") : []),
  "</section>",
];

const element = (name: string, text: string): string => `<${name}>${escapeHtml(text)}</${name}>`;

/** Lines of one paragraph; none where nothing is said. */
const linesOf = (lines: readonly string[]): string[] => {
  const said = lines.filter((line) => line !== "");
  return said.length === 0 ? [] : [`<p>${said.map(escapeHtml).join("<br>")}</p>`];
};

const headOf = ({ sender, addressee, placeAndDate, references }: Letter): string[] => [
  "<header>",
  ...[sender, addressee, [placeAndDate]].flatMap(linesOf),
  ...(references.length === 0 ? [] : [`<p>${references.map(referenceOf).join("<br>")}</p>`]),
  "</header>",
];

const referenceOf = ([label, words]: readonly [string, string]): string =>
  `<strong>${escapeHtml(label)}:</strong> ${escapeHtml(words)}`;

const endOf = ({ closing, signature, enclosures }: Letter): string[] => [
  element("p", closing),
  ...(signature === "" ? [] : [`<p class="signature">${escapeHtml(signature)}</p>`]),
  ...(enclosures.lines.length === 0
    ? []
    : [
        `<p><strong>${escapeHtml(enclosures.title)}:</strong></p>`,
        "<ul>",
        ...enclosures.lines.map((line) => element("li", line)),
        "</ul>",
      ]),
];

const sectionOf = ({ title, paragraphs, sums }: SectionLayout): string[] => [
  ...(title === undefined ? [] : [element("h2", title)]),
  ...paragraphs.map((sentences) => {
    const marked = sentences.map(({ text, notes }) => `${escapeHtml(text)}${notes.map(markOf).join("")}`);
    return `<p>${marked.join(" ")}</p>`;
  }),
  ...(sums ? tableOf(sums, () => "") : []),
];

/** In brackets, because marks 1 and 2 beside each other would else read as 12. */
const markOf = (number: number): string => `<sup><a id="mark-${number}" href="#note-${number}">[${number}]</a></sup>`;

const exhibitList = (exhibits: Layout["exhibits"]): string[] =>
  exhibits === undefined
    ? []
    : [element("h2", exhibits.title), ...tableOf(exhibits, (at) => ` id="exhibit-${at + 1}"`)];

const tableOf = ({ columns, rows }: Table, attributeOf: (row: number) => string): string[] => {
  const head = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`);
  const lines = rows.map((row, at) => `<tr${attributeOf(at)}>${row.map((cell) => element("td", cell)).join("")}</tr>`);
  return ["<table>", `<tr>${head.join("")}</tr>`, ...lines, "</table>"];
};

const noteList = (notes: Layout["notes"]): string[] => {
  if (notes.length === 0) return [];
  const items = notes.map(
    ({ number, text, exhibit }) =>
      `<li id="note-${number}">${escapeHtml(text)} ${exhibit === undefined ? "" : `<a href="#exhibit-${exhibit}">→</a> `}<a href="#mark-${number}">↑</a></li>`,
  );
  return ["<hr>", "<ol>", ...items, "</ol>"];
};
