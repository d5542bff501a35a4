import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { deleteDerivedFile } from "../../derived-file.ts";

/**
 * Deletes catalogues and indexes of strands, those that were not written to for longest first, until what lies in the folder is no more than `bytesMax`. They
 * are made anew from the journal when somebody asks. `open`: beginnings of the names of those that are open, which stay. In one step, so that none is
 * opened meanwhile. Gives how many strands it was.
 */
export const boundCache = (folder: string, bytesMax: number, open: ReadonlySet<string>): number => {
  const strands = new Map<string, { bytes: number; writtenMs: number }>();
  let total = 0;
  for (const name of readdirSync(folder)) {
    const file = statSync(join(folder, name), { throwIfNoEntry: false });
    if (!file?.isFile()) continue;
    const stem = name.slice(0, name.indexOf("."));
    const { bytes, writtenMs } = strands.get(stem) ?? { bytes: 0, writtenMs: 0 };
    strands.set(stem, { bytes: bytes + file.size, writtenMs: Math.max(writtenMs, file.mtimeMs) });
    total += file.size;
  }
  let count = 0;
  for (const [stem, { bytes }] of [...strands].sort(([, a], [, b]) => a.writtenMs - b.writtenMs)) {
    if (total <= bytesMax) break;
    if (open.has(stem)) continue;
    deleteDerivedFile(join(folder, `${stem}.sqlite`));
    deleteDerivedFile(join(folder, `${stem}.catalogue`));
    total -= bytes;
    count += 1;
  }
  return count;
};
