import { strFromU8, strToU8, unzipSync, type ZippableFile, zipSync } from "fflate";

/** ZIP knows no day before this one. */
export const firstDay = new Date(1980, 0, 1);

/**
 * An Office file made anew so that the same content gives the same bytes: parts in order of name, without the time of day at
 * which it was made, neither in the archive nor in its core properties, and without names of people in them.
 */
export const settledArchive = (bytes: Uint8Array): Uint8Array => {
  const parts = unzipSync(bytes);
  const names = Object.keys(parts).sort((a, b) => order(a) - order(b) || (a < b ? -1 : 1));
  const settled = names.map((name) => {
    const part = parts[name] as Uint8Array;
    return [name, [settlers[name]?.(part) ?? part, { mtime: firstDay }]] as [string, ZippableFile];
  });
  return zipSync(Object.fromEntries(settled), { level: 6, os: 0 });
};

/** What is settled inside a part. */
const settlers: Readonly<Record<string, (part: Uint8Array) => Uint8Array>> = {
  "docProps/core.xml": (part) => strToU8(strFromU8(part).replace(personal, "")),
  // The library counts bookmarks over every file it ever made; here they count from 1.
  "word/document.xml": (part) => {
    const numbers = new Map<string, number>();
    const numberOf = (id: string): number => numbers.get(id) ?? numbers.set(id, numbers.size + 1).size;
    return strToU8(strFromU8(part).replace(bookmark, (_, before: string, id: string) => `${before}${numberOf(id)}"`));
  },
};

const bookmark = /(<w:bookmark(?:Start|End)\b[^>]*\bw:id=")(\d+)"/gu;

/** The list of content types goes first: readers that stream a file look for it there. */
const order = (name: string): number => (name === "[Content_Types].xml" ? 0 : 1);

const personal =
  /<(dcterms:created|dcterms:modified|cp:lastModifiedBy|cp:revision|dc:creator|dc:description)\b[^>]*(?:\/>|>[^<]*<\/\1>)/gu;
