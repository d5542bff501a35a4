import type { StoreFolders } from "../cli/types.ts";
import { removeBefore, restoreBefore, setBeforeAside } from "../store/level/carry/exchange.ts";
import { openLevelStore } from "../store/level/open.ts";
import { StoreCare } from "../store-care.ts";
import { acceptRestore } from "./accept-restore.ts";
import { clock } from "./clock.ts";
import { salvageFolder } from "./salvage-folder.ts";
import { scopeOfNamed } from "./scopes.ts";

const care = new StoreCare((dir, signer) => openLevelStore({ dir, clock, signer, scopeOf: scopeOfNamed }), {
  remove: removeBefore,
  setAside: setBeforeAside,
  restore: restoreBefore,
});

/** The stores of the folder of a server that is not running. */
export const storeFolders: StoreFolders = {
  check: (dataDir) => care.check(dataDir),
  rebuild: (dataDir) => care.rebuild(dataDir),
  pack: (dataDir) => care.pack(dataDir),
  accept: (dataDir) => care.accept(dataDir),
  acceptRestore,
  salvage: salvageFolder,
};
