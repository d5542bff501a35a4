import { deflateRawSync, deflateSync } from "node:zlib";
import { unzipSync, zipSync } from "fflate";
import { makeOpenDocument, makePptx, makeXlsx } from "./office-maker.ts";
import { makeZip } from "./zip-maker.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const mib = 1024 * 1024;
const zeros = (sizeBytes: number): Uint8Array => new Uint8Array(sizeBytes);
/** Deflated zeros: a thousandth of what comes out. */
const packedZeros = (sizeBytes: number): Uint8Array => new Uint8Array(deflateRawSync(zeros(sizeBytes)));

const docx = (document: string | Uint8Array, more: Record<string, Uint8Array> = {}): Uint8Array =>
  zipSync({ "word/document.xml": typeof document === "string" ? utf8(document) : document, ...more }, { level: 0 });
const wordBody = (inner: string): string =>
  `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${inner}</w:body></w:document>`;

/** A workbook whose one sheet is this, packed well or, with level 0, not at all. */
const xlsxOf = (sheet: string, level: 0 | 6 = 6): Uint8Array =>
  zipSync({ ...unzipSync(makeXlsx([{ name: "A", xml: "" }])), "xl/worksheets/sheet1.xml": utf8(sheet) }, { level });

const laughs = (levels: number): string =>
  `<!ENTITY l0 "ha">${Array.from({ length: levels }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join("")}`;

const nestedMultipart = (levels: number): string => {
  const heads = Array.from({ length: levels }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`);
  return `From: a@b.c\n${heads.join("")}\nx`;
};

const pdf = (objects: readonly string[], trailer = "/Root 1 0 R"): Uint8Array => {
  let text = "%PDF-1.7\n";
  const places = objects.map((object, i) => {
    const at = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  return new Uint8Array(
    Buffer.from(
      `${text}${xref}trailer\n<</Size ${objects.length + 1} ${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`,
      "latin1",
    ),
  );
};

const packedStream = (bytes: Uint8Array): string => {
  const packed = deflateSync(bytes).toString("latin1");
  return `<</Length ${packed.length} /Filter /FlateDecode>>\nstream\n${packed}\nendstream`;
};

const onePage = (content: string): Uint8Array =>
  pdf([
    "<</Type /Catalog /Pages 2 0 R>>",
    "<</Type /Pages /Kids [3 0 R] /Count 1>>",
    "<</Type /Page /Parent 2 0 R /Contents 4 0 R>>",
    content,
  ]);

const calendar = (inner: string): string => `BEGIN:VCALENDAR\n${inner}END:VCALENDAR\n`;

const compoundHead = (sectors: number): Uint8Array => {
  const bytes = Buffer.alloc(512 + 512 * sectors, 0xff);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(bytes);
  bytes.fill(0, 8, 76);
  bytes.writeUInt16LE(0x3e, 24);
  bytes.writeUInt16LE(3, 26);
  bytes.writeUInt16LE(0xfffe, 28);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt16LE(6, 32);
  bytes.writeUInt32LE(1, 44);
  bytes.writeUInt32LE(1, 48);
  bytes.writeUInt32LE(4096, 56);
  bytes.writeUInt32LE(0, 76);
  // The table says that every sector is followed by itself.
  for (let i = 0; i < Math.min(128, 128 * sectors); i++) bytes.writeUInt32LE(i, 512 + 4 * i);
  return new Uint8Array(bytes);
};

/** A file made to cost far more than its size; made when it is asked for. */
export interface Bomb {
  readonly name: string;
  readonly path: string;
  readonly make: () => Uint8Array;
  /** It holds documents, however many and poor ones: what it costs is bounded, and it is not refused. */
  readonly isTaken: boolean;
}

const bomb = (path: string, name: string, make: () => Uint8Array | string, isTaken = false): Bomb => ({
  path,
  name,
  isTaken,
  make: () => {
    const made = make();
    return typeof made === "string" ? utf8(made) : made;
  },
});

const levels = (count: number, open: string): string => open.repeat(count);
const inZips = (count: number): Uint8Array => {
  let bytes: Uint8Array = utf8("woorden");
  for (let i = 0; i < count; i++) bytes = makeZip([{ name: i === 0 ? "a.txt" : "z.zip", bytes }]);
  return bytes;
};

export const bombs: readonly Bomb[] = [
  bomb("x.zip", "zeros packed a thousandfold", () =>
    makeZip([{ name: "a.txt", bytes: zeros(40 * mib), packed: packedZeros(40 * mib) }]),
  ),
  bomb("x.zip", "a small size claimed for much", () =>
    makeZip([{ name: "a.txt", bytes: zeros(40 * mib), packed: packedZeros(40 * mib), claimedBytes: 10 }]),
  ),
  bomb("x.zip", "four gigabytes claimed for little", () =>
    makeZip([{ name: "a.txt", bytes: utf8("x"), claimedBytes: 0xfffffffe }]),
  ),
  bomb("x.zip", "entries that share their bytes", () => {
    const shared = Array.from({ length: 5_000 }, (_, i) => ({
      name: `${i}.txt`,
      localName: "0.txt",
      bytes: zeros(16),
      sharesWith: 0,
    }));
    return makeZip([{ name: "0.txt", bytes: zeros(mib) }, ...shared]);
  }),
  bomb("x.zip", "entries of one name that share their bytes", () =>
    makeZip([
      { name: "0.txt", bytes: zeros(mib) },
      ...Array.from({ length: 5_000 }, () => ({ name: "0.txt", bytes: zeros(16), sharesWith: 0 })),
    ]),
  ),
  bomb("x.zip", "zips six deep", () => inZips(6)),
  bomb("x.zip", "thirty thousand entries", () =>
    makeZip(Array.from({ length: 30_000 }, (_, i) => ({ name: `${i}.txt`, bytes: zeros(0), stored: true }))),
  ),
  bomb("x.zip", "a directory that lies outside", () => {
    const bytes = makeZip([{ name: "a.txt", bytes: utf8("x") }]);
    new DataView(bytes.buffer).setUint32(bytes.length - 6, 0x7fffffff, true);
    return bytes;
  }),
  bomb("x.zip", "an entry that begins in the directory", () => {
    const bytes = makeZip([{ name: "a.txt", bytes: utf8("x"), stored: true }]);
    const directory = Buffer.from(bytes.buffer).indexOf("PK\x01\x02", 0, "latin1");
    new DataView(bytes.buffer).setUint32(directory + 42, directory, true);
    return bytes;
  }),
  bomb("x.docx", "a document of zeros", () =>
    makeZip([{ name: "word/document.xml", bytes: zeros(40 * mib), packed: packedZeros(40 * mib) }]),
  ),
  bomb("x.docx", "a billion laughs", () => {
    return docx(`<!DOCTYPE x [${laughs(10)}]>${wordBody("<w:p><w:r><w:t>&l10;</w:t></w:r></w:p>")}`);
  }),
  bomb("x.docx", "an entity from a file", () =>
    docx(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${wordBody("<w:p><w:r><w:t>&e;</w:t></w:r></w:p>")}`),
  ),
  bomb("x.docx", "elements a million deep", () => docx(wordBody(levels(1_000_000, "<w:x>")))),
  bomb("x.docx", "tables in tables", () => docx(wordBody(levels(100_000, "<w:tbl><w:tr><w:tc>")))),
  bomb("x.docx", "three million elements", () => docx(wordBody("<w:p/>".repeat(3_000_000)))),
  bomb("x.docx", "no end of XML", () => docx(`<a ${'b="c" '.repeat(500_000)}`)),
  bomb("x.xlsx", "a sheet of zeros", () => xlsxOf(`<x>${"\u0000".repeat(40 * mib)}</x>`)),
  bomb("x.xlsx", "a billion laughs", () => xlsxOf(`<!DOCTYPE x [${laughs(10)}]><worksheet><v>&l10;</v></worksheet>`)),
  bomb("x.xlsx", "elements a million deep", () => xlsxOf(levels(1_000_000, "<row>"), 0)),
  bomb("x.xlsx", "three million cells", () => xlsxOf(`<worksheet><sheetData><row>${"<c/>".repeat(3_000_000)}`, 0)),
  bomb("x.ods", "a word in every cell there can be", () =>
    makeOpenDocument(
      "spreadsheet",
      '<table:table><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
    ),
  ),
  bomb("x.ods", "an entity from a file", () =>
    zipSync({ "content.xml": utf8(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>`) }, { level: 0 }),
  ),
  bomb("x.odt", "spaces by the million", () =>
    makeOpenDocument("text", `<text:p>${'<text:s text:c="999999999"/>'.repeat(100_000)}</text:p>`),
  ),
  bomb("x.odt", "lists in lists", () => makeOpenDocument("text", levels(100_000, "<text:list><text:list-item>"))),
  bomb("x.odt", "an insertion around every word that ends nowhere", () =>
    makeOpenDocument(
      "text",
      `<text:tracked-changes>${Array.from({ length: 100_000 }, (_, i) => `<text:changed-region text:id="c${i}"><text:insertion/></text:changed-region>`).join("")}</text:tracked-changes>${Array.from({ length: 100_000 }, (_, i) => `<text:p><text:change-start text:change-id="c${i}"/>x</text:p>`).join("")}`,
    ),
  ),
  bomb("x.pptx", "groups in groups", () => makePptx([{ shapes: levels(100_000, "<p:grpSp>") }])),
  bomb("x.pptx", "an entity from a file", () =>
    zipSync(
      { "ppt/presentation.xml": utf8(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>`) },
      { level: 0 },
    ),
  ),
  bomb("x.eml", "multiparts ten thousand deep", () => nestedMultipart(10_000)),
  bomb(
    "x.eml",
    "a hundred thousand parts",
    () => `From: a@b.c\nContent-Type: multipart/mixed; boundary=x\n\n${"--x\n\na\n".repeat(100_000)}`,
  ),
  bomb("x.eml", "headers of two megabytes", () => `From: a@b.c\n${`X-A: ${"a".repeat(500)}\n`.repeat(4_000)}\nx`),
  bomb("x.eml", "one header of thirty megabytes", () => `From: ${"a".repeat(30 * mib)}\n\nx`),
  bomb("x.eml", "two hundred megabytes on one line", () => Buffer.alloc(200 * mib, "a")),
  bomb("x.eml", "marks piled on one letter", () => `From: a@b.c\n\na${"\u0301".repeat(500_000)}`),
  bomb("x.html", "elements a million deep", () => levels(1_000_000, "<div>")),
  bomb("x.html", "tables in tables", () => levels(100_000, "<table><tr><td>")),
  bomb("x.html", "fonts in fonts that are never closed", () => `<p>${levels(500_000, "<font color=red>")}x`),
  bomb("x.html", "twenty million characters", () => "<p>x".repeat(5 * mib)),
  bomb("x.html", "one tag of a megabyte without an end", () => `<p ${"a=b ".repeat(mib / 4)}`),
  bomb("x.pdf", "pages that hold themselves", () =>
    pdf(["<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Kids [2 0 R 2 0 R] /Count 2>>"]),
  ),
  bomb("x.pdf", "a hundred million pages", () =>
    pdf([
      "<</Type /Catalog /Pages 2 0 R>>",
      "<</Type /Pages /Kids [3 0 R] /Count 100000000>>",
      "<</Type /Page /Parent 2 0 R>>",
    ]),
  ),
  bomb("x.pdf", "a page of packed zeros", () => onePage(packedStream(zeros(300 * mib)))),
  bomb("x.pdf", "arrays a million deep", () => onePage(packedStream(utf8("[".repeat(1_000_000))))),
  bomb("x.pdf", "dictionaries a hundred thousand deep", () =>
    pdf([`<</Type /Catalog /Pages 2 0 R /X ${"<</X ".repeat(100_000)}`, "<</Type /Pages /Kids [] /Count 0>>"]),
  ),
  bomb(
    "x.pdf",
    "a reference table that follows itself",
    () => "%PDF-1.7\nxref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1 /Prev 9 /Root 1 0 R>>\nstartxref\n9\n%%EOF",
  ),
  bomb("x.pdf", "nothing behind the head", () => `%PDF-1.7\n${"1 0 obj\n".repeat(200_000)}`),
  bomb("x.ics", "components a hundred thousand deep", () => calendar("BEGIN:VALARM\n".repeat(100_000))),
  bomb("x.ics", "sixty thousand entries", () => calendar("BEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT\n".repeat(60_000))),
  bomb("x.msg", "sectors that follow themselves", () => compoundHead(4)),
  bomb("x.msg", "a head and nothing else", () => compoundHead(0)),
  bomb("x.zip", "fifty thousand entries", () =>
    makeZip(Array.from({ length: 50_000 }, (_, i) => ({ name: `${i}.txt`, bytes: zeros(0), stored: true }))),
  ),
  bomb(
    "x.mbox",
    "sixty thousand empty mails",
    () => "From x Mon Jan  1 00:00:00 2024\nFrom: a@b.c\n\n\n".repeat(60_000),
    true,
  ),
  bomb("x.ics", "five thousand entries", () => calendar("BEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT\n".repeat(5_000)), true),
  bomb("x.pdf", "a page that unpacks to a gigabyte", () => onePage(packedStream(zeros(1024 * mib)))),
  bomb("x.mbox", "separators and nothing else", () => "From x Mon Jan  1 00:00:00 2024\n\n".repeat(210_000)),
];
