import { SaxesParser } from "saxes";

// A ruling's page as uitspraken.rechtspraak.nl shows it, made from the publisher's XML: no page of that site was at hand. Its classes
// are those that public programs which read the site name (`rs-panel-title`, `rnl-detail` with a label and a `rnl-details-value`,
// `rnl-detail-uitspraaktekst` around `div.uitspraak` or `div.conclusie`, in it `section`, `paragroup > span.nr`, `parablock`,
// `bridgehead`, `linebreak`, `footnotes`); the order of its fields and where a number stands are those of stored copies of its text.

/** How the page is drawn: a number on a line of its own, as the site has it, or in the line of its words. */
export type NumberPlace = "above" | "beside";

interface Field {
  readonly label: string;
  readonly values: readonly string[];
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);

/** Days stand as `29-01-2016` on the page. */
const dayOnPage = (iso: string): string => iso.split("-").reverse().join("-");

const blocks: Readonly<Record<string, readonly [open: string, close: string]>> = {
  uitspraak: ['<div class="uitspraak">', "</div>"],
  conclusie: ['<div class="conclusie">', "</div>"],
  inhoudsindicatie: ['<div class="inhoudsindicatie">', "</div>"],
  "uitspraak.info": ['<div class="uitspraak-info">', "</div>"],
  "conclusie.info": ['<div class="conclusie-info">', "</div>"],
  section: ['<div class="section">', "</div>"],
  paragroup: ['<div class="paragroup">', "</div>"],
  parablock: ['<div class="parablock">', "</div>"],
  title: ["<h2>", "</h2>"],
  nr: ['<span class="nr">', "</span> "],
  para: ["<p>", "</p>"],
  bridgehead: ['<p class="bridgehead">', "</p>"],
  emphasis: ["<em>", "</em>"],
  sup: ["<sup>", "</sup>"],
  sub: ["<sub>", "</sub>"],
  itemizedlist: ["<ul>", "</ul>"],
  orderedlist: ["<ol>", "</ol>"],
  informaltable: ["<table>", "</table>"],
  tbody: ["<tbody>", "</tbody>"],
  thead: ["<thead>", "</thead>"],
  row: ["<tr>", "</tr>"],
  entry: ["<td>", "</td>"],
  mediaobject: ['<img src="plaatje.png" alt="">', ""],
  inlinemediaobject: ["", ""],
};
const passedOver = new Set("imageobject textobject imagedata colspec spanspec".split(" "));

/** What one file says, as fields and as markup of its parts. */
const partsOf = (xml: string) => {
  const fields = new Map<string, string[]>();
  const html: Record<"summary" | "body" | "notes", string[]> = { summary: [], body: [], notes: [] };
  const path: string[] = [];
  const lists: string[] = [];
  let [into, words, description, silent, mark, refs] = ["body" as keyof typeof html, "", 0, 0, 0, 0];
  const parser = new SaxesParser();
  parser.on("opentag", ({ name, attributes }) => {
    path.push(name);
    words = "";
    if (name === "rdf:Description") description++;
    if (path.length === 2 && name !== "rdf:RDF") into = name === "inhoudsindicatie" ? "summary" : "body";
    if (path[1] === "rdf:RDF" || path.length < 2) return;
    if (silent > 0 || passedOver.has(name)) return void silent++;
    if (name === "itemizedlist") lists.push(String(attributes.mark ?? "-"));
    if (name === "orderedlist") lists.push(String(attributes.numeration ?? ""));
    if (name === "listitem") {
      // The site draws an item's mark as words of its own.
      const item = lists.at(-1) ?? "";
      const marks: Readonly<Record<string, string>> = {
        arabic: `${++mark}.`,
        loweralpha: `${String.fromCharCode(96 + mark)}.`,
        lowerroman: `${"i".repeat(mark)}.`,
      };
      return void html[into].push(`<li><span class="mark">${marks[item] ?? escaped(item)}</span><div>`);
    }
    if (name === "footnote-ref")
      return void html[into].push(
        `<sup><a class="footnote-ref" href="#${escaped(String(attributes.linkend ?? ""))}">${++refs}</a></sup>`,
      );
    if (name === "footnote") {
      into = "notes";
      return void html.notes.push(
        `<div class="footnote"><span class="label">${escaped(String(attributes.label ?? ""))}</span> `,
      );
    }
    html[into].push(blocks[name]?.[0] ?? "<span>");
  });
  parser.on("closetag", ({ name }) => {
    path.pop();
    const key = `${description} ${name}`;
    if (path[1] === "rdf:RDF" || name === "rdf:RDF") {
      if (words.trim()) fields.set(key, [...(fields.get(key) ?? []), words.replace(/\s+/g, " ").trim()]);
      words = "";
      return;
    }
    if (path.length < 1) return;
    if (silent > 0) return void silent--;
    if (name === "itemizedlist" || name === "orderedlist") {
      lists.pop();
      mark = 0;
    }
    if (name === "listitem") html[into].push("</div></li>");
    else if (name === "footnote") {
      html.notes.push("</div>");
      into = "body";
    } else if (name !== "footnote-ref") html[into].push(blocks[name]?.[1] ?? "</span>");
  });
  parser.on("text", (text) => {
    words += text;
    if (path.length > 1 && path[1] !== "rdf:RDF" && silent === 0) html[into].push(escaped(text));
  });
  parser.on("processinginstruction", () => html[into].push('<br class="linebreak">'));
  parser.write(xml).close();
  return { fields, html };
};

const style = (numbers: NumberPlace) => `body{font:11pt Arial,sans-serif;margin:0} h2{font-size:14pt} p{margin:0 0 9pt}
.rnl-detail{display:flex;margin:3pt 0} .rnl-detail label{width:140pt;flex:none} .footnotes{font-size:8pt} sup{font-size:7pt}
ul,ol{list-style:none;padding-left:24pt;margin:0} li{display:flex} li .mark{width:16pt;flex:none}
.uitspraak,.conclusie{padding-left:48pt} .paragroup>.nr{margin-left:-24pt${numbers === "beside" ? ";float:left;margin-left:-36pt" : ""}}
table{border-collapse:collapse} td{padding:2pt 12pt 2pt 0;vertical-align:top}
@media print{header,footer{display:none}}`;

/** The page of a ruling, from the text of its XML. */
export const rulingPage = (xml: string, numbers: NumberPlace = "above"): string => {
  const { fields, html } = partsOf(xml.trimStart());
  const of = (name: string, description = 1): string[] => fields.get(`${description} ${name}`) ?? [];
  const ecli = of("dcterms:identifier")[0] ?? "";
  const shown: Field[] = [
    { label: "Instantie", values: of("dcterms:creator") },
    { label: "Datum uitspraak", values: of("dcterms:date").slice(0, 1).map(dayOnPage) },
    { label: "Datum publicatie", values: of("dcterms:issued", 2).slice(0, 1).map(dayOnPage) },
    { label: "Zaaknummer", values: of("psi:zaaknummer") },
    { label: "Formele relaties", values: of("dcterms:relation") },
    { label: "Rechtsgebieden", values: of("dcterms:subject") },
    { label: "Bijzondere kenmerken", values: of("psi:procedure") },
  ];
  const row = ({ label, values }: Field): string =>
    values.length === 0
      ? ""
      : `<div class="rnl-detail row"><label class="col-sm-3">${label}</label><span class="rnl-details-value">${values.map((value) => `<div>${escaped(value)}</div>`).join("")}</span></div>`;
  const reporters = { label: "Vindplaatsen", values: of("rdf:li") };
  const kind = of("dcterms:type")[0] ?? "Uitspraak";
  const summary = html.summary.join("");
  const notes = html.notes.length > 0 ? `<div class="footnotes">${html.notes.join("")}</div>` : "";
  return `<!DOCTYPE html>
<!-- saved from url=(0064)https://uitspraken.rechtspraak.nl/details?id=${ecli} -->
<html lang="nl"><head><meta charset="utf-8"><title>${ecli}, ${escaped(of("dcterms:creator")[0] ?? "")}</title><style>${style(numbers)}</style>
<script>window.state = { "naam": "1.1 geen tekst" };</script></head><body><app-root><header>Uitspraken</header>
<p class="mededeling">Deze uitspraak is gepseudonimiseerd volgens de pseudonimiseringsrichtlijn</p>
<lib-rnl-ui-panel class="rnl-details-wrapper printthis highlighting"><h2 class="rs-panel-title">${ecli}</h2>
<div class="rnl-details printthis ng-star-inserted">${shown.map(row).join("\n")}
<div class="rnl-detail row"><label class="col-sm-3">Inhoudsindicatie</label><span class="rnl-details-value">${summary}</span></div>
${row(reporters)}</div>
${html.body.length > 0 ? `<div class="rnl-detail-uitspraaktekst printthis ng-star-inserted"><h2>${kind}</h2><div class="rnl-detail-uitspraaktekst--content">${html.body.join("")}${notes}</div></div>` : ""}
</lib-rnl-ui-panel><footer>Over de Rechtspraak</footer></app-root></body></html>`;
};
