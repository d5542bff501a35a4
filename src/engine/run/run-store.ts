import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Recent } from "#kit/recent.ts";
import { type RunEvent, RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type RunSnapshot, SnapshotRecordSchema } from "../../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { emptySnapshot, foldVersion } from "../../run/fold.ts";
import type { Changes } from "../../run/kernel.ts";
import { machineVersion } from "../../run/machine.ts";
import { take } from "../../run/take.ts";
import {
  emptyHead,
  type Fence,
  type Head,
  type IdempotencyChange,
  type NewEvent,
  type RecordChange,
  type Store,
  type StoredEvent,
} from "../../store/store.ts";
import type { ArtifactReader } from "./artifact-reader.ts";
import { committedEvents, type EventAt } from "./committed-events.ts";
import { erasedSpace, isBesideRuns, runErased } from "./erased.ts";
import { type IndexChange, inFrame, outOfFrame } from "./index-space.ts";
import { snapshotSpace } from "./kept-spaces.ts";
import { lastEventType } from "./packing.ts";
import type { RunUsage } from "./run-usage.ts";
import { indexEntries, indexRecords } from "./spaces.ts";

/** A run as it stands: its fold and the head of its journal. */
export interface LoadedRun {
  readonly snapshot: RunSnapshot;
  readonly head: Head;
  /** The stored snapshot of the run: the sequence number of its last event and its size in bytes, unpacked. Absent: no snapshot is stored. */
  readonly stored?: { readonly seq: number; readonly sizeBytes: number };
}

/** The opaque version of a run, made from the head of its journal. */
export const versionOf = (head: Head): string => `${head.seq}-${head.hash.slice(0, 16)}`;

/**
 * Number of events that may follow the stored snapshot, or the beginning, before the next snapshot is written; a cold load
 * folds at most these. A small run never has a snapshot. A long run gets a new snapshot every eight events, which keeps its
 * first call after a start near that of a small run; where a snapshot weighs more than the events it spares, snapshots are
 * further apart.
 */
const eventsUnstoredMax = ({ stored }: LoadedRun): number =>
  stored ? Math.min(32, Math.max(8, Math.ceil(stored.sizeBytes / 1024))) : 64;
const eventsAtOnce = 1_000;

/** Memory that loaded runs may take, in bytes as `bytesInMemory` reckons them. */
const loadedBytesMax = 128 * 1024 * 1024;

/**
 * Bytes of a run without a stored snapshot, which grows by its events; a run that has one takes about seven times of it as objects.
 * Whole runs take about a third of what is reckoned (`npm run bench growth`): the bound errs on the side of less memory.
 */
const newRunBytes = 4 * 1024;
const eventBytes = 2 * 1024;
export const bytesInMemory = ({ stored, head }: LoadedRun): number =>
  newRunBytes + eventBytes * (head.seq - (stored?.seq ?? 0)) + 7 * (stored?.sizeBytes ?? 0);

/** A decision, and the run's fold after it. */
export type RunChanges = Changes & { readonly snapshot: RunSnapshot };

/** Additions to a decision that go to disk together with it. */
export interface RunCommit {
  readonly records?: readonly IndexChange[];
  /** The lease under which the commit is written; with `release`, the commit gives that lease back. */
  readonly fence?: Fence;
  readonly release?: true;
  /** The command that the commit begins or answers; `answer` encodes the answer from the run as it stands after the commit. */
  readonly command?: Omit<IdempotencyChange, "answer"> & { readonly answer?: (after: LoadedRun) => Uint8Array };
}

/** Called after a commit with its events, in order; with none where they must be read. Nobody may change them. */
export type Wake = (committed: readonly EventAt[]) => void;

/** Who hears of every run. */
export interface RunListeners {
  /** Counts what a commit is about to append: records that go to disk with it, and who is told once it is there. */
  readonly ahead?: RunUsage["ahead"];
  readonly finalised?: (runId: string) => void;
  /** As `Wake`, for the commits to every run. */
  readonly committed?: (runId: string, events: readonly EventAt[]) => void;
}

/** Loads runs from snapshot and journal, and commits to them. Keeps the runs last used in memory. */
export class RunStore {
  readonly #store: Store;
  readonly #owner: string;
  readonly #reader: ArtifactReader;
  readonly #listeners: RunListeners;
  readonly #loaded: Recent<string, LoadedRun>;
  readonly #wakers = new Map<string, Set<Wake>>();

  constructor(
    store: Store,
    owner: string,
    reader: ArtifactReader,
    listeners: RunListeners = {},
    bytesMax = loadedBytesMax,
  ) {
    this.#loaded = new Recent(bytesMax, bytesInMemory);
    this.#listeners = listeners;
    this.#store = store;
    this.#owner = owner;
    this.#reader = reader;
  }

  /** Loads the run as the store has it, whoever wrote to it last. Errors: RUN_NOT_FOUND, ERASED, DATA_LOSS. */
  async load(runId: string): Promise<LoadedRun> {
    const known = this.#loaded.get(runId);
    const loaded = known ? await this.#caughtUp(runId, known) : await this.#fold(runId);
    if (loaded !== known) this.#loaded.set(runId, loaded);
    return loaded;
  }

  /** Loads the run as of its event `seq`, or of the last where it has fewer. Errors: RUN_NOT_FOUND, DATA_LOSS. */
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

  /** Commits a decision with its index records and its answer; returns the run after the commit. Errors: those of Store.commit. */
  async commit(
    before: LoadedRun,
    changes: RunChanges,
    { records = [], command, fence, release }: RunCommit = {},
  ): Promise<LoadedRun> {
    const { events, artifacts, snapshot } = changes;
    const { runId } = snapshot;
    const after = (head: Head): LoadedRun => ({ ...before, snapshot, head });
    const entries = records.filter((change) => "list" in change);
    const set = records.filter((change) => "space" in change);
    for (const [at, event] of events.entries()) {
      set.push(...indexRecords(runId, before.head.seq + 1 + at, event));
      entries.push(...indexEntries(runId, before.head.seq + 1 + at, event));
    }
    const isDue = isSnapshotDue(before, events.length);
    let sizeBytes = 0;
    const withSnapshot = (head: Head): RecordChange[] => {
      const encoded = encodeSnapshot(snapshot, head);
      sizeBytes = encoded.length;
      const value = inFrame(encoded);
      return [...set, { space: snapshotSpace.name, key: runId, value, scope: runId }];
    };
    const bodies = events.map(encoded);
    const used = await this.#listeners.ahead?.(runId, before.head, { events: bodies, artifacts });
    const recordsAt = (head: Head): RecordChange[] => [
      ...(isDue ? withSnapshot(head) : set),
      ...(used?.records(head) ?? []),
    ];
    const change = {
      owner: this.#owner,
      stream: runId,
      expect: before.head,
      events: bodies,
      blobs: artifacts.map((artifact) => artifact.bytes),
      records: isDue || used ? recordsAt : set,
      entries,
      ...(command ? { idempotency: idempotencyOf(command, after) } : {}),
      ...(fence ? { fence } : {}),
      ...(fence && release ? { release } : {}),
    };
    const { head } = await this.#store.commit(change).catch((error: unknown) => {
      this.#loaded.delete(runId);
      throw error;
    });
    for (const artifact of artifacts) this.#reader.remember(artifact);
    used?.done(head);
    const run = isDue ? { ...after(head), stored: { seq: head.seq, sizeBytes } } : after(head);
    this.#loaded.set(runId, run);
    const committed = committedEvents(this.#owner, runId, before.head, { events, bodies }, head);
    this.#listeners.committed?.(runId, committed);
    wakeAll(this.#wakers.get(runId) ?? [], committed);
    if (events.some(({ event }) => event.case === lastEventType)) this.#listeners.finalised?.(runId);
    return run;
  }

  /** Events of a run from `fromSeq`, decoded. */
  async events(runId: string, fromSeq: number, limit: number): Promise<EventAt[]> {
    const stored = await this.#store.read(this.#owner, runId, { fromSeq, limit });
    return stored.map(({ seq, hash, body }) => ({ seq, hash, event: fromBinary(RunEventSchema, body) }));
  }

  /** The runs whose scope holds an artifact, in order of name. Errors: ERASED where only erased runs had it. */
  async holders(digest: string): Promise<string[]> {
    const holders = (await this.#store.scopesOf(this.#owner, digest)).filter((scope) => scope !== "");
    if (holders.length === 0) await this.#store.blobSize(this.#owner, digest);
    return holders;
  }

  /** Lets go of a run that was erased, and wakes whoever watches it. */
  forget(runId: string): void {
    this.#loaded.delete(runId);
    wakeAll(this.#wakers.get(runId) ?? [], []);
  }

  /** Calls `wake` after each commit to the run until the returned function is called. */
  onCommit(runId: string, wake: Wake): () => void {
    const wakers = this.#wakers.get(runId) ?? new Set();
    this.#wakers.set(runId, wakers.add(wake));
    return () => {
      wakers.delete(wake);
      if (wakers.size === 0) this.#wakers.delete(runId);
    };
  }

  /** Brings a loaded run up to date with later commits, of another process over this store or of this one. */
  async #caughtUp(runId: string, known: LoadedRun): Promise<LoadedRun> {
    const { seq, hash } = await this.#store.head(this.#owner, runId);
    if (seq === known.head.seq && hash === known.head.hash) return known;
    const later = await this.#page(runId, known.head.seq + 1);
    return later[0]?.prevHash === known.head.hash ? this.#foldOn(runId, known, later) : this.#fold(runId);
  }

  async #fold(runId: string): Promise<LoadedRun> {
    const erasedAtIso = await this.#store.record(this.#owner, erasedSpace.name, runId);
    if (erasedAtIso) throw runErased(runId, erasedSpace.value.decode(erasedAtIso));
    if (isBesideRuns(runId)) throw noSuchRun(runId);
    const base = await this.#stored(runId);
    // The snapshot's own event is read with the events after it: its hash tells whether the journal is still the folded journal.
    const [own, ...later] = base ? await this.#page(runId, base.head.seq) : [];
    if (base && own?.hash === base.head.hash) return this.#foldOn(runId, base, later);
    const run = await this.#foldOn(runId, beginning, await this.#page(runId, 1));
    if (run.head.seq > 0) return run;
    throw noSuchRun(runId);
  }

  /** Folds these events, which follow the run, and all events after them. */
  async #foldOn(runId: string, base: LoadedRun, events: readonly StoredEvent[]): Promise<LoadedRun> {
    let run = base;
    let page = events;
    for (;;) {
      run = foldedOn(runId, run, page);
      // A page that is not full was the last; a page that began with the snapshot's own event is short by that event.
      if (page.length < eventsAtOnce - 1) return run;
      page = await this.#page(runId, run.head.seq + 1);
    }
  }

  #page(runId: string, fromSeq: number): Promise<readonly StoredEvent[]> {
    return this.#store.read(this.#owner, runId, { fromSeq, limit: eventsAtOnce });
  }

  /** Reads the stored snapshot; undefined where there is none, or where another version of the machine or of the fold made it. */
  async #stored(runId: string): Promise<LoadedRun | undefined> {
    const bytes = await this.#store.record(this.#owner, snapshotSpace.name, runId);
    if (!bytes) return undefined;
    const encoded = outOfFrame(bytes);
    const { seq, headHash: hash, snapshot, ...of } = fromBinary(SnapshotRecordSchema, encoded);
    if (!snapshot || of.machineVersion !== machineVersion || of.foldVersion !== foldVersion) return undefined;
    return { snapshot, head: { seq, hash }, stored: { seq, sizeBytes: encoded.length } };
  }
}

const wakeAll = (wakers: Iterable<Wake>, committed: readonly EventAt[]): void => {
  for (const wake of wakers) wake(committed);
};

/** What is said of a run that is not there, or that whoever asks may not see. */
export const noSuchRun = (runId: string): DomainError =>
  new DomainError("RUN_NOT_FOUND", worded("error.there-is-no-run-listruns-lists-yours", { runId }), { run_id: runId });

const encoded = (event: RunEvent): NewEvent => ({
  type: event.event.case ?? "",
  body: toBinary(RunEventSchema, event),
});

const idempotencyOf = (
  { answer, ...command }: NonNullable<RunCommit["command"]>,
  after: (head: Head) => LoadedRun,
): IdempotencyChange => (answer ? { ...command, answer: (head) => answer(after(head)) } : command);

/** Tells whether so many new events make a new snapshot due. */
const isSnapshotDue = (before: LoadedRun, events: number): boolean =>
  before.head.seq + events - (before.stored?.seq ?? 0) >= eventsUnstoredMax(before);

const encodeSnapshot = (snapshot: RunSnapshot, { seq, hash: headHash }: Head): Uint8Array =>
  toBinary(
    SnapshotRecordSchema,
    create(SnapshotRecordSchema, { seq, headHash, machineVersion, foldVersion, snapshot }),
  );

/** A run before its first event. Nothing changes a snapshot: folding makes a new one. */
const beginning: LoadedRun = { snapshot: emptySnapshot(), head: emptyHead };

/** Returns the run with these events, which follow it, folded in. */
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
    worded("record-error.event-of-run-cannot-follow-the-events-before", { seq, runId }),
    { run_id: runId, seq: String(seq) },
  );
};
