/**
 * The store port: append-only streams of events, content-addressed blobs and derived records, committed together.
 *
 * Guarantees, held by every implementation and checked by one contract suite (test/contract/store-contract.ts):
 *
 * - **Atomic and durable.** When `commit` resolves, all of the commit is on disk (fsynced where there is a disk);
 *   when it rejects with a refusal (RUN_VERSION_STALE, FENCED, IDEMPOTENCY_KEY_REUSED, LIMIT_EXCEEDED, REQUEST_INVALID)
 *   nothing of the commit is. When it rejects with STORE_FAILED the outcome is unknown, the store refuses everything from then on,
 *   and the caller learns the outcome after a restart by its idempotency key.
 * - **Compare and swap.** A commit that names events names the head it expects; the check happens inside the committer.
 * - **Checked reads.** A blob is hashed again on every read, an event is checked against its chain; a mismatch is
 *   DATA_LOSS and the bytes are never served.
 * - **Read your writes.** A read that begins after `commit` resolved sees it.
 * - **Isolation.** Every key begins with the owner; an id of another owner looks absent. Blobs are shared only within one owner.
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
  /** The head of a stream; `emptyHead` for a stream without events. */
  head(owner: string, stream: string): Promise<Head>;
  /** Events of one stream in order of `seq`, beginning with `fromSeq` (1 is the first), at most `limit` (default 1,000). */
  read(owner: string, stream: string, range?: { fromSeq?: number; limit?: number }): Promise<readonly StoredEvent[]>;
  /** The bytes whose sha256 is `digest` (64 lower-case hex). Errors: ARTIFACT_NOT_FOUND, DATA_LOSS. */
  getBlob(owner: string, digest: string): Promise<Uint8Array>;
  /** Size in bytes, or undefined when the owner has no such blob. Does not check the content. */
  blobSize(owner: string, digest: string): Promise<number | undefined>;
  /**
   * Streams a blob in pieces of at most 256 KiB, from `offset` (bytes, default 0). The whole blob is checked before the first
   * piece is given.
   */
  streamBlob(owner: string, digest: string, offset?: number): AsyncIterable<Uint8Array>;
  /** A derived record, or undefined. */
  record(owner: string, space: string, key: string): Promise<Uint8Array | undefined>;
  /** Derived records of one space in order of key (by UTF-8 bytes). `after` is exclusive. Default limit 100. */
  list(owner: string, space: string, range?: ListRange): Promise<readonly { key: string; value: Uint8Array }[]>;
  /** State of the command with this key; undefined when the key was never seen. */
  idempotency(owner: string, key: string): Promise<IdempotencyState | undefined>;
  /**
   * Delivers every event of the owner in order of `position`, beginning after the given position: first the stored events, then
   * new events as they are committed, gap-free, at least once. Ends when `signal` aborts. Errors: WATCHER_TOO_SLOW when the
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
   * Names of the owners that have anything in this store, without repeats. Not for callers: only code that stands above all
   * owners may ask.
   */
  owners(): Promise<readonly string[]>;
  /** Reads everything and checks it against digests, chains and checkpoints. */
  verify(): Promise<VerifyReport>;
  /** False once a write has failed: the process must end (exit 70) and be started again. */
  readonly healthy: boolean;
  /** Finishes the queued work, writes a last checkpoint and closes. Later calls reject with STORE_FAILED. */
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
 * checked. Refusals are looked for in this order: form and size, idempotency key, fence, head, length of the stream. The bytes
 * handed in must not be changed until the commit has settled.
 */
export interface Commit {
  readonly owner: string;
  readonly stream?: string;
  /** Required with `events`; a mismatch is RUN_VERSION_STALE with the actual head in `facts` (`seq`, `hash`). */
  readonly expect?: Head;
  readonly events?: readonly NewEvent[];
  /**
   * Blobs to store under their sha256; a blob that is already stored is not written again. At most 64 MiB each; a blob above 4
   * MiB gets a file of its own.
   */
  readonly blobs?: readonly Uint8Array[];
  /** Blobs that `stageBlob` of the same store took in for the same owner. */
  readonly staged?: readonly StagedBlob[];
  /** Records to set, or a function that gives them once the new head is known (see OfHead). */
  readonly records?: readonly RecordChange[] | OfHead<readonly RecordChange[]>;
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

export interface Fence {
  readonly key: string;
  readonly value: bigint;
}

export interface VerifyReport {
  readonly events: number;
  readonly blobs: number;
  readonly records: number;
  /** One sentence for each damage found, naming owner, stream and seq, or the digest. Empty when all is well. */
  readonly damages: readonly string[];
}
