import type { DurableMap, MapView } from "../ordered-map.ts";
import type { VerifyReport } from "../store.ts";
import type { BlobFiles } from "./blob-files.ts";
import { Scan } from "./scan.ts";
import type { Pace } from "./scrub.ts";
import type { Secrets } from "./secrets/cipher.ts";

/**
 * Reads the whole map as of one moment, and every file, and compares: events with their chain and position, heads with the last
 * event, artifacts with their digest, records with their check, what names something with what it names, and all of it with the
 * totals. Commits go on meanwhile. `pace` lets it rest, and may break it off: then nothing is said of the totals.
 */
export const verifyLevel = async (
  map: DurableMap,
  files: BlobFiles,
  secrets: Secrets,
  pace?: Pick<Pace, "step">,
): Promise<VerifyReport> => {
  const view = map.view();
  const scan = new Scan(view, files, secrets);
  try {
    if (await looked(scan, view, pace)) scan.compareTotals();
  } catch (error) {
    scan.damages.push(`the database cannot be read to its end: ${(error as Error).message}`);
  } finally {
    await view.close();
  }
  const { damages, blobs, records, found, erasedEvents } = scan;
  return { events: Number(found.eventCount - erasedEvents), blobs, records, damages };
};

/** False where it was broken off. */
const looked = async (scan: Scan, view: MapView, pace: Pick<Pace, "step"> | undefined): Promise<boolean> => {
  for await (const page of view.pages())
    for (const [key, value] of page) {
      await scan.look(key, value);
      if ((await pace?.step()) === false) return false;
    }
  return true;
};
