import { imageSize } from "image-size";
import { inEnglish, worded } from "../../messages/said.ts";
import { ImportRefusal } from "../reader/port.ts";

/** Media types by what a file begins with: JPEG (ISO 10918-1, B.1.1), PNG 5.2, TIFF 6.0 section 2, WebP (RFC 9649, 2.4). */
const beginnings: readonly (readonly [begins: string, at: number, mediaType: string])[] = [
  ["\u00ff\u00d8\u00ff", 0, "image/jpeg"],
  ["\u0089PNG\r\n\u001a\n", 0, "image/png"],
  ["II*\0", 0, "image/tiff"],
  ["MM\0*", 0, "image/tiff"],
  ["WEBP", 8, "image/webp"],
];

/** The type of a picture that is read here, by its first bytes; undefined for everything else. */
export const pictureType = (bytes: Uint8Array): string | undefined => {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return beginnings.find(([begins, at]) => head.startsWith(begins, at))?.[2];
};

/** A picture as its file describes it, before anything is decoded. */
export interface PictureFile {
  /** A file whose first picture is this one. */
  readonly bytes: Uint8Array;
  /** Pixels as they are stored. */
  readonly width: number;
  readonly height: number;
  /** How it is turned, as EXIF's tag 274 says: 1 (as it is) to 8. */
  readonly exif: number;
}

/** A photograph of a telephone has 12 or 24; what has more is unpacked to hundreds of MiB. */
export const pixelsMax = 40_000_000;
/** Pages of one file; what stands behind them is told. */
export const picturesMax = 100;
/** Letters are not smaller than this: icons and marks of mail programs are not read. */
export const sideMin = 40;

/**
 * The pictures of a file in order: one, or the pages of a TIFF; each holds until the next one is asked for. Errors: `ImportRefusal`
 * for what cannot be opened, is larger than may be decoded, or is too small for words.
 */
export function* picturesIn(bytes: Uint8Array): Generator<PictureFile> {
  for (const page of pagesOf(bytes)) yield described(page);
}

const described = (bytes: Uint8Array): PictureFile => {
  const { width, height, orientation } = sizeOf(bytes);
  if (width * height > pixelsMax)
    throw new ImportRefusal(inEnglish(worded("import.picture-too-large", { megapixels: pixelsMax / 1_000_000 })));
  if (Math.min(width, height) < sideMin) throw new ImportRefusal(inEnglish(worded("import.picture-without-words")));
  return { bytes, width, height, exif: orientation };
};

const sizeOf = (bytes: Uint8Array) => {
  try {
    const { width, height, orientation = 1 } = imageSize(bytes);
    if (width > 0 && height > 0) return { width, height, orientation };
  } catch {
    // Told below: what the library says of a file is no sentence for people.
  }
  throw unopened();
};

/** A picture that nothing here can decode. */
export const unopened = (cause?: unknown): ImportRefusal =>
  new ImportRefusal(inEnglish(worded("import.picture-unopened")), { cause });

/** TIFF 6.0, section 2: each page has a directory that says where the next one is; 0 ends them. The head says where the first is. */
function* pagesOf(bytes: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = bytes[0] === 0x49;
  if (pictureType(bytes) !== "image/tiff") return yield bytes;
  const seen = new Set<number>();
  const page = new Uint8Array(bytes);
  const head = new DataView(page.buffer);
  for (let at = bytes.length < 8 ? 0 : view.getUint32(4, isLittle); at > 0 && !seen.has(at); ) {
    if (at + 2 > bytes.length || seen.size >= picturesMax) break;
    seen.add(at);
    head.setUint32(4, at, isLittle);
    yield page;
    const next = at + 2 + 12 * view.getUint16(at, isLittle);
    at = next + 4 <= bytes.length ? view.getUint32(next, isLittle) : 0;
  }
}
