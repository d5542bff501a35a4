import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CheckedStore } from "../cli/types.ts";
import { requireStoreAddress } from "../config.ts";
import { DomainError } from "../error.ts";
import { openInstallation } from "../installation.ts";
import { worded } from "../messages/said.ts";
import { openAnchor } from "./anchors.ts";
import { openSharedStore, showTo } from "./shared-store.ts";

/**
 * Reads all that a database holds, with the keys of a server's folder, and says how far it is beside what that server kept of it: the drill of a restore, on a
 * database that was put back beside the one in use. The folder stays as it is. Errors: REQUEST_INVALID, RUN_NOT_FOUND, STORE_UNAVAILABLE, UNSUPPORTED, DATA_LOSS for other keys.
 */
export const checkShared = async (dataDir: string, address: string): Promise<readonly CheckedStore[]> => {
  requireStoreAddress(address);
  if (!existsSync(join(dataDir, "keys")))
    throw new DomainError("RUN_NOT_FOUND", worded("error.there-is-no-store-in-name-the-folder-of-a", { dataDir }));
  const installation = openInstallation(dataDir);
  const checked: CheckedStore[] = [];
  for (const name of ["runs", "vault", "law"]) {
    const anchor = await openAnchor(dataDir, name, installation, () => undefined, true);
    const store = await openSharedStore(address, name, dataDir, installation);
    try {
      await showTo(anchor, store);
      const { events, blobs, records, damages } = await store.verify();
      const kept = { kept: Number(anchor.known?.number ?? 0n), standing: Number(anchor.newestShown()) };
      checked.push({ store: name, events, blobs, records, damages, ...kept });
    } finally {
      await store.close();
    }
  }
  return checked;
};
