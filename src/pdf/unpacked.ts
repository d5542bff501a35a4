import { inflateSync } from "node:zlib";
import { ImportRefusal } from "../confined/import-refusal.ts";

/** Bytes to which all streams of a file may unpack, pictures aside: so many, and so many for each byte of the file. */
const [unpackedMin, unpackedPerByte] = [64 * 2 ** 20, 64];
/** Bytes to which one stream may: they are held while they are counted. */
const streamMax = 96 * 2 ** 20;
/** A dictionary stands so many bytes before its stream at the most, or it is taken for that of no picture. */
const dictionaryMax = 2_048;
/** Bytes that are made at once. */
const chunkSize = 2 ** 20;

/**
 * Holds what a PDF unpacks to down before its reader sees it, which has no such bound and reads such a page for seconds: the streams
 * are unpacked one after the other by a program that stops where it is told to. What does not unpack so is left to the reader, whose time is
 * bounded; so are pictures, whose size says nothing and which it passes over. Errors: `ImportRefusal`.
 */
export const requireBounded = (original: Uint8Array): void => {
  const file = Buffer.from(original.buffer, original.byteOffset, original.byteLength);
  let left = unpackedMin + unpackedPerByte * file.length;
  for (let at = file.indexOf("stream"); at >= 0; at = file.indexOf("stream", at + 6)) {
    const start = at + 6 + (file[at + 6] === 0x0d ? 2 : 1);
    if (!isDeflated(file, start) || isPicture(file, at)) continue;
    left -= unpackedBytes(file.subarray(start), Math.min(left, streamMax));
  }
};

/** The two bytes before what is deflated (RFC 1950). */
const isDeflated = (file: Buffer, at: number): boolean =>
  at + 2 <= file.length && (file.readUInt8(at) & 0x0f) === 8 && file.readUInt16BE(at) % 31 === 0;

const isPicture = (file: Buffer, at: number): boolean => {
  const before = file.subarray(Math.max(0, at - dictionaryMax), at).toString("latin1");
  return /\/Subtype\s*\/Image\b/.test(before.slice(before.lastIndexOf(" obj") + 1));
};

/** 0 for what cannot be unpacked. */
const unpackedBytes = (packed: Uint8Array, maxOutputLength: number): number => {
  try {
    return inflateSync(packed, { maxOutputLength, chunkSize }).length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw new ImportRefusal(tooMuch);
    return 0;
  }
};

const tooMuch =
  "what is packed in it unpacks to far more than a paper holds; print it as PDF again with the program that shows it, and import that";
