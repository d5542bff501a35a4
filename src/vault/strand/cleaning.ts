import type { RecordChange, Store } from "../../store/store.ts";

const space = "vault-cleaning";

/** The change that says whether files beside the store may still hold what was erased from a strand. */
export const cleaningRecord = (strandId: string, isDue: boolean): RecordChange => ({
  space,
  key: strandId,
  value: isDue ? new Uint8Array([1]) : undefined,
});

/** Whether they may. */
export const isCleaningDue = async (store: Store, owner: string, strandId: string): Promise<boolean> =>
  (await store.record(owner, space, strandId)) !== undefined;

/** Strands of which they may, in order of id. */
export const strandsToClean = async (store: Store, owner: string): Promise<string[]> =>
  (await store.list(owner, space, { limit: 10_000 })).map(({ key }) => key);
