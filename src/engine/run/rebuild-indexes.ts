import { fromBinary } from "@bufbuild/protobuf";
import { RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { RecordChange, Store } from "../../store/store.ts";
import { indexRecords, indexSpaces } from "./run-index.ts";

/** Records set in one commit: many enough that the fsyncs do not count, few enough for any store's batch. */
const batchMax = 500;

/** What a rebuild did. */
export interface RebuildReport {
  readonly events: number;
  /** Records derived from them. */
  readonly records: number;
  /** Records that no event accounts for, removed. */
  readonly strays: number;
}

/**
 * Derives the index records of an owner's runs again, from the journal and nothing else (design section 13.3). For a
 * store that nobody else writes to meanwhile; safe to break off and to repeat, as every record is set to what it should
 * be before any is removed. Snapshots need no rebuild: one that does not fit its journal is not used.
 *
 * Errors: DATA_LOSS where an event does not hold.
 */
export const rebuildIndexes = async (store: Store, owner: string): Promise<RebuildReport> => {
  const derived = new Map<string, Set<string>>(indexSpaces.map((space) => [space, new Set()]));
  let batch: RecordChange[] = [];
  let events = 0;
  const flush = async (): Promise<void> => {
    const records = [...new Map(batch.map((change) => [`${change.space}\u0000${change.key}`, change])).values()];
    batch = [];
    if (records.length > 0) await store.commit({ owner, records });
  };
  for await (const { stream, seq, body } of wholeJournal(store, owner)) {
    events++;
    for (const change of indexRecords(stream, seq, fromBinary(RunEventSchema, body))) {
      const keys = derived.get(change.space);
      if (change.value === undefined) keys?.delete(change.key);
      else keys?.add(change.key);
      batch.push(change);
    }
    if (batch.length >= batchMax) await flush();
  }
  await flush();
  const records = [...derived.values()].reduce((sum, keys) => sum + keys.size, 0);
  return { events, records, strays: await removeStrays(store, owner, derived) };
};

/** Every event of the owner as of now, in order of commitment. An empty commit tells how far that is. */
async function* wholeJournal(store: Store, owner: string) {
  const { position: end } = await store.commit({ owner });
  if (end === 0n) return;
  const enough = new AbortController();
  for await (const event of store.watch(owner, { after: 0n, signal: enough.signal })) {
    yield event;
    if (event.position >= end) break;
  }
  enough.abort();
}

const removeStrays = async (
  store: Store,
  owner: string,
  derived: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<number> => {
  let removed = 0;
  for (const [space, keys] of derived) {
    for (let after: string | undefined; ; ) {
      const rows = await store.list(owner, space, { ...(after === undefined ? {} : { after }), limit: batchMax });
      const records = rows.filter(({ key }) => !keys.has(key)).map(({ key }) => ({ space, key, value: undefined }));
      if (records.length > 0) await store.commit({ owner, records });
      removed += records.length;
      after = rows.at(-1)?.key;
      if (rows.length < batchMax) break;
    }
  }
  return removed;
};
