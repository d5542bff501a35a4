import { readFileSync } from "node:fs";

const folder = new URL("./pictures/", import.meta.url);

/** A made-up letter of 37 words, rendered at 150 dpi: `letter.jpg`, `letter.png`, `letter.tif`. */
export const pictureOf = (name: "letter.jpg" | "letter.png" | "letter.tif"): Uint8Array =>
  new Uint8Array(readFileSync(new URL(name, folder)));

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
