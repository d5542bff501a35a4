import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** One regular file of an archive. */
export interface TarFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

const blockBytes = 512;

/**
 * Regular files of a `.tar.gz` in the archive's order. Reads POSIX ustar headers (IEEE 1003.1, pax interchange format)
 * with GNU long names; folders, links and pax headers are passed over. For test data, which fits in memory.
 */
export const readTarGz = (file: string): TarFile[] => {
  const tar = gunzipSync(readFileSync(file));
  const files: TarFile[] = [];
  let longName = "";
  for (let at = 0; at + blockBytes <= tar.length; ) {
    const header = tar.subarray(at, at + blockBytes);
    const name = text(header, 0, 100);
    if (name === "" && longName === "") break;
    const size = Number.parseInt(text(header, 124, 12), 8) || 0;
    const bytes = tar.subarray(at + blockBytes, at + blockBytes + size);
    const type = text(header, 156, 1);
    const prefix = text(header, 257, 5) === "ustar" ? text(header, 345, 155) : "";
    if (type === "" || type === "0") files.push({ path: longName || (prefix ? `${prefix}/${name}` : name), bytes });
    longName = type === "L" ? text(bytes, 0, bytes.length) : "";
    at += blockBytes * (1 + Math.ceil(size / blockBytes));
  }
  return files;
};

/** A field up to its first NUL. */
const text = (bytes: Uint8Array, start: number, length: number): string => {
  const field = Buffer.from(bytes.buffer, bytes.byteOffset + start, length);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end < 0 ? length : end).trim();
};
