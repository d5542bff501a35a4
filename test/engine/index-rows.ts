import { rebuildIndexes } from "../../src/engine/run/index-rebuild.ts";
import { derivedLists, derivedSpaces } from "../../src/engine/run/spaces.ts";
import type { Store } from "../../src/store/store.ts";
import { owner } from "./support.ts";

/** Names of every space that a rebuild answers for. */
export const rebuiltSpaces: readonly string[] = derivedSpaces.map(({ name }) => name);

/** Names of every list that follows from the journal. */
export const rebuiltLists: readonly string[] = derivedLists.map(({ name }) => name);

/** Every record and entry of the index, as text. */
export const indexRows = async (store: Store, of = owner): Promise<string[]> => {
  const rows = await recordRows(store, of);
  for (const list of rebuiltLists)
    for (const { number, key, value } of await store.entries(of, list, { limit: 50_000 }))
      rows.push(`${list} #${number} ${key} ${Buffer.from(value).toString("hex")}`);
  return rows;
};

/** Every record of the index, as text. */
export const recordRows = async (store: Store, of = owner): Promise<string[]> => {
  const rows: string[] = [];
  for (const space of rebuiltSpaces)
    for (const { key, value } of await store.list(of, space, { limit: 50_000 }))
      rows.push(`${space} ${key} ${Buffer.from(value).toString("hex")}`);
  return rows;
};

/** The index as it is, and as it is once it was derived again. Where commits kept it, both are the same. */
export const indexTwice = async (store: Store): Promise<{ kept: string[]; derived: string[] }> => {
  const kept = await indexRows(store);
  await rebuildIndexes(store, owner);
  return { kept, derived: await indexRows(store) };
};
