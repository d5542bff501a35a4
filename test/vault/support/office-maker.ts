import { zipSync } from "fflate";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A zip of these parts, texts as UTF-8. */
export const zipOf = (parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([n, p]) => [n, typeof p === "string" ? utf8(p) : p])));

/** Relationships of a part: pairs of type and target, of which the first has the id r1. */
export const relations = (...pairs: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships>${pairs.map(([type, target], i) => `<Relationship Id="r${i + 1}" Type="${relation}/${type}" Target="${target}"/>`).join("")}</Relationships>`;

/** A sheet of a workbook: the XML inside `worksheet`, and further parts with their relationships. */
export interface MadeSheet {
  readonly name: string;
  readonly xml: string;
  readonly state?: string;
  readonly related?: readonly (readonly [type: string, target: string, part: string])[];
}

/** A workbook as Excel lays one out. */
export const makeXlsx = (
  sheets: readonly MadeSheet[],
  { strings = "", styles = "", workbook = "" }: { strings?: string; styles?: string; workbook?: string } = {},
): Uint8Array => {
  const parts: Record<string, string> = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relations(["officeDocument", "xl/workbook.xml"]),
    "xl/workbook.xml": `<workbook xmlns:r="r">${workbook}<sheets>${sheets
      .map(
        ({ name, state = "visible" }, i) =>
          `<sheet name="${name}" sheetId="${i + 1}" state="${state}" r:id="r${i + 1}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      ...sheets.map((_, i) => ["worksheet", `worksheets/sheet${i + 1}.xml`] as const),
      ["sharedStrings", "sharedStrings.xml"],
      ["styles", "styles.xml"],
      ["person", "persons/person.xml"],
    ),
    "xl/sharedStrings.xml": `<sst>${strings}</sst>`,
    "xl/styles.xml": `<styleSheet>${styles}</styleSheet>`,
    "xl/persons/person.xml": '<personList><person id="{P}" displayName="Ank Baas"/></personList>',
  };
  for (const [i, { xml, related = [] }] of sheets.entries()) {
    parts[`xl/worksheets/sheet${i + 1}.xml`] = `<worksheet>${xml}</worksheet>`;
    parts[`xl/worksheets/_rels/sheet${i + 1}.xml.rels`] = relations(
      ...related.map(([type, target]) => [type, target] as const),
    );
    for (const [, target, part] of related) parts[`xl/worksheets/${target}`] = part;
  }
  return zipOf(parts);
};

/** A slide: the XML of its shapes, of those of its notes, and its remarks. */
export interface MadeSlide {
  readonly shapes: string;
  readonly notes?: string;
  readonly comments?: string;
  readonly diagram?: string;
  readonly show?: string;
}

/** A presentation as PowerPoint lays one out; the ids of its slides are in another order than the slides. */
export const makePptx = (slides: readonly MadeSlide[], authors = ""): Uint8Array => {
  const parts: Record<string, string> = {
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels": relations(["officeDocument", "ppt/presentation.xml"]),
    "ppt/presentation.xml": `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst>${slides.map((_, i) => `<p:sldId r:id="r${i + 1}" id="${999 - i}"/>`).join("")}</p:sldIdLst></p:presentation>`,
    "ppt/_rels/presentation.xml.rels": relations(
      ...slides.map((_, i) => ["slide", `slides/slide${slides.length - i}.xml`] as const),
      ["commentAuthors", "commentAuthors.xml"],
    ),
    "ppt/commentAuthors.xml": `<p:cmAuthorLst xmlns:p="p">${authors}</p:cmAuthorLst>`,
  };
  const tree = (root: string, shapes: string, more = ""): string =>
    `<p:${root} xmlns:p="p" xmlns:a="a" xmlns:mc="m" xmlns:dgm="d" ${more}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${root}>`;
  for (const [i, { shapes, notes, comments, diagram, show = "1" }] of slides.entries()) {
    const name = `slide${slides.length - i}`;
    parts[`ppt/slides/${name}.xml`] = tree("sld", shapes, `show="${show}"`);
    parts[`ppt/slides/_rels/${name}.xml.rels`] = relations(
      ...(notes === undefined ? [] : [["notesSlide", `../notesSlides/${name}.xml`] as const]),
      ...(comments === undefined ? [] : [["comments", `../comments/${name}.xml`] as const]),
      ...(diagram === undefined ? [] : [["diagramData", `../diagrams/${name}.xml`] as const]),
    );
    if (notes !== undefined) parts[`ppt/notesSlides/${name}.xml`] = tree("notes", notes);
    if (comments !== undefined) parts[`ppt/comments/${name}.xml`] = comments;
    if (diagram !== undefined) parts[`ppt/diagrams/${name}.xml`] = diagram;
  }
  return zipOf(parts);
};

const names = ["office", "style", "text", "table", "draw", "presentation", "dc", "meta", "loext", "manifest"]
  .map((name) => `xmlns:${name}="urn:${name}"`)
  .join(" ");

/** An OpenDocument file of one kind: what stands in its body, and its styles. */
export const makeOpenDocument = (
  kind: "text" | "spreadsheet" | "presentation",
  body: string,
  { styles = "", master = "", meta = "", manifest = "" } = {},
): Uint8Array =>
  zipOf({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    "content.xml": `<office:document-content ${names}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    "styles.xml": `<office:document-styles ${names}><office:styles/><office:master-styles>${master}</office:master-styles></office:document-styles>`,
    "meta.xml": `<office:document-meta ${names}><office:meta>${meta}</office:meta></office:document-meta>`,
    "META-INF/manifest.xml": `<manifest:manifest ${names}>${manifest}</manifest:manifest>`,
  });

/** A style of an OpenDocument file that strikes words out, or hides them. */
export const odfStyle = (name: string, family: string, look: "struck" | "hidden"): string =>
  `<style:style style:name="${name}" style:family="${family}"><style:text-properties ${look === "struck" ? 'style:text-line-through-style="solid"' : 'text:display="none"'}/></style:style>`;
