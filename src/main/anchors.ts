import { createHash } from "node:crypto";
import { existsSync, realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileAnchor } from "../anchor/file-anchor.ts";
import type { AnchorPlace } from "../anchor/port.ts";
import { StoreAnchor } from "../anchor/store-anchor.ts";
import { noTombstones, type Tombstones } from "../engine/erase/tombstones.ts";
import type { Installation } from "../installation.ts";
import { stateFolder } from "../local-socket.ts";
import type { Store } from "../store/store.ts";
import { clock } from "./clock.ts";
import { mirroredIn } from "./mirror.ts";
import { tombstonesIn } from "./tombstones.ts";

/**
 * Where anchors of a data folder lie: in the folder, beside the stores, which shows that one of them was put back or is gone;
 * and in the account's own state under the folder's path, which shows that the whole folder was. `PINCITE_ANCHOR_DIR` names
 * another place for the second, such as another disk.
 */
const placesOf = (dataDir: string, apart: string): AnchorPlace[] => {
  const mirrored = mirroredIn(dataDir);
  const ofPath = fileAnchor(join(outsideOf(mirrored ?? dataDir), apart));
  return [fileAnchor(join(dataDir, "anchors", apart)), mirrored === undefined ? ofPath : unwritten(ofPath)];
};

/** The folder of this account that is kept for a data folder, by its path. */
const outsideOf = (dataDir: string): string => {
  const { PINCITE_ANCHOR_DIR } = process.env;
  const own = PINCITE_ANCHOR_DIR ? resolve(PINCITE_ANCHOR_DIR) : join(stateFolder(process.env), "anchors");
  const path = existsSync(dataDir) ? realpathSync(dataDir) : resolve(dataDir);
  return join(own, createHash("sha256").update(path).digest("hex").slice(0, 32));
};

/** What was erased of a data folder; a mirror of one erases nothing. */
export const tombstonesOf = (dataDir: string | undefined): Tombstones =>
  dataDir === undefined || mirroredIn(dataDir) !== undefined
    ? noTombstones
    : tombstonesIn(join(outsideOf(dataDir), "erased"));

/** What becomes of a mirror says nothing of the folder that it is of. */
const unwritten = (place: AnchorPlace): AnchorPlace => ({ read: place.read, write: () => Promise.resolve() });

/** The anchor of one store of a data folder, or, apart from that one, of the store of that name in a database that the server of this folder shares. */
export const openAnchor = (
  dataDir: string,
  store: string,
  { signer }: Installation,
  onFailure: (cause: unknown) => void,
  isShared = false,
): Promise<StoreAnchor> =>
  StoreAnchor.open({ store, signer, places: placesOf(dataDir, isShared ? "shared" : ""), clock, onFailure });

/** Whether the folder of a store holds one. */
export const isStoreThere = (dir: string): boolean => existsSync(join(dir, "db"));

/** The store, held to its anchor: one that is behind is closed again. Errors: DATA_LOSS. */
export const heldTo = async (anchor: StoreAnchor, store: Store): Promise<Store> => {
  try {
    anchor.requireNewest();
  } catch (error) {
    await store.close();
    throw error;
  }
  anchor.hold();
  const close = store.close.bind(store);
  return Object.assign(store, {
    close: async () => {
      await close();
      await anchor.end();
    },
  });
};
