import { atHead } from "../check-commit.ts";
import { type EncodedEvent, encodeEvent } from "../event-chain.ts";
import { checkIdempotency, nextIdempotency } from "../idempotency-rule.ts";
import type { LeaseTable } from "../lease-table.ts";
import { storeLimits } from "../limits.ts";
import { staleHead, streamFull } from "../refusals.ts";
import type { Commit, Committed, Head, IdempotencyState, NewEvent, StoredEvent } from "../store.ts";
import { emptyHead } from "../store.ts";
import type { PreparedBlob } from "./blob-files.ts";
import type { Operation } from "./database.ts";
import {
  blobFileKey,
  blobKey,
  eventKey,
  headKey,
  idempotencyKey,
  ownerKey,
  positionKey,
  recordKey,
  stateKey,
} from "./keys.ts";
import { encodeBlobFile, encodeHead, encodeIdempotency, encodeOwner, type Present } from "./present.ts";
import { seal, sealOf } from "./seal.ts";
import { encodePosition, encodeStored } from "./stored-event.ts";
import { encodeTotals, moved, resealed, type Totals } from "./totals.ts";

/** A head that a batch moves, with where it stood before. */
interface MovedHead {
  readonly owner: string;
  readonly stream: string;
  readonly from: Head;
  head: Head;
}

/** A command's record as a batch changes it; `known` is what it was. */
interface IdempotencyChange {
  readonly key: string;
  readonly next: IdempotencyState;
  readonly known: IdempotencyState | undefined;
}

/**
 * One batch in the making: what is durable, overlaid with what the commits before in the same batch change. A commit is
 * first checked whole and only then applied, so one that is refused leaves no trace for its neighbours.
 */
export class BatchPlan {
  /** Events added; their bodies are still the callers' own bytes. */
  readonly events: StoredEvent[] = [];
  readonly heads = new Map<string, MovedHead>();
  readonly positions = new Map<string, bigint>();
  /** Seals of the records that the batch changes; null for one that it removes. */
  readonly recordSeals = new Map<string, bigint | null>();
  readonly totals: Totals;
  bytes = 0;
  readonly #operations: Operation[] = [];
  /** What the commands under these keys have become. */
  readonly idempotency = new Map<string, IdempotencyState>();
  readonly #blobs = new Set<string>();
  readonly #present: Present;
  readonly #leases: LeaseTable;

  constructor(present: Present, leases: LeaseTable, totals: Totals) {
    this.#present = present;
    this.#leases = leases;
    this.totals = { ...totals, batch: totals.batch + 1n };
  }

  /** Adds a commit. Errors: the refusals of `Store.commit`, after which the plan is as before. */
  add(commit: Commit, blobs: readonly PreparedBlob[]): Committed {
    const { owner, stream } = commit;
    const command = commit.idempotency && this.#checkIdempotency(owner, commit.idempotency);
    if (commit.fence) this.#leases.check(owner, commit.fence);
    const from = stream === undefined ? emptyHead : this.#checkHead(owner, stream, commit);
    const position = this.positions.get(owner) ?? this.#present.position(owner);
    const blobsNew = blobs.filter((blob) => this.#isNew(owner, blob));
    const events = stream === undefined ? [] : chained(owner, stream, from, commit.events ?? []);
    const head = headOf(events.at(-1)) ?? from;
    const said = atHead(commit, head);
    const records = said.records.map(({ space, key, value }) => this.#checkRecord(owner, space, key, value));

    for (const blob of blobsNew) this.#putBlob(owner, blob);
    for (const { key, value } of records) this.#setRecord(key, value);
    if (commit.idempotency && command)
      this.#setIdempotency({ ...command, next: nextIdempotency(commit.idempotency, said.answer) });
    if (commit.fence && commit.release) this.#leases.release(owner, commit.fence);
    if (stream === undefined || events.length === 0) return { head, position };
    return this.#append(owner, stream, from, position, events);
  }

  /** Everything to write, totals last; empty when no commit changed anything. */
  finish(): readonly Operation[] {
    if (this.#operations.length === 0) return [];
    for (const [key, { head, from }] of this.heads) {
      this.#put(key, encodeHead(key, head));
      this.totals.headsRoot = moved(this.totals.headsRoot, from.hash, head.hash);
    }
    for (const [owner, position] of this.positions) this.#put(ownerKey(owner), encodeOwner(ownerKey(owner), position));
    this.#put(stateKey, encodeTotals(this.totals));
    return this.#operations;
  }

  #checkIdempotency(owner: string, change: NonNullable<Commit["idempotency"]>) {
    const key = idempotencyKey(owner, change.key);
    const known = this.idempotency.get(key) ?? this.#present.idempotency(key);
    checkIdempotency(known, change);
    return { key, known };
  }

  #checkHead(owner: string, stream: string, { expect, events }: Commit): Head {
    const head = this.heads.get(headKey(owner, stream))?.head ?? this.#present.head(owner, stream);
    if (expect && (expect.seq !== head.seq || expect.hash !== head.hash)) throw staleHead(stream, head);
    if (head.seq + (events?.length ?? 0) > storeLimits.streamEventsMax)
      throw streamFull(stream, storeLimits.streamEventsMax);
    return head;
  }

  /** New, or there with other bytes: putting a damaged blob again heals it. */
  #isNew(owner: string, { digest, bytes }: PreparedBlob): boolean {
    if (!bytes) return this.#present.blobFileSize(owner, digest) === undefined;
    const stored = this.#present.value(blobKey(owner, digest));
    return !stored || Buffer.compare(stored, bytes) !== 0;
  }

  #putBlob(owner: string, { digest, bytes, sizeBytes }: PreparedBlob): void {
    const key = bytes ? blobKey(owner, digest) : blobFileKey(owner, digest);
    if (this.#blobs.has(key)) return;
    const healed = bytes !== undefined && this.#present.value(key) !== undefined;
    this.#blobs.add(key);
    this.#put(key, bytes ?? encodeBlobFile(key, sizeBytes));
    if (healed) return;
    this.totals.blobCount += 1n;
    this.totals.blobsRoot = moved(this.totals.blobsRoot, emptyHead.hash, digest);
  }

  /** Looks up what the change replaces, now, because a block that cannot be read must refuse the commit as a whole. */
  #checkRecord(owner: string, space: string, name: string, value: Uint8Array | undefined) {
    const key = recordKey(owner, space, name);
    if (!this.recordSeals.has(key)) this.recordSeals.set(key, this.#present.recordSeal(key));
    return { key, value };
  }

  #setRecord(key: string, value: Uint8Array | undefined): void {
    const before = this.recordSeals.get(key) ?? null;
    const sealed = value && seal(key, value);
    const after = sealed ? sealOf(sealed) : null;
    this.recordSeals.set(key, after);
    this.totals.recordCount += (after === null ? 0n : 1n) - (before === null ? 0n : 1n);
    this.totals.sealsSum = resealed(this.totals.sealsSum, before ?? undefined, after ?? undefined);
    if (sealed) this.#put(key, sealed);
    else this.#operations.push({ type: "del", key });
  }

  #setIdempotency({ key, next, known }: IdempotencyChange): void {
    const sealed = encodeIdempotency(key, next);
    this.idempotency.set(key, next);
    this.#put(key, sealed);
    if (!known) this.totals.idempotencyCount += 1n;
    // A command is recorded once and answered once, so its old seal is computed again rather than remembered.
    const before = known && sealOf(encodeIdempotency(key, known));
    this.totals.sealsSum = resealed(this.totals.sealsSum, before, sealOf(sealed));
  }

  #append(owner: string, stream: string, from: Head, position: bigint, events: readonly Chained[]): Committed {
    let at = position;
    for (const event of events) this.#appendOne(owner, stream, ++at, event);
    const head = headOf(events.at(-1)) ?? from;
    const key = headKey(owner, stream);
    const before = this.heads.get(key);
    if (before) before.head = head;
    else this.heads.set(key, { owner, stream, from, head });
    this.positions.set(owner, at);
    this.totals.eventCount += BigInt(events.length);
    return { head, position: at };
  }

  #appendOne(owner: string, stream: string, position: bigint, { seq, prevHash, encoded, event }: Chained): void {
    const key = eventKey(owner, stream, seq);
    this.#put(key, encodeStored(key, encoded, position));
    this.#put(positionKey(owner, position), encodePosition(stream, seq));
    const { hash } = encoded;
    this.events.push({ owner, stream, seq, prevHash, hash, position, type: event.type, body: event.body });
  }

  #put(key: string, value: Uint8Array): void {
    this.#operations.push({ type: "put", key, value });
    this.bytes += key.length + value.length;
  }
}

/** An event in its place in the chain, encoded and hashed once. */
interface Chained {
  readonly seq: number;
  readonly prevHash: string;
  readonly encoded: EncodedEvent;
  readonly event: NewEvent;
}

const chained = (owner: string, stream: string, from: Head, events: readonly NewEvent[]): Chained[] => {
  let { seq, hash } = from;
  return events.map((event) => {
    const prevHash = hash;
    const encoded = encodeEvent(owner, stream, ++seq, prevHash, event);
    hash = encoded.hash;
    return { seq, prevHash, encoded, event };
  });
};

const headOf = (last: Chained | undefined): Head | undefined => last && { seq: last.seq, hash: last.encoded.hash };
