import { create, fromBinary } from "@bufbuild/protobuf";
import { RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type IndexState, IndexStateSchema } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { DomainError } from "../../error.ts";
import type { Fence, RecordChange, Store } from "../../store/store.ts";
import { indexStateSpace } from "./kept-spaces.ts";
import { isFenced } from "./leases.ts";
import { journalAfter, mendLists } from "./mend-lists.ts";
import { RunIndex } from "./run-index.ts";
import { derivedLists, derivedSpaces, indexRecords, indexVersion } from "./spaces.ts";

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

/** The lease of whoever builds. Each step carries its fence, so that two never build at once, and renews it: one step is far shorter. */
export const buildLease = "index";
const leaseMs = 30_000;

/** Who builds, and in which steps. */
interface RebuildOptions {
  /** A name that no other process has; default "alone", for a store that one process holds alone. */
  readonly holder?: string;
  readonly recordsAtOnce?: number;
}

/**
 * Makes the derived records of an owner's runs those of this version: call before serving. Undefined: they are. Otherwise
 * they are built anew from the journal, and a rebuild that was cut off goes on where it stopped. Errors: DATA_LOSS where an
 * event does not hold; FENCED while another process builds them.
 */
export const openIndex = async (
  store: Store,
  owner: string,
  options: RebuildOptions = {},
): Promise<RebuildReport | undefined> => {
  if (await isOfThisVersion(store, owner)) return undefined;
  return building(store, owner, options, async (build) => {
    // Another process may have ended its building before the lease was taken.
    if (await isOfThisVersion(store, owner)) return undefined;
    const state = await new RunIndex(store, owner).get(indexStateSpace, stateKey);
    if (state?.building === indexVersion) return build.from(state);
    const { position } = await store.commit({ owner });
    if (position > 0n) return build.from(create(IndexStateSchema, { building: indexVersion }));
    await build.end();
    return undefined;
  });
};

/**
 * Takes all derived records away and derives them again, from the journal and nothing else (design section 13.3). Nobody may
 * write to the runs meanwhile. Each step is one commit that says how far it came, so that it may be broken off at any moment:
 * the next opening goes on. Snapshots need no rebuild: one that does not fit its journal is not used.
 *
 * Errors: DATA_LOSS where an event does not hold; FENCED while another process builds.
 */
export const rebuildIndexes = (store: Store, owner: string, options: RebuildOptions = {}): Promise<RebuildReport> =>
  building(store, owner, options, (build) => build.from(create(IndexStateSchema, { building: indexVersion })));

/** Does what is done under the lease, and gives it back. Whoever is killed meanwhile leaves it to run out. */
const building = async <T>(
  store: Store,
  owner: string,
  { holder = "alone", recordsAtOnce = stepMax }: RebuildOptions,
  work: (build: Building) => Promise<T>,
): Promise<T> => {
  const lease = () => store.lease(owner, buildLease, holder, leaseMs);
  const fence = await lease().catch((error: unknown) => {
    throw isFenced(error) ? builtElsewhere(error) : error;
  });
  try {
    return await work(new Building(store, owner, fence, lease, recordsAtOnce));
  } finally {
    await store.commit({ owner, fence, release: true }).catch(() => undefined);
  }
};

const builtElsewhere = (cause: unknown): DomainError => {
  const message = "Another process is building the index of these runs anew: start again once it has ended.";
  return new DomainError("FENCED", message, { key: buildLease }, { cause });
};

/** A rebuild under way, whose every commit needs the lease. */
class Building {
  readonly #store: Store;
  readonly #owner: string;
  readonly #fence: Fence;
  readonly #renew: () => Promise<Fence>;
  readonly #recordsAtOnce: number;

  constructor(store: Store, owner: string, fence: Fence, renew: () => Promise<Fence>, recordsAtOnce: number) {
    this.#store = store;
    this.#owner = owner;
    this.#fence = fence;
    this.#renew = renew;
    this.#recordsAtOnce = recordsAtOnce;
  }

  /** Builds what is not built yet. */
  async from(state: IndexState): Promise<RebuildReport> {
    const removed = state.cleared ? 0 : await this.#clear();
    const built = await this.#derive(state.position);
    const listed = await mendLists(
      this.#store,
      this.#owner,
      derivedLists.map(({ name }) => name),
    );
    await this.end();
    return { ...built, written: built.written + listed, removed };
  }

  /** Says that the records are whole. */
  async end(): Promise<void> {
    await this.#commit([], { version: indexVersion });
  }

  async #commit(records: readonly RecordChange[], state: PartOfState): Promise<void> {
    await this.#renew();
    const change = indexStateSpace.set(stateKey, create(IndexStateSchema, state));
    await this.#store.commit({ owner: this.#owner, fence: this.#fence, records: [...records, change] });
  }

  /** Empties every space that is derived. */
  async #clear(): Promise<number> {
    const index = new RunIndex(this.#store, this.#owner);
    let removed = 0;
    for (const space of derivedSpaces.map(({ name }) => name))
      for (;;) {
        const keys = await index.keys(space, this.#recordsAtOnce);
        if (keys.length === 0) break;
        const gone = keys.map((key) => ({ space, key, value: undefined }));
        await this.#commit(gone, { building: indexVersion });
        removed += keys.length;
      }
    return removed;
  }

  /** Derives the records of all events after a position. */
  async #derive(after: bigint) {
    let [events, written] = [0, 0];
    let [batch, position]: [RecordChange[], bigint] = [[], after];
    const flush = async (): Promise<void> => {
      // A batch sets a key once: what came last stands.
      const records = [...new Map(batch.map((change) => [`${change.space}\u0000${change.key}`, change])).values()];
      batch = [];
      written += records.filter(({ value }) => value !== undefined).length;
      await this.#commit(records, { building: indexVersion, cleared: true, position });
    };
    for await (const stored of journalAfter(this.#store, this.#owner, after)) {
      events++;
      position = stored.position;
      batch.push(...indexRecords(stored.stream, stored.seq, fromBinary(RunEventSchema, stored.body)));
      if (batch.length >= this.#recordsAtOnce) await flush();
    }
    await flush();
    return { events, written };
  }
}

type PartOfState = Partial<Omit<IndexState, "$typeName" | "$unknown">>;

const isOfThisVersion = async (store: Store, owner: string): Promise<boolean> => {
  const state = await new RunIndex(store, owner).get(indexStateSpace, stateKey);
  return state?.version === indexVersion && state.building !== indexVersion;
};
