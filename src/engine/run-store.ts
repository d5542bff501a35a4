import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type RunEvent, RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { type RunSnapshot, SnapshotRecordSchema } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { DomainError } from "../error.ts";
import { emptySnapshot, foldVersion } from "../run/fold.ts";
import type { NewArtifact } from "../run/kernel.ts";
import { machineVersion, take } from "../run/machine.ts";
import { encodeEvent } from "../store/event-chain.ts";
import {
  emptyHead,
  type Head,
  type IdempotencyChange,
  type NewEvent,
  type RecordChange,
  type Store,
} from "../store/store.ts";
import type { ArtifactReader } from "./artifact-reader.ts";
import { LruMap } from "./lru-map.ts";
import { indexRecords } from "./run-index.ts";

/** A run as it stands: its fold and the head of its journal. */
export interface LoadedRun {
  readonly snapshot: RunSnapshot;
  readonly head: Head;
}

/** The opaque version of a run: where its journal stands. */
export const versionOf = (head: Head): string => `${head.seq}-${head.hash.slice(0, 16)}`;

/** A snapshot is written every so many events; a cold load folds fewer than these. */
const snapshotEvery = 32;
const snapshotSpace = "snapshot";

/** What goes to disk together with a run's events. */
export interface RunCommit {
  readonly events: readonly RunEvent[];
  readonly artifacts: readonly NewArtifact[];
  readonly idempotency?: IdempotencyChange;
  readonly records?: readonly RecordChange[];
}

/** Loads runs from snapshot and journal, and commits to them. Keeps the runs last used in memory. */
export class RunStore {
  readonly #store: Store;
  readonly #owner: string;
  readonly #reader: ArtifactReader;
  // A run of a few dozen items takes some ten kilobytes.
  readonly #loaded = new LruMap<string, LoadedRun>(5_000);
  readonly #snapshotSeq = new LruMap<string, number>(5_000);
  readonly #bodies = new WeakMap<RunEvent, NewEvent>();
  readonly #wakers = new Map<string, Set<() => void>>();

  constructor(store: Store, owner: string, reader: ArtifactReader) {
    this.#store = store;
    this.#owner = owner;
    this.#reader = reader;
  }

  /** The run as it stands. Errors: RUN_NOT_FOUND, DATA_LOSS. */
  async load(runId: string): Promise<LoadedRun> {
    const known = this.#loaded.get(runId);
    if (known) return known;
    const loaded = await this.#fold(runId);
    this.#loaded.set(runId, loaded);
    return loaded;
  }

  /** The run after the events, before they are committed: what an answer that is stored with them can say. */
  preview(before: LoadedRun, snapshot: RunSnapshot, events: readonly RunEvent[]): LoadedRun {
    let head = before.head;
    for (const event of this.#encoded(events)) {
      const { hash } = encodeEvent(this.#owner, snapshot.runId, head.seq + 1, head.hash, event);
      head = { seq: head.seq + 1, hash };
    }
    return { snapshot, head };
  }

  /** Commits events, artifacts, index records and answer together. Errors: those of Store.commit. */
  async commit(before: LoadedRun, after: LoadedRun, commit: RunCommit): Promise<void> {
    const runId = after.snapshot.runId;
    const records = [
      ...(commit.records ?? []),
      ...commit.events.flatMap((event, at) => indexRecords(runId, before.head.seq + 1 + at, event)),
      ...this.#snapshotRecord(after),
    ];
    try {
      await this.#store.commit({
        owner: this.#owner,
        stream: runId,
        ...(commit.events.length > 0 ? { expect: before.head, events: this.#encoded(commit.events) } : {}),
        blobs: commit.artifacts.map((artifact) => artifact.bytes),
        records,
        ...(commit.idempotency ? { idempotency: commit.idempotency } : {}),
      });
    } catch (error) {
      this.#loaded.delete(runId);
      throw error;
    }
    for (const artifact of commit.artifacts) this.#reader.remember(artifact);
    this.#loaded.set(runId, after);
    for (const wake of this.#wakers.get(runId) ?? []) wake();
  }

  /** Events of a run from `fromSeq`, decoded. */
  async events(
    runId: string,
    fromSeq: number,
    limit: number,
  ): Promise<{ seq: number; hash: string; event: RunEvent }[]> {
    const stored = await this.#store.read(this.#owner, runId, { fromSeq, limit });
    return stored.map(({ seq, hash, body }) => ({ seq, hash, event: fromBinary(RunEventSchema, body) }));
  }

  /** Calls `wake` after each commit to the run until the returned function is called. */
  onCommit(runId: string, wake: () => void): () => void {
    const wakers = this.#wakers.get(runId) ?? new Set();
    this.#wakers.set(runId, wakers.add(wake));
    return () => {
      wakers.delete(wake);
      if (wakers.size === 0) this.#wakers.delete(runId);
    };
  }

  /** Events as stored; encoded once, though previewed and committed. */
  #encoded(events: readonly RunEvent[]): NewEvent[] {
    return events.map((event) => {
      const known = this.#bodies.get(event);
      if (known) return known;
      const encoded = { type: event.event.case ?? "", body: toBinary(RunEventSchema, event) };
      this.#bodies.set(event, encoded);
      return encoded;
    });
  }

  #snapshotRecord(after: LoadedRun): RecordChange[] {
    const { runId } = after.snapshot;
    if (after.head.seq - (this.#snapshotSeq.get(runId) ?? 0) < snapshotEvery) return [];
    this.#snapshotSeq.set(runId, after.head.seq);
    const record = create(SnapshotRecordSchema, {
      seq: after.head.seq,
      headHash: after.head.hash,
      machineVersion,
      foldVersion,
      snapshot: after.snapshot,
    });
    return [{ space: snapshotSpace, key: runId, value: toBinary(SnapshotRecordSchema, record) }];
  }

  async #fold(runId: string): Promise<LoadedRun> {
    const base = await this.#stored(runId);
    let { snapshot, head } = base;
    for (;;) {
      const events = await this.events(runId, head.seq + 1, 1_000);
      for (const { seq, hash, event } of events) {
        snapshot = folded(snapshot, event, runId, seq);
        head = { seq, hash };
      }
      if (events.length < 1_000) break;
    }
    if (head.seq === 0)
      throw new DomainError("RUN_NOT_FOUND", `There is no run ${runId}: ListRuns lists yours.`, { run_id: runId });
    this.#snapshotSeq.set(runId, base.head.seq);
    return { snapshot, head };
  }

  /** The stored snapshot, if it is of this machine and the journal still has its head; else the beginning. */
  async #stored(runId: string): Promise<LoadedRun> {
    const nothing = { snapshot: emptySnapshot(), head: emptyHead };
    const bytes = await this.#store.record(this.#owner, snapshotSpace, runId);
    if (!bytes) return nothing;
    const record = fromBinary(SnapshotRecordSchema, bytes);
    const [event] = await this.#store.read(this.#owner, runId, { fromSeq: record.seq, limit: 1 });
    const sameFold = record.machineVersion === machineVersion && record.foldVersion === foldVersion;
    const usable = sameFold && event?.hash === record.headHash && record.snapshot;
    return usable ? { snapshot: usable, head: { seq: record.seq, hash: record.headHash } } : nothing;
  }
}

const folded = (snapshot: RunSnapshot, event: RunEvent, runId: string, seq: number): RunSnapshot => {
  const next = take(snapshot, event);
  if (next) return next;
  throw new DomainError(
    "DATA_LOSS",
    `Event ${seq} of run ${runId} cannot follow the events before it: the journal is damaged; restore the store from a copy.`,
    { run_id: runId, seq: String(seq) },
  );
};
