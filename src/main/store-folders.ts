import type { StoreFolders } from "../cli/types.ts";
import { openLevelStore } from "../store/level/open.ts";
import { StoreCare } from "../store-care.ts";
import { acceptRestore } from "./accept-restore.ts";
import { clock } from "./clock.ts";

const care = new StoreCare((dir, signer) => openLevelStore({ dir, clock, signer }));

/** The stores of the folder of a server that is not running. */
export const storeFolders: StoreFolders = {
  check: async (dataDir, address) =>
    address === undefined ? care.check(dataDir) : (await import("./check-shared.ts")).checkShared(dataDir, address),
  rebuild: (dataDir) => care.rebuild(dataDir),
  pack: (dataDir) => care.pack(dataDir),
  acceptRestore,
  levels: async (address, isRaised) => (await import("./shared-store.ts")).storeLevels(address, isRaised),
};
