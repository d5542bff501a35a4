import { fromBinary } from "@bufbuild/protobuf";
import { type RunEvent, RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { DomainError } from "../../error.ts";
import type { Store, StoredEvent, WantedEntry } from "../../store/store.ts";
import { indexEntries } from "./spaces.ts";

/** Times that others may commit while a list is derived. */
const triesMax = 20;

/** What each derived list must hold by the events that were taken in, in order. */
export class ListsOfJournal {
  /** Position of the last event. */
  position = 0n;
  readonly #lists = new Map<string, Map<string, Uint8Array>>();

  take(runId: string, seq: number, position: bigint, event: RunEvent): void {
    this.position = position;
    for (const { list, key, value } of indexEntries(runId, seq, event)) {
      const entries = this.#lists.get(list) ?? new Map<string, Uint8Array>();
      this.#lists.set(list, entries);
      if (value) entries.set(key, value);
      else entries.delete(key);
    }
  }

  wanted(list: string): WantedEntry[] {
    return [...(this.#lists.get(list) ?? [])].map(([key, value]) => ({ key, value }));
  }
}

/**
 * Makes lists hold what follows from the journal, while others go on committing; gives how many entries were otherwise. Errors:
 * DATA_LOSS where the journal is damaged; RUN_VERSION_STALE where others commit all the time.
 */
export const mendLists = async (store: Store, owner: string, lists: readonly string[]): Promise<number> => {
  const journal = new ListsOfJournal();
  for (let tries = 1; ; tries++) {
    for await (const { stream, seq, position, body } of journalAfter(store, owner, journal.position))
      journal.take(stream, seq, position, fromBinary(RunEventSchema, body));
    try {
      let mended = 0;
      for (const list of lists) mended += await store.mendList(owner, list, journal.wanted(list), journal.position);
      return mended;
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== "RUN_VERSION_STALE" || tries === triesMax) throw error;
    }
  }
};

/** Every event of the owner after a position and as of now, in order of commitment. An empty commit tells how far that is. */
export async function* journalAfter(store: Store, owner: string, after: bigint): AsyncGenerator<StoredEvent> {
  const { position: end } = await store.commit({ owner });
  if (end <= after) return;
  const enough = new AbortController();
  for await (const event of store.watch(owner, { after, signal: enough.signal })) {
    yield event;
    if (event.position >= end) break;
  }
  enough.abort();
}
