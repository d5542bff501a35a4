import { type UnpackBudget, unpack } from "../archive/unpack.ts";
import { type ZipEntry, zipEntries } from "../archive/zip-directory.ts";
import { sameName, whyRefused } from "../archive/zip-names.ts";
import type { Passwords } from "../locked/passwords.ts";
import { type Entry, ImportRefusal, type Opener } from "../reader/port.ts";

/** What one archive may unpack to, in bytes. Archives inside it have a share of their own, two levels deep at most. */
const unpackedBytesMax = 512 * 1024 * 1024;

/**
 * Zip archives: every file in them under its path there. Folders are paths and no entries of their own. Names that reach
 * outside (`..`, absolute, backslashes, control characters), links, and a second file of the same name are refused.
 */
export const zip = {
  mediaTypes: ["application/zip", "application/x-zip-compressed"],
  suffixes: [".zip"],
  open: (original, _path, passwords) => files(zipEntries(original), { left: unpackedBytesMax }, passwords),
} satisfies Opener;

function* files(entries: readonly ZipEntry[], budget: UnpackBudget, passwords: Passwords = []): Generator<Entry> {
  const seen = new Set<string>();
  for (const [i, entry] of entries.entries()) {
    if (entry.isFolder && entry.sizeBytes === 0) continue;
    const why = whyRefused(entry, seen);
    seen.add(sameName(entry.name));
    const name = why === undefined ? entry.name.normalize("NFC") : `entry-${i + 1}`;
    yield why === undefined ? unpacked({ ...entry, name }, budget, passwords) : { name, refusal: why };
  }
}

const unpacked = (entry: ZipEntry, budget: UnpackBudget, passwords: Passwords): Entry => {
  const { name } = entry;
  try {
    return { name, mediaType: "", bytes: unpack(entry, budget, passwords) };
  } catch (error) {
    if (error instanceof ImportRefusal) return { name, refusal: error.message };
    throw error;
  }
};
