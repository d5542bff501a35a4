import { join } from "node:path";
import type { DurableMap } from "../../ordered-map.ts";
import { dataLoss } from "../../refusals.ts";
import { BlobFiles } from "../blob-files.ts";
import { LevelMap } from "../level-map.ts";
import { noSecrets } from "../secrets/cipher.ts";
import type { Totals } from "../totals.ts";
import { verifyLevel } from "../verify.ts";
import { type CarryOptions, carryOver } from "./carry-over.ts";
import { comingFolder } from "./exchange.ts";

/**
 * Makes the database of a store anew in the layout of today, beside the one of an older layout, and reads all of it again. What
 * was there stays as it is; the exchange is for the caller to do, once both are closed. Cut off, it begins again. Errors:
 * DATA_LOSS where what was read again is not what was written, UNSUPPORTED while a database from before waits to be accepted.
 */
export const renewLayout = async (
  dir: string,
  from: DurableMap,
  before: Totals,
  options: CarryOptions = {},
): Promise<void> => {
  const files = new BlobFiles(join(dir, "blobs"));
  const coming = await LevelMap.open(await comingFolder(dir), true);
  try {
    const written = await carryOver(from, coming, files, before, options);
    const { found } = await verifyLevel(coming, files, noSecrets);
    for (const name of ["eventCount", "headsRoot", "idempotencyCount"] as const)
      if (before[name] !== written[name]) throw notCarried(name);
    for (const name of counted) if (written[name] !== found[name]) throw notCarried(name);
  } finally {
    await coming.close();
  }
};

/** What must have been read again as it was written. The rest of a verification tells of damages that came along. */
const counted = [
  ...(["commitCount", "eventCount", "blobCount", "idempotencyCount", "recordCount"] as const),
  ...(["sealsSum", "headsRoot", "blobsRoot"] as const),
];

const notCarried = (what: string) =>
  dataLoss(`the store could not be carried over to today's layout: ${what} does not fit; the folder is as it was`, {
    what,
  });
