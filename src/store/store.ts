/**
 * The store port: append-only streams of events, content-addressed blobs and derived records, committed together.
 *
 * Guarantees, held by every implementation and checked by one contract suite (test/contract/store-contract.ts):
 *
 * - **Atomic and durable.** When `commit` resolves, all of the commit is on disk (fsynced where there is a disk);
 *   when it rejects with a refusal (RUN_VERSION_STALE, FENCED, IDEMPOTENCY_KEY_REUSED, LIMIT_EXCEEDED, REQUEST_INVALID)
 *   nothing of the commit is. When it rejects with STORE_FAILED the outcome is unknown, the store refuses everything from then on,
 *   and the caller learns the outcome after a restart by its idempotency key. STORE_UNAVAILABLE is thrown where the store was not
 *   reached at all: nothing was done, and asking again is safe.
 * - **Compare and swap.** A commit that names events names the head it expects; the check happens inside the committer.
 * - **Checked reads.** A blob is hashed again on every read, an event is checked against its chain; a mismatch is
 *   DATA_LOSS and the bytes are never served.
 * - **Read your writes.** A read that begins after `commit` resolved sees it.
 * - **Isolation.** Every key begins with the owner; an id of another owner looks absent.
 * - **Scopes.** A blob belongs to the scopes it was put in and is stored in each; a read takes any scope that has it whole.
 * - **Erased for good.** What a commit erases is off the disk when it resolves, and every read of it answers ERASED; heads, positions,
 *   numbers of lists and checkpoints stay what they were. An erasure that was cut off is ended by the next opening.
 * - **Whole lists.** `read`, `watch` and `entries` give everything there is in their range or fail. `list` gives what can be found:
 *   for records that are looked up by key.
 */
export interface Store {
  /** Appends, puts and sets all of `commit` or none of it. */
  commit(commit: Commit): Promise<Committed>;
  /**
   * Takes the bytes of one blob piece by piece, so that a large blob is never whole in memory: up to 4 MiB are held there, more
   * goes to disk. Nothing is stored before a commit of the same owner names the returned blob; a crash leaves nothing that
   * counts. Errors: LIMIT_EXCEEDED above 64 MiB; an error thrown by `pieces` passes through. After either error nothing of the
   * blob is left.
   */
  stageBlob(owner: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<StagedBlob>;
  /** The head of a stream; `emptyHead` for a stream without events. An erased stream keeps its head. */
  head(owner: string, stream: string): Promise<Head>;
  /** Events of one stream in order of `seq`, beginning with `fromSeq` (1 is the first), at most `limit` (default 1,000). Errors: ERASED. */
  read(owner: string, stream: string, range?: { fromSeq?: number; limit?: number }): Promise<readonly StoredEvent[]>;
  /** The bytes whose sha256 is `digest` (64 lower-case hex). Errors: ARTIFACT_NOT_FOUND, DATA_LOSS, ERASED when only erased scopes had it. */
  getBlob(owner: string, digest: string): Promise<Uint8Array>;
  /** Size in bytes, or undefined when the owner has no such blob. Does not check the content. Errors: ERASED as `getBlob`. */
  blobSize(owner: string, digest: string): Promise<number | undefined>;
  /** Streams a blob from `offset` (bytes, default 0) in pieces of at most 256 KiB; all of it is checked first. */
  streamBlob(owner: string, digest: string, offset?: number): AsyncIterable<Uint8Array>;
  /** Names of scopes that hold these bytes, erased ones no longer, in order of name: streams, scopes of ScopePuts, "" for the owner's own. */
  scopesOf(owner: string, digest: string): Promise<readonly string[]>;
  /** Digests of the artifacts that a scope holds, in the order in which they came. Errors: DATA_LOSS where a record of it is gone, ERASED. */
  artifactsOf(owner: string, scope: string): Promise<readonly string[]>;
  /** When a scope was erased, in milliseconds since 1970 by the store's clock; undefined: it was not. */
  erasedAt(owner: string, scope: string): Promise<number | undefined>;
  /** A derived record, or undefined. */
  record(owner: string, space: string, key: string): Promise<Uint8Array | undefined>;
  /** Derived records of one space in order of key (by UTF-8 bytes). `after` is exclusive. Default limit 100. */
  list(owner: string, space: string, range?: ListRange): Promise<readonly { key: string; value: Uint8Array }[]>;
  /**
   * Entries of a numbered list in the order in which they were put in, or against it. Each one has a number, and every number of
   * the range is looked for: what is given is all there is, or DATA_LOSS is thrown. `after` is a number, exclusive. Default
   * limit 100.
   */
  entries(owner: string, list: string, range?: EntryRange): Promise<readonly Entry[]>;
  /** An entry of a list by its key, or undefined. Errors: DATA_LOSS. */
  entry(owner: string, list: string, key: string): Promise<Entry | undefined>;
  /**
   * Puts a damaged list right. `wanted` is all that it must hold, in order, as it followed from the events up to `position`. A
   * whole entry keeps its number; a lost one gets the number of a hole; one that is not wanted goes. Gives how many entries were put right.
   * Errors: RUN_VERSION_STALE when the owner has other events by now.
   */
  mendList(owner: string, list: string, wanted: readonly WantedEntry[], position: bigint): Promise<number>;
  /**
   * Stores the records of a scope smaller, where the store can, all or nothing; under a lease if a fence is given, which this gives
   * back. Reads give the same as before, and later records stand behind the packed ones. Gives how many records went into others; 0
   * where there is nothing to gain. Errors: DATA_LOSS for a damaged scope, which stays as it is; FENCED, ERASED.
   */
  pack(owner: string, scope: string, fence?: Fence): Promise<number>;
  /**
   * What became of a commit with an `id` whose answer was lost: the head it came to, or undefined when it is not on disk and will
   * never be. Asked with the very commit. Errors: REQUEST_INVALID for one that a record cannot tell of (without `id`, or with
   * nothing but records and entries), ERASED.
   */
  outcome(commit: Commit): Promise<Committed | undefined>;
  /** State of the command with this key; undefined when the key was never seen. Errors: ERASED when its answer stood in an erased scope. */
  idempotency(owner: string, key: string): Promise<IdempotencyState | undefined>;
  /**
   * Delivers every event of the owner in order of `position`, beginning after the given position: first the stored events, then
   * new events as they are committed, gap-free but for what was erased, at least once. Ends when `signal` aborts. Errors: WATCHER_TOO_SLOW when the
   * reader falls more than `bufferMax` (default 1,000) live events behind; resume from the last position seen. CURSOR_INVALID
   * for a position that the store has not reached.
   */
  watch(owner: string, options: { after: bigint; signal: AbortSignal; bufferMax?: number }): AsyncIterable<StoredEvent>;
  /**
   * Takes or renews a lease. The fence grows with every new holder and every opening of the store; a renewal keeps the fence.
   * Opening a store that one process holds alone frees all leases, since no holder can have survived the opening. Errors:
   * FENCED while another holder has the lease. A lease ends when another holder takes it after its time, or with a commit that
   * releases it.
   */
  lease(owner: string, key: string, holder: string, ttlMs: number): Promise<Fence>;
  /**
   * Counts a call against limits, in all of these windows or, where one of them is full, in none: then it gives the milliseconds until it fits
   * in each, else 0. All processes that have the store open count together, `nowMs` being each one's own time in milliseconds since 1970; a store that one
   * process holds alone forgets what was counted when it closes.
   */
  countCall(owner: string, windows: readonly CallWindow[], nowMs: number): Promise<number>;
  /** Names of all owners in this store, each once; only for code that stands above all owners. */
  owners(): Promise<readonly string[]>;
  /**
   * All that the store holds as of this call, whatever is committed afterwards; to be closed. As `owners`, not for callers.
   * Artifacts are asked of the store itself, which keeps what it holds.
   */
  moment(): StoreMoment;
  /** Reads everything and checks it against digests, chains and checkpoints. */
  verify(): Promise<VerifyReport>;
  /**
   * Whether what an erasure destroyed may still be had from a database's log and backups, in encrypted form, until the key of the installation
   * that wraps the keys of scopes is replaced. Absent: not.
   */
  readonly erasesByRotation?: boolean;
  /** Whether other processes may have it open and write to it: then what was read before is asked for again. Absent: one process holds it alone. */
  readonly isShared?: boolean;
  /** Name of the key of the installation that wraps them now. Absent: there is none. */
  readonly wrapKey?: string;
  /** False once a write has failed: the process must end (exit 70) and be started again. */
  readonly healthy: boolean;
  /** Finishes the queued work, writes a last checkpoint and closes. Later calls reject with STORE_UNAVAILABLE. */
  close(): Promise<void>;
}

/** The head of a stream: the sequence number of its last event and that event's hash (64 hex). */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

/** The head of a stream that has no events: seq 0 and 64 zeros, which is also the first event's `prevHash`. */
export const emptyHead: Head = { seq: 0, hash: "0".repeat(64) };

/** An event to append. `type` is a short name for readers and filters, `body` at most 256 KiB of protobuf. */
export interface NewEvent {
  readonly type: string;
  readonly body: Uint8Array;
}

/** An event as stored. `hash` covers owner, stream, seq, prevHash, type and body; `position` is per owner and outside the hash. */
export interface StoredEvent extends NewEvent {
  readonly owner: string;
  readonly stream: string;
  readonly seq: number;
  readonly prevHash: string;
  readonly hash: string;
  readonly position: bigint;
}

/** A derived record to set, or to remove when `value` is undefined. Keys are UTF-8 without U+0000. */
export interface RecordChange {
  readonly space: string;
  readonly key: string;
  readonly value: Uint8Array | undefined;
  /** The scope whose words are in the value: it can no longer be read once that scope is erased, whether it was removed or not. */
  readonly scope?: string;
}

/** A scope to be erased: all its events but for the head, all its artifacts, and the answers recorded in it. */
export interface ScopeErasure {
  /** A stream or a scope of ScopePuts, whether it holds anything or not; never the owner's own. */
  readonly scope: string;
  /** Where the stream must stand; a mismatch is RUN_VERSION_STALE. Absent: wherever it stands. */
  readonly expect?: Head;
  /** For a restore, of a scope that never held anything: when it was erased elsewhere, and where it stood. */
  readonly restored?: Omit<ErasedScope, "scope">;
}

/** An entry to put into a numbered list, where a known key keeps its number, or to take out (undefined). Keys: UTF-8 without U+0000. */
export interface EntryChange {
  readonly list: string;
  readonly key: string;
  readonly value: Uint8Array | undefined;
}

/** What a list must hold under a key. */
export interface WantedEntry {
  readonly key: string;
  readonly value: Uint8Array;
}

/** An entry of a list; its number is at least 1 and stays. */
export interface Entry extends WantedEntry {
  readonly number: number;
}

/**
 * Blobs that are kept apart from the commit's own scope, so that they can be packed, encrypted or removed with nothing else: those
 * of one document, or of one version of a law. A scope may be put to again; its name is no stream's.
 */
export interface ScopePut {
  readonly scope: string;
  readonly blobs?: readonly Uint8Array[];
  readonly staged?: readonly StagedBlob[];
}

/** A blob whose bytes the store has taken in, and which is in no commit yet. */
export interface StagedBlob {
  readonly owner: string;
  /** SHA-256 of the bytes, 64 lower-case hex. */
  readonly digest: string;
  readonly sizeBytes: number;
  /** Reads the bytes from the beginning, in pieces of at most 256 KiB, any number of times until `discard`. */
  read(): Iterable<Uint8Array>;
  /** Lets go of the bytes; to be called once the blob was committed or is no longer wanted. Bytes that a commit took stay stored. */
  discard(): Promise<void>;
}

/**
 * The unit of commitment. A commit without events touches no stream and needs no `expect`; an `expect` given all the same is
 * checked. Refusals are looked for in this order: form and size, idempotency key, fence, erased scopes, head, length of the stream. The bytes
 * handed in must not be changed until the commit has settled.
 */
export interface Commit {
  readonly owner: string;
  /** Chosen by the caller for `outcome`, and never used again: 1 to 64 bytes of UTF-8. */
  readonly id?: string;
  readonly stream?: string;
  /** Required with `events`; a mismatch is RUN_VERSION_STALE with the actual head in `facts` (`seq`, `hash`). */
  readonly expect?: Head;
  readonly events?: readonly NewEvent[];
  /**
   * Blobs to store under their sha256, in the scope of the stream where the commit has events, else in the owner's own; what the
   * scope holds already is not written again. At most 64 MiB each; a blob above 4 MiB gets a file of its own.
   */
  readonly blobs?: readonly Uint8Array[];
  /** Blobs that `stageBlob` of the same store took in for the same owner. */
  readonly staged?: readonly StagedBlob[];
  /** Blobs for scopes of their own, each scope once. */
  readonly scopes?: readonly ScopePut[];
  /**
   * Scopes that this commit erases, each once, none of which it adds to. One that was erased before stays so. Nothing can ever be added to it
   * again: ERASED. Derived records and entries that hold words of it are for the caller to remove or replace, best in the same
   * commit.
   */
  readonly erase?: readonly ScopeErasure[];
  /** Records to set, or a function that gives them once the new head is known (see OfHead). */
  readonly records?: readonly RecordChange[] | OfHead<readonly RecordChange[]>;
  /** Changes of numbered lists, in order. */
  readonly entries?: readonly EntryChange[];
  readonly idempotency?: IdempotencyChange;
  /** When given, a commit by a holder whose fence is no longer the newest is refused with FENCED. */
  readonly fence?: Fence;
  /** Gives the lease of `fence` back with this commit: the fence is no longer valid, and any holder may take the lease at once. */
  readonly release?: true;
}

/**
 * Computes a value that depends on the head after the commit, so that the value goes to disk in the same commit. The committer
 * calls it once, when only the form and size of its result can still refuse the commit. The function answers at once and
 * changes nothing; an error that it throws refuses the commit. A commit that names no stream passes `emptyHead`.
 */
export type OfHead<T> = (head: Head) => T;

/**
 * The first commit of a command records its key as in progress, the last commit records the answer (a single commit may do
 * both). The same key with another payload digest: IDEMPOTENCY_KEY_REUSED. A key already answered: ALREADY_EXISTS (the caller
 * looks it up first). A key in progress set to in progress again: ALREADY_EXISTS, unless `takeOver` (recovery after a crash).
 */
export interface IdempotencyChange {
  readonly key: string;
  readonly payloadDigest: string;
  /** The answer, or a function that gives it once the new head is known (see OfHead). */
  readonly answer?: Uint8Array | OfHead<Uint8Array>;
  readonly takeOver?: boolean;
}

export interface IdempotencyState {
  readonly payloadDigest: string;
  /** Absent while the command is in progress. */
  readonly answer?: Uint8Array;
}

export interface Committed {
  /** The head after the commit; `emptyHead` when it named no stream. */
  readonly head: Head;
  /** The owner's position after the commit. */
  readonly position: bigint;
}

export interface ListRange {
  readonly prefix?: string;
  readonly after?: string;
  readonly limit?: number;
  readonly reverse?: boolean;
}

export interface EntryRange {
  readonly after?: number;
  readonly limit?: number;
  readonly reverse?: boolean;
}

export interface Fence {
  readonly key: string;
  readonly value: bigint;
}

/** A limit on calls: at most so many under a key in any stretch of so many milliseconds. */
export interface CallWindow {
  readonly key: string;
  /** At least 1. */
  readonly max: number;
  readonly windowMs: number;
}

export interface VerifyReport {
  readonly events: number;
  readonly blobs: number;
  readonly records: number;
  /** One sentence for each damage found, naming owner, stream and seq, or the digest. Empty when all is well. */
  readonly damages: readonly string[];
}

/** What a store holds as of one moment. */
export interface StoreMoment {
  /**
   * Everything, in an order that depends on nothing but what there is, so that two stores that hold the same give the same:
   * owner by owner; for each the scopes that were erased, then the events by position, the artifacts of a stream before its first event; then artifacts of other
   * scopes, records, entries and commands. Leases are not given: they end with a process. Errors: DATA_LOSS.
   */
  contents(): AsyncIterable<Content>;
  /** Lets go of the moment, which keeps old data on disk. */
  close(): Promise<void>;
}

/** One thing that a store holds; it belongs to the owner that was named last. */
export type Content =
  | { readonly kind: "owner"; readonly owner: string }
  | {
      readonly kind: "scope";
      readonly scope: string;
      /** Of a stream; 0 for other scopes. */
      readonly eventCount: number;
      readonly artifacts: readonly HeldArtifact[];
    }
  | { readonly kind: "erased"; readonly erased: ErasedScope }
  | { readonly kind: "event"; readonly event: StoredEvent }
  | { readonly kind: "record"; readonly space: string; readonly key: string; readonly value: Uint8Array }
  | { readonly kind: "entry"; readonly list: string; readonly entry: Entry }
  | { readonly kind: "command"; readonly key: string; readonly state: IdempotencyState };

/** The remains of a scope that was erased. */
export interface ErasedScope {
  readonly scope: string;
  /** When, in milliseconds since 1970. */
  readonly timeMs: number;
  /** Where it stood; `emptyHead` where it was no stream. */
  readonly head: Head;
}

/** An artifact by its name; the bytes are asked for apart. */
export interface HeldArtifact {
  readonly digest: string;
  readonly sizeBytes: number;
}
