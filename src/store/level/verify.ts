import type { VerifyReport } from "../store.ts";
import type { BlobFiles } from "./blob-files.ts";
import type { Database } from "./database.ts";
import { Scan, type Snapshot } from "./scan.ts";

/**
 * Reads the whole database as of one moment, and every file, and compares: events with their chain and position, heads with
 * the last event, blobs with their digest, records with their check, and all of it with the totals. Commits go on meanwhile.
 */
export const verifyLevel = async (db: Database, files: BlobFiles): Promise<VerifyReport> => {
  const snapshot = db.snapshot();
  const scan = new Scan(db, files, snapshot);
  try {
    await forEachEntry(db, snapshot, (key, value) => scan.look(key, value));
    scan.compareTotals();
  } catch (error) {
    scan.damages.push(`the database cannot be read to its end: ${(error as Error).message}`);
  } finally {
    await snapshot.close();
  }
  const { damages, blobs, records } = scan;
  return { events: Number(scan.found.eventCount), blobs, records, damages };
};

/** In pages, because an entry of its own costs a turn of the loop each. */
const forEachEntry = async (
  db: Database,
  snapshot: Snapshot,
  look: (key: string, value: Uint8Array) => Promise<void>,
) => {
  const iterator = db.iterator({ snapshot, fillCache: false });
  try {
    for (;;) {
      const entries = await iterator.nextv(1_000);
      if (entries.length === 0) return;
      for (const [key, value] of entries) await look(key, value);
    }
  } finally {
    await iterator.close();
  }
};
