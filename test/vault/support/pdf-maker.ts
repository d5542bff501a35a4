/** A file that a PDF holds. */
interface HeldFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The object number of the file specification of the n-th file of a PDF of one page, as a reference. */
export const fileSpec = (n: number): string => `${7 + 2 * n} 0 R`;

/** How a file's bytes stand in an object: as hex digits, so that the whole is text. */
const embedded = (bytes: Uint8Array): string => {
  const hex = `${Buffer.from(bytes).toString("hex")}>`;
  return `<< /Type /EmbeddedFile /Filter /ASCIIHexDecode /Length ${hex.length} >>\nstream\n${hex}\nendstream`;
};

/**
 * A PDF of one font with so many lines on each page; a page without lines shows a grey picture, as a scan does. A page given as one
 * text is that page's content stream; `annotations` are those of every page; `held` are files inside it, which are attached to the
 * whole unless `isListed` is false, and stand behind the objects of the pages. `catalog`: what its catalog has besides.
 */
export const pdfOf = (
  pages: readonly (readonly string[] | string)[],
  annotations = "",
  held: readonly HeldFile[] = [],
  { isListed = held.length > 0, catalog = "" }: { readonly isListed?: boolean; readonly catalog?: string } = {},
): Uint8Array => {
  const firstHeld = 5 + 2 * pages.length;
  const names = held.map(({ name }, i) => `(${name}) ${firstHeld + 2 * i} 0 R`).join(" ");
  const listed = isListed ? `/Names << /EmbeddedFiles << /Names [${names}] >> >>` : "";
  const picture = "q 400 0 0 600 50 100 cm /Im1 Do Q";
  const shown = (lines: readonly string[] | string): string =>
    typeof lines === "string"
      ? lines
      : lines.length === 0
        ? picture
        : `BT /F1 12 Tf 50 800 Td 16 TL ${lines.map((line) => `(${line.replaceAll(/[()\\]/g, "\\$&")}) Tj T*`).join(" ")} ET`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${listed} ${catalog} >>`,
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${5 + 2 * i} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    "<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\nA\nendstream",
    ...pages.flatMap((lines, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [${annotations}] /Contents ${6 + 2 * i} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /Im1 4 0 R >> >> >>`,
      `<< /Length ${shown(lines).length} >>\nstream\n${shown(lines)}\nendstream`,
    ]),
    ...held.flatMap(({ name, bytes }, i) => [
      `<< /Type /Filespec /F (${name}) /EF << /F ${firstHeld + 2 * i + 1} 0 R >> >>`,
      embedded(bytes),
    ]),
  ];
  return assembled(objects);
};

/** A PDF of these objects, the first its catalogue; their text is Latin-1. */
export const assembled = (objects: readonly string[]): Uint8Array => {
  let body = "%PDF-1.4\n";
  const places = objects.map((object, i) => {
    const at = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(body + end, "latin1"));
};
