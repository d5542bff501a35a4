import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { itemOf } from "../backup/items.ts";
import { digestOfStore, restoreStore } from "../backup/restore-store.ts";
import { resumedStore } from "../backup/resumed-store.ts";
import type { CopiedStore, CopyStores } from "../cli/types.ts";
import { isStoreAddress } from "../config.ts";
import { DomainError } from "../error.ts";
import { openInstallation } from "../installation.ts";
import { worded } from "../messages/said.ts";
import { openLevelStore } from "../store/level/open.ts";
import type { Store } from "../store/store.ts";
import { acceptRestore } from "./accept-restore.ts";
import { openAnchor } from "./anchors.ts";
import { clock } from "./clock.ts";
import { scopeOfRecord } from "./scope-of-record.ts";

/** Copies every store that the one place has into the other, and compares what both hold then. */
export const copyStores: CopyStores = async (from, to) => {
  const copied: CopiedStore[] = [];
  for (const name of ["runs", "vault", "law"]) {
    if (!isStoreAddress(from) && !existsSync(join(from, name, "db"))) continue;
    copied.push(await copied1(name, from, to));
  }
  if (copied.length === 0)
    throw new DomainError(
      "RUN_NOT_FOUND",
      worded("error.there-is-no-store-in-name-the-folder-of-a", { dataDir: from }),
    );
  // What an earlier store at that place was known to hold is no longer what it is held to.
  if (!isStoreAddress(to)) await acceptRestore(to, {});
  return copied;
};

const copied1 = async (name: string, from: string, to: string): Promise<CopiedStore> => {
  // The keys that wrap stand in the folder, whichever side that is.
  const folder = isStoreAddress(from) ? to : from;
  const source = await openAt(from, name, folder);
  try {
    const target = await openAt(to, name, folder);
    try {
      const copied = await copy(name, source, target);
      if (isStoreAddress(to) && !isStoreAddress(from)) await holdFolderTo(name, from, target);
      return copied;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
};

/** Holds the server of a folder to what its store became in a database. */
const holdFolderTo = async (name: string, folder: string, store: Store): Promise<void> => {
  const { holdTo } = await import("./shared-store.ts");
  await holdTo(await openAnchor(folder, name, openInstallation(folder), () => undefined, true), store);
};

const copy = async (name: string, source: Store, target: Store): Promise<CopiedStore> => {
  const counted = { owner: "", events: 0 };
  const moment = source.moment();
  try {
    await restoreStore(
      resumedStore(target),
      itemsOf(moment.contents(), counted),
      (digest) => source.getBlob(counted.owner, digest),
      scopeOfRecord,
    );
  } finally {
    await moment.close();
  }
  const [here, there] = [await digestOfStore(source), await digestOfStore(target)];
  if (here !== there)
    throw new DomainError(
      "DATA_LOSS",
      worded("keeping-error.the-store-was-put-back-and-does-not-hold-what", { name }),
      {
        store: name,
      },
    );
  return { store: name, sha256: there, events: counted.events };
};

async function* itemsOf(
  contents: ReturnType<ReturnType<Store["moment"]>["contents"]>,
  counted: { owner: string; events: number },
) {
  for await (const content of contents) {
    if (content.kind === "owner") counted.owner = content.owner;
    if (content.kind === "event") counted.events += 1;
    yield itemOf(content);
  }
}

const openAt = async (place: string, name: string, folder: string): Promise<Store> => {
  if (isStoreAddress(place)) return (await import("./shared-store.ts")).openSharedStore(place, name, folder);
  mkdirSync(place, { recursive: true, mode: 0o700 });
  const { signer } = openInstallation(place);
  return openLevelStore({ dir: join(place, name), clock, signer });
};
