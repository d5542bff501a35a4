import { create, fromBinary } from "@bufbuild/protobuf";
import { RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type IndexState, IndexStateSchema } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import type { RecordChange, Store } from "../../store/store.ts";
import { indexStateSpace } from "./kept-spaces.ts";
import { RunIndex } from "./run-index.ts";
import { derivedSpaces, indexRecords, indexVersion, retiredSpaces } from "./spaces.ts";

/** What a rebuild did; after one that was cut off, only what was left to do. */
export interface RebuildReport {
  readonly events: number;
  /** Records that were there and are gone. */
  readonly removed: number;
  /** Records set from events. */
  readonly written: number;
}

/** Records changed in one commit: many enough that the fsyncs do not count, few enough for any store's batch. */
const stepMax = 500;
const stateKey = "state";

/**
 * Makes the derived records of an owner's runs those of this version: call before serving. Undefined: they are. Otherwise
 * they are built anew from the journal, and a rebuild that was cut off goes on where it stopped. Errors: DATA_LOSS where an
 * event does not hold.
 */
export const openIndex = async (store: Store, owner: string): Promise<RebuildReport | undefined> => {
  const index = new RunIndex(store, owner);
  const state = await index.get(indexStateSpace, stateKey);
  if (state?.building === indexVersion) return rebuild(store, owner, state);
  if (state?.version === indexVersion && !(await hasRetired(index))) return undefined;
  const { position } = await store.commit({ owner });
  if (position > 0n) return rebuildIndexes(store, owner);
  await store.commit({ owner, records: [stateRecord({ version: indexVersion })] });
  return undefined;
};

/**
 * Takes all derived records away and derives them again, from the journal and nothing else (design section 13.3). For a
 * store that nobody else uses meanwhile. Each step is one commit that says how far it came, so that it may be broken off at
 * any moment: the next opening goes on. Snapshots need no rebuild: one that does not fit its journal is not used.
 *
 * Errors: DATA_LOSS where an event does not hold.
 */
export const rebuildIndexes = (store: Store, owner: string, recordsAtOnce = stepMax): Promise<RebuildReport> =>
  rebuild(store, owner, create(IndexStateSchema, { building: indexVersion }), recordsAtOnce);

const rebuild = async (
  store: Store,
  owner: string,
  from: IndexState,
  recordsAtOnce = stepMax,
): Promise<RebuildReport> => {
  const removed = from.cleared ? 0 : await clear(store, owner, recordsAtOnce);
  const built = await derive(store, owner, from.position, recordsAtOnce);
  await store.commit({ owner, records: [stateRecord({ version: indexVersion })] });
  return { ...built, removed };
};

/** Empties every space that is derived or was. */
const clear = async (store: Store, owner: string, recordsAtOnce: number): Promise<number> => {
  const index = new RunIndex(store, owner);
  const begun = stateRecord({ building: indexVersion });
  let removed = 0;
  for (const space of [...derivedSpaces.map(({ name }) => name), ...retiredSpaces])
    for (;;) {
      const keys = await index.keys(space, recordsAtOnce);
      if (keys.length === 0) break;
      const gone = keys.map((key) => ({ space, key, value: undefined }));
      await store.commit({ owner, records: [...gone, begun] });
      removed += keys.length;
    }
  return removed;
};

/** Derives the records of all events after a position. */
const derive = async (store: Store, owner: string, after: bigint, recordsAtOnce: number) => {
  let [events, written] = [0, 0];
  let [batch, position]: [RecordChange[], bigint] = [[], after];
  const flush = async (): Promise<void> => {
    // A batch sets a key once: what came last stands.
    const records = [...new Map(batch.map((change) => [`${change.space}\u0000${change.key}`, change])).values()];
    batch = [];
    written += records.filter(({ value }) => value !== undefined).length;
    const state = stateRecord({ building: indexVersion, cleared: true, position });
    await store.commit({ owner, records: [...records, state] });
  };
  for await (const stored of journalAfter(store, owner, after)) {
    events++;
    position = stored.position;
    batch.push(...indexRecords(stored.stream, stored.seq, fromBinary(RunEventSchema, stored.body)));
    if (batch.length >= recordsAtOnce) await flush();
  }
  await flush();
  return { events, written };
};

/** Every event of the owner after a position and as of now, in order of commitment. An empty commit tells how far that is. */
async function* journalAfter(store: Store, owner: string, after: bigint) {
  const { position: end } = await store.commit({ owner });
  if (end <= after) return;
  const enough = new AbortController();
  for await (const event of store.watch(owner, { after, signal: enough.signal })) {
    yield event;
    if (event.position >= end) break;
  }
  enough.abort();
}

const stateRecord = (state: Partial<Omit<IndexState, "$typeName" | "$unknown">>): RecordChange =>
  indexStateSpace.set(stateKey, create(IndexStateSchema, state));

/** Whether an older program wrote here since the records were built. */
const hasRetired = async (index: RunIndex): Promise<boolean> => {
  for (const space of retiredSpaces) if ((await index.keys(space, 1)).length > 0) return true;
  return false;
};
