import { type UnpackBudget, unpack } from "../archive/unpack.ts";
import { type ZipEntry, zipEntries } from "../archive/zip-directory.ts";
import { type Entry, ImportRefusal, type Opener } from "../reader/port.ts";

/** What one archive may unpack to, in bytes. Archives inside it have a share of their own, two levels deep at most. */
const unpackedBytesMax = 512 * 1024 * 1024;
const nameCharsMax = 1_000;

/**
 * Zip archives: every file in them under its path there. Folders are paths and no entries of their own. Names that reach
 * outside (`..`, absolute, backslashes, control characters), links, and a second file of the same name are refused.
 */
export const zip: Opener = {
  mediaTypes: ["application/zip", "application/x-zip-compressed"],
  suffixes: [".zip"],
  open: (original) => files(zipEntries(original), { left: unpackedBytesMax }),
};

function* files(entries: readonly ZipEntry[], budget: UnpackBudget): Generator<Entry> {
  const seen = new Set<string>();
  for (const [i, entry] of entries.entries()) {
    if (entry.isFolder && entry.sizeBytes === 0) continue;
    const why = whyRefused(entry, seen);
    seen.add(sameName(entry.name));
    const name = why === undefined ? entry.name.normalize("NFC") : `entry-${i + 1}`;
    yield why === undefined ? unpacked(name, entry, budget) : { name, refusal: why };
  }
}

const unpacked = (name: string, entry: ZipEntry, budget: UnpackBudget): Entry => {
  try {
    return { name, mediaType: "", bytes: unpack(entry, budget) };
  } catch (error) {
    if (error instanceof ImportRefusal) return { name, refusal: error.message };
    throw error;
  }
};

/** Two names that a file system may take for one. */
const sameName = (name: string): string => name.normalize("NFC").toLowerCase();

const whyRefused = ({ name, isLink }: ZipEntry, seen: ReadonlySet<string>): string | undefined => {
  const folders = name.split("/");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for
  if (/[\u0000-\u001f\u007f\\]/.test(name)) return "its name holds a backslash or control characters; rename it";
  if (name.startsWith("/") || /^[a-z]:/i.test(name)) return "its name is an absolute path; pack it with a relative one";
  if (folders.includes("..") || folders.includes("."))
    return "its name leads out of the archive; pack it with a plain relative path";
  if (folders.includes("") || name.length > nameCharsMax)
    return "its name is empty, too long or has empty folders; rename it";
  if (isLink) return "it is a link to another file; pack the file itself";
  if (seen.has(sameName(name))) return "another file in the archive has the same name; rename one of them";
  return undefined;
};
