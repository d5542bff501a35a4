import type { ScopeOfRecord } from "../backup/restore-store.ts";
import { snapshotSpace } from "../engine/run/kept-spaces.ts";
import { strandOf } from "../vault/strand/chain.ts";
import { containerSpace, strandOfContainer } from "../vault/strand/containers.ts";

/** Records whose words are of a scope: what a run had come to is of the run, and what a strand knows of a container is of the strand's journal that counts. */
export const scopeOfRecord: ScopeOfRecord = ({ space, key }, streams) => {
  if (space === snapshotSpace.name) return streams.has(key) ? key : undefined;
  if (space !== containerSpace) return undefined;
  const strand = strandOfContainer(key);
  return [...streams].filter((stream) => strandOf(stream) === strand).at(-1);
};
