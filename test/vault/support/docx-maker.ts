import { zipSync } from "fflate";

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const others =
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="x-shape" xmlns:v="x-vml"';
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const relations = "http://schemas.openxmlformats.org/package/2006/relationships";

export const run = (text: string, properties = ""): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
export const paragraph = (inner: string, style = ""): string =>
  `<w:p><w:pPr>${style === "" ? "" : `<w:pStyle w:val="${style}"/>`}</w:pPr>${inner}</w:p>`;

const tracked = 'w:id="1" w:author="A" w:date="2025-03-10T09:00:00Z"';
const complexField = (code: string, shown: string): string =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${shown}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;

/** Everything in which the words of a paragraph may be wrapped; the words say whether a reader sees them. */
export const wrappings: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => run(text),
  bold: (text) => run(text, "<w:b/>"),
  "not hidden after all": (text) => run(text, '<w:vanish w:val="0"/>'),
  "shown against its style": (text) => run(text, '<w:rStyle w:val="Secret"/><w:vanish w:val="false"/>'),
  hidden: (text) => run(text, "<w:vanish/>"),
  "hidden by its style": (text) => run(text, '<w:rStyle w:val="Secret"/>'),
  "hidden by what its style is based on": (text) => run(text, '<w:rStyle w:val="SecretToo"/>'),
  inserted: (text) => `<w:ins ${tracked}>${run(text)}</w:ins>`,
  deleted: (text) => `<w:del ${tracked}><w:r><w:delText>${text}</w:delText></w:r></w:del>`,
  "inserted, then deleted": (text) =>
    `<w:ins ${tracked}><w:del ${tracked}><w:r><w:delText>${text}</w:delText></w:r></w:del></w:ins>`,
  "moved here": (text) => `<w:moveTo ${tracked}>${run(text)}</w:moveTo>`,
  "moved away": (text) => `<w:moveFrom ${tracked}>${run(text)}</w:moveFrom>`,
  "a field": (text) => complexField(` REF ${text}code `, run(text)),
  "a field in a field": (text) => complexField(` IF ${complexField(" PAGE ", run(`${text}inner`))} `, run(text)),
  "a simple field": (text) => `<w:fldSimple w:instr=" PAGE ">${run(text)}</w:fldSimple>`,
  "a link": (text) => `<w:hyperlink>${run(text)}</w:hyperlink>`,
  "a control": (text) =>
    `<w:sdt><w:sdtPr><w:alias w:val="${text}alias"/></w:sdtPr><w:sdtContent>${run(text)}</w:sdtContent></w:sdt>`,
  "a text box": (text) =>
    `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><wps:txbx><w:txbxContent>${paragraph(run(text))}</w:txbxContent></wps:txbx></mc:Choice><mc:Fallback><v:textbox><w:txbxContent>${paragraph(run(text))}</w:txbxContent></v:textbox></mc:Fallback></mc:AlternateContent></w:r>`,
  "signs of a symbol font": (text) => `${run(text)}<w:r><w:sym w:font="Wingdings" w:char="F0FE"/></w:r>`,
  "a note mark": (text) => `${run(text)}<w:r><w:footnoteReference w:id="1"/></w:r>`,
};

const styles = `<w:styles ${word}><w:style w:type="character" w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="character" w:styleId="SecretToo"><w:basedOn w:val="Secret"/></w:style><w:style w:type="paragraph" w:styleId="SecretParagraph"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`;

/** A Word document of one body, with notes, a comment and a header beside it. */
export const docxOf = (body: string, aside: { readonly note?: string; readonly header?: string } = {}): Uint8Array => {
  const parts: Record<string, string> = {
    styles,
    footnotes: `<w:footnotes ${word}><w:footnote w:id="0" w:type="separator">${paragraph(run("streep"))}</w:footnote><w:footnote w:id="1">${paragraph(run(aside.note ?? "noot"))}</w:footnote></w:footnotes>`,
    header: `<w:hdr ${word}>${paragraph(run(aside.header ?? "kop"))}</w:hdr>`,
  };
  const links = Object.keys(parts).map(
    (name, number) => `<Relationship Id="r${number}" Type="${office}/${name}" Target="${name}.xml"/>`,
  );
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  return zipSync({
    "_rels/.rels": bytes(
      `<Relationships xmlns="${relations}"><Relationship Id="m" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ),
    "word/document.xml": bytes(`<w:document ${word} ${others}><w:body>${body}</w:body></w:document>`),
    "word/_rels/document.xml.rels": bytes(`<Relationships xmlns="${relations}">${links.join("")}</Relationships>`),
    ...Object.fromEntries(Object.entries(parts).map(([name, xml]) => [`word/${name}.xml`, bytes(xml)])),
  });
};
