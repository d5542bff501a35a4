import type { StoreItem } from "../../gen/pincite/backup/v1/store_item_pb.ts";
import { itemOf } from "../backup/items.ts";
import { restoreStore } from "../backup/restore-store.ts";
import { rebuildIndexes } from "../engine/run/index-rebuild.ts";
import { type Salvaged, type SalvagedStore, type SalvageOptions, salvageLevel } from "../salvage/read-hurt.ts";
import { openLevelStore } from "../store/level/open.ts";
import type { Store } from "../store/store.ts";
import { clock } from "./clock.ts";

/**
 * Puts what holds of a hurt store into a new folder, through the commits of its port: each event is hashed and chained again.
 * Derived records of runs are made anew from the events, since a damaged block may have left older ones.
 */
export const salvageStore = async (
  name: string,
  from: string,
  to: string,
  options: SalvageOptions = {},
): Promise<SalvagedStore> => {
  const found = await salvageLevel(from, options);
  const store = await openLevelStore({ dir: to, clock, ...(options.signer ? { signer: options.signer } : {}) });
  try {
    await restoreStore(store, itemsOf(found), found.read);
    if (name === "runs") for (const owner of await store.owners()) await rebuildIndexes(store, owner);
    return await reportOf(name, found, store);
  } finally {
    await store.close();
  }
};

async function* itemsOf(found: Salvaged): AsyncGenerator<StoreItem> {
  for await (const content of found.contents()) yield itemOf(content);
}

/** What was written is read again: what is not whole there was not salvaged. */
const reportOf = async (name: string, { streams, lost }: Salvaged, store: Store): Promise<SalvagedStore> => {
  const { events, blobs, records, damages } = await store.verify();
  const held = streams.reduce((sum, stream) => sum + stream.held, 0);
  if (damages.length > 0 || held !== events)
    throw new Error(
      `the new store ${name} is not what was put into it: ${damages[0] ?? `${events} of ${held} events`}`,
    );
  const short = streams.filter(({ isWhole }) => !isWhole);
  return { store: name, events, blobs, records, short, whole: streams.length - short.length, lost };
};
