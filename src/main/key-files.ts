import { join } from "node:path";
import type { KeyFiles } from "../cli/types.ts";
import { readConfig } from "../config.ts";
import { DomainError } from "../error.ts";
import { openInstallation } from "../installation.ts";
import { readReceiptManifest, rotateReceiptKeys } from "../receipt-keys.ts";
import { openLevelStore } from "../store/level/open.ts";
import { clock } from "./clock.ts";

/** Keys in the folder of a server that is not running: to change them, the store is taken, as a server takes it. */
export const keyFiles: KeyFiles = {
  manifest: async (dataDir) => readReceiptManifest(dataDir),
  rewrap: async (dataDir) => {
    const { store } = readConfig({ dataDir }, process.env);
    return store === undefined ? undefined : (await import("./shared-store.ts")).rotateWrapKeys(store, dataDir);
  },
  rotate: async (dataDir) => {
    readReceiptManifest(dataDir);
    // Over a database, who keeps the servers sees to it that none runs.
    if (readConfig({ dataDir }, process.env).store !== undefined)
      return rotateReceiptKeys(dataDir, new Date(clock.now()).toISOString()).manifest;
    const { signer } = openInstallation(dataDir);
    const store = await openLevelStore({ dir: join(dataDir, "runs"), clock, signer }).catch((cause: unknown) => {
      if (!(cause instanceof DomainError) || cause.facts.cause !== "LEVEL_LOCKED") throw cause;
      const message = `A server has ${dataDir} open and signs with its key: stop it, rotate, and start it again. Nothing was changed.`;
      throw new DomainError("FENCED", message, { data: dataDir });
    });
    try {
      return rotateReceiptKeys(dataDir, new Date(clock.now()).toISOString()).manifest;
    } finally {
      await store.close();
    }
  },
};
