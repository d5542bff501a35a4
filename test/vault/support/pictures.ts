import { readFileSync } from "node:fs";
import { assembled } from "./pdf-maker.ts";

const folder = new URL("./pictures/", import.meta.url);

type Picture = "letter.jpg" | "letter.png" | "letter.tif" | "letter.webp" | "lossless.webp" | "slanting.jpg";

/** A made-up letter of 37 words, rendered at 150 dpi, and in `slanting.jpg` two paragraphs of another, rendered and slanted as a photograph is. */
export const pictureOf = (name: Picture): Uint8Array => new Uint8Array(readFileSync(new URL(name, folder)));

/** The words on it, as they were written. */
export const letterWords =
  "Utrecht, 9 december 2025 Geachte mevrouw Denkbeeld, Uw salaris van € 3.412,50 blijft gelijk. U werkt vanaf 1 januari 2026 niet langer op vrijdag thuis. Het kenmerk van deze brief is HR/2025-0417. Met vriendelijke groet, Bram Verzonnen";

/** The JPEG with a mark that says how it is turned (EXIF 2.32, tag 274): what a telephone writes. */
export const turnedAs = (jpeg: Uint8Array, orientation: number): Uint8Array => {
  const tag = Buffer.alloc(34);
  tag.write("Exif\0\0II*\0", "latin1");
  tag.writeUInt32LE(8, 10);
  tag.writeUInt16LE(1, 14);
  tag.writeUInt16LE(0x0112, 16);
  tag.writeUInt16LE(3, 18);
  tag.writeUInt32LE(1, 20);
  tag.writeUInt16LE(orientation, 24);
  const marker = Buffer.from([0xff, 0xe1, 0, tag.length + 2]);
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), marker, tag, jpeg.subarray(2)]));
};

/** The TIFF with its page a second time behind it. */
export const twoPages = (tiff: Uint8Array): Uint8Array => {
  const first = Buffer.from(tiff).readUInt32LE(4);
  const entries = Buffer.from(tiff).readUInt16LE(first);
  const length = 2 + 12 * entries;
  const bytes = Buffer.concat([tiff, tiff.subarray(first, first + length), Buffer.alloc(4)]);
  bytes.writeUInt32LE(tiff.length, first + length);
  return new Uint8Array(bytes);
};

/** A PDF of pages that show the letter alone, as a scanner makes them: each with its own way of turning it. */
export const scanOf = (
  jpeg: Uint8Array,
  { width, height }: { readonly width: number; readonly height: number },
  pages: readonly { readonly rotate: number; readonly matrix: string; readonly box: string; readonly words?: string }[],
): Uint8Array => {
  const latin = Buffer.from(jpeg).toString("latin1");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${5 + 2 * i} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${latin.length} >>\nstream\n${latin}\nendstream`,
    ...pages.flatMap(({ rotate, matrix, box, words }, i) => {
      const content = words === undefined ? `q ${matrix} cm /Im1 Do Q` : `BT /F1 12 Tf 20 100 Td (${words}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Rotate ${rotate} /Contents ${6 + 2 * i} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /Im1 4 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  return assembled(objects);
};
