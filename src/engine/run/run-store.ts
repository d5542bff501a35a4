import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Recent } from "#kit/recent.ts";
import { type RunEvent, RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type RunSnapshot, SnapshotRecordSchema } from "../../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { DomainError } from "../../error.ts";
import { emptySnapshot, foldVersion } from "../../run/fold.ts";
import type { NewArtifact } from "../../run/kernel.ts";
import { machineVersion } from "../../run/machine.ts";
import { take } from "../../run/take.ts";
import { encodeEvent } from "../../store/event-chain.ts";
import {
  emptyHead,
  type Head,
  type IdempotencyChange,
  type NewEvent,
  type RecordChange,
  type Store,
  type StoredEvent,
} from "../../store/store.ts";
import type { ArtifactReader } from "./artifact-reader.ts";
import { indexRecords } from "./run-index.ts";

/** A run as it stands: its fold and the head of its journal. */
export interface LoadedRun {
  readonly snapshot: RunSnapshot;
  readonly head: Head;
  /** The snapshot that is stored of it: its last event and its size in bytes. Absent: there is none. */
  readonly stored?: { readonly seq: number; readonly sizeBytes: number };
}

/** The opaque version of a run: where its journal stands. */
export const versionOf = (head: Head): string => `${head.seq}-${head.hash.slice(0, 16)}`;

/**
 * So many events may follow the stored snapshot, or the beginning, before the next is written; a cold load folds at most
 * these. A small run never has one. A long run has a new one every eight events, which keeps its first call after a start near
 * that of a small one; where a snapshot weighs more than the events it spares, they are further apart.
 */
const eventsUnstoredMax = ({ stored }: LoadedRun): number =>
  stored ? Math.min(32, Math.max(8, Math.ceil(stored.sizeBytes / 1024))) : 32;
const eventsAtOnce = 1_000;
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
  readonly #loaded = new Recent<string, LoadedRun>(5_000);
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

  /** The run as it stood after its event `seq`; as far as the journal goes where it is shorter. Errors: RUN_NOT_FOUND, DATA_LOSS. */
  async at(runId: string, seq: number): Promise<LoadedRun> {
    const now = await this.load(runId);
    if (now.head.seq === seq) return now;
    const stored = await this.#stored(runId);
    let run = stored && stored.head.seq <= seq ? stored : beginning;
    while (run.head.seq < seq) {
      const limit = Math.min(eventsAtOnce, seq - run.head.seq);
      const page = await this.#store.read(this.#owner, runId, { fromSeq: run.head.seq + 1, limit });
      if (page.length === 0) break;
      run = foldedOn(runId, run, page);
    }
    return run;
  }

  /** The run after the events, before they are committed: what an answer that is stored with them can say. */
  preview(before: LoadedRun, snapshot: RunSnapshot, events: readonly RunEvent[]): LoadedRun {
    let head = before.head;
    for (const event of this.#encoded(events)) {
      const { hash } = encodeEvent(this.#owner, snapshot.runId, head.seq + 1, head.hash, event);
      head = { seq: head.seq + 1, hash };
    }
    return { ...before, snapshot, head };
  }

  /** Commits events, artifacts, index records and answer together. Errors: those of Store.commit. */
  async commit(before: LoadedRun, after: LoadedRun, commit: RunCommit): Promise<void> {
    const runId = after.snapshot.runId;
    const snapshot = snapshotDue(after);
    const records = [
      ...(commit.records ?? []),
      ...commit.events.flatMap((event, at) => indexRecords(runId, before.head.seq + 1 + at, event)),
      ...(snapshot ? [{ space: snapshotSpace, key: runId, value: snapshot }] : []),
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
    const stored = { seq: after.head.seq, sizeBytes: snapshot?.length ?? 0 };
    this.#loaded.set(runId, snapshot ? { ...after, stored } : after);
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

  async #fold(runId: string): Promise<LoadedRun> {
    const base = await this.#stored(runId);
    // The snapshot's own event is read with those behind it: it says whether the journal is still the one that was folded.
    const [own, ...later] = base ? await this.#page(runId, base.head.seq) : [];
    if (base && own?.hash === base.head.hash) return this.#foldOn(runId, base, later);
    const run = await this.#foldOn(runId, beginning, await this.#page(runId, 1));
    if (run.head.seq > 0) return run;
    throw new DomainError("RUN_NOT_FOUND", `There is no run ${runId}: ListRuns lists yours.`, { run_id: runId });
  }

  /** The run after these events, which follow it, and all that follow them. */
  async #foldOn(runId: string, base: LoadedRun, events: readonly StoredEvent[]): Promise<LoadedRun> {
    let run = base;
    let page = events;
    for (;;) {
      run = foldedOn(runId, run, page);
      // A page that is not full was the last: one that began with the snapshot's own event is short by that one.
      if (page.length < eventsAtOnce - 1) return run;
      page = await this.#page(runId, run.head.seq + 1);
    }
  }

  #page(runId: string, fromSeq: number): Promise<readonly StoredEvent[]> {
    return this.#store.read(this.#owner, runId, { fromSeq, limit: eventsAtOnce });
  }

  /** The stored snapshot, if it is of this machine and this fold. */
  async #stored(runId: string): Promise<LoadedRun | undefined> {
    const bytes = await this.#store.record(this.#owner, snapshotSpace, runId);
    if (!bytes) return undefined;
    const { seq, headHash: hash, snapshot, ...of } = fromBinary(SnapshotRecordSchema, bytes);
    if (!snapshot || of.machineVersion !== machineVersion || of.foldVersion !== foldVersion) return undefined;
    return { snapshot, head: { seq, hash }, stored: { seq, sizeBytes: bytes.length } };
  }
}

/** The bytes of a snapshot to store now, or undefined while the stored one will do. */
const snapshotDue = (after: LoadedRun): Uint8Array | undefined => {
  if (after.head.seq - (after.stored?.seq ?? 0) < eventsUnstoredMax(after)) return undefined;
  const { seq, hash: headHash } = after.head;
  const record = { seq, headHash, machineVersion, foldVersion, snapshot: after.snapshot };
  return toBinary(SnapshotRecordSchema, create(SnapshotRecordSchema, record));
};

/** A run before its first event. Nothing changes a snapshot: folding makes a new one. */
const beginning: LoadedRun = { snapshot: emptySnapshot(), head: emptyHead };

/** The run after these events, which follow it. */
const foldedOn = (runId: string, base: LoadedRun, events: readonly StoredEvent[]): LoadedRun => {
  let { snapshot, head } = base;
  for (const { seq, hash, body } of events) {
    snapshot = folded(snapshot, fromBinary(RunEventSchema, body), runId, seq);
    head = { seq, hash };
  }
  return { ...base, snapshot, head };
};

const folded = (snapshot: RunSnapshot, event: RunEvent, runId: string, seq: number): RunSnapshot => {
  const next = take(snapshot, event);
  if (next) return next;
  throw new DomainError(
    "DATA_LOSS",
    `Event ${seq} of run ${runId} cannot follow the events before it: the journal is damaged; restore the store from a copy.`,
    { run_id: runId, seq: String(seq) },
  );
};
