import { atHead } from "../check-commit.ts";
import { type EncodedEvent, encodeEvent } from "../event-chain.ts";
import { checkIdempotency } from "../idempotency-rule.ts";
import type { LeaseTable } from "../lease-table.ts";
import { storeLimits } from "../limits.ts";
import type { Operation } from "../ordered-map.ts";
import { staleHead, streamFull } from "../refusals.ts";
import type { Commit, Committed, Head, IdempotencyState, NewEvent, StoredEvent } from "../store.ts";
import { emptyHead } from "../store.ts";
import type { PreparedBlob } from "./blob-files.ts";
import { type CommandRecord, encodeCommand } from "./command-record.ts";
import { encodeCommit } from "./commit-record.ts";
import {
  artifactKey,
  commitKey,
  headKey,
  idempotencyKey,
  locatorKey,
  ownerKey,
  positionKey,
  recordKey,
  stateKey,
} from "./keys.ts";
import { encodeLocator, recordArtifactBytesMax } from "./locator.ts";
import { encodePlace } from "./place.ts";
import { encodeHead, encodeOwner, type OwnerPlace, type Present } from "./present.ts";
import { heldArtifact } from "./scope-reads.ts";
import { seal, sealOf } from "./seal.ts";
import { encodeTotals, moved, resealed, type Totals } from "./totals.ts";

/** A head that a batch moves, with where it stood before. */
interface MovedHead {
  readonly owner: string;
  readonly stream: string;
  readonly from: Head;
  head: Head;
}

/** An artifact that its scope does not hold yet, or holds damaged: `before` is the seal of its locator. */
interface NewArtifact extends PreparedBlob {
  readonly key: string;
  readonly before: bigint | null;
}

/** What one commit brings to one scope, checked. */
interface Addition {
  readonly owner: string;
  readonly scope: string;
  readonly place: OwnerPlace;
  readonly events: readonly Chained[];
  readonly artifacts: readonly NewArtifact[];
  readonly answer: { readonly key: string; readonly answer: Uint8Array } | undefined;
}

/**
 * One batch in the making: what is durable, overlaid with what the commits before in the same batch change. A commit is
 * first checked whole and only then applied, so one that is refused leaves no trace for its neighbours.
 */
export class BatchPlan {
  /** Events added; their bodies are still the callers' own bytes. */
  readonly events: StoredEvent[] = [];
  readonly heads = new Map<string, MovedHead>();
  readonly owners = new Map<string, OwnerPlace>();
  /** Seals of the derived records that the batch changes; null for one that it removes. */
  readonly recordSeals = new Map<string, bigint | null>();
  /** What the commands under these keys have become. */
  readonly commands = new Map<string, CommandRecord>();
  readonly totals: Totals;
  bytes = 0;
  readonly #operations: Operation[] = [];
  /** Locators that the batch sets. */
  readonly #located = new Set<string>();
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
    const command = commit.idempotency && this.#checkCommand(owner, commit.idempotency);
    if (commit.fence) this.#leases.check(owner, commit.fence);
    const from = stream === undefined ? emptyHead : this.#checkHead(owner, stream, commit);
    const place = this.owners.get(owner) ?? this.#present.owner(owner);
    const events = stream === undefined ? [] : chained(owner, stream, from, commit.events ?? []);
    // What comes without an event has no place in a stream's chain, and so stands in the owner's own scope.
    const scope = events.length === 0 ? "" : (stream ?? "");
    const artifacts = this.#newArtifacts(owner, scope, blobs);
    const head = headOf(events.at(-1)) ?? from;
    const said = atHead(commit, head);
    const records = said.records.map(({ space, key, value }) => this.#checkRecord(owner, space, key, value));

    const answer = commit.idempotency && said.answer && { key: commit.idempotency.key, answer: said.answer };
    const number = this.#put({ owner, scope, place, events, artifacts, answer });
    for (const { key, value } of records) this.#setRecord(key, value);
    if (commit.idempotency && command) {
      const { payloadDigest } = commit.idempotency;
      const answerAt = { scope, number, index: 0 };
      this.#setCommand(command, answer ? { payloadDigest, answerAt } : { payloadDigest });
    }
    if (commit.fence && commit.release) this.#leases.release(owner, commit.fence);
    if (stream === undefined || events.length === 0) return { head, position: place.position };
    return this.#append(owner, stream, from, place.position, events);
  }

  /** Everything to write, totals last; empty when no commit changed anything. */
  finish(): readonly Operation[] {
    if (this.#operations.length === 0) return [];
    for (const [key, { head, from }] of this.heads) {
      this.#set(key, encodeHead(key, head));
      this.totals.headsRoot = moved(this.totals.headsRoot, from.hash, head.hash);
    }
    for (const [owner, place] of this.owners) this.#set(ownerKey(owner), encodeOwner(ownerKey(owner), place));
    this.#set(stateKey, encodeTotals(this.totals));
    return this.#operations;
  }

  #checkCommand(owner: string, change: NonNullable<Commit["idempotency"]>) {
    const key = idempotencyKey(owner, change.key);
    const known = this.commands.get(key) ?? this.#present.command(key);
    checkIdempotency(known && stateOf(known), change);
    return { key, known };
  }

  #checkHead(owner: string, stream: string, { expect, events }: Commit): Head {
    const head = this.heads.get(headKey(owner, stream))?.head ?? this.#present.head(owner, stream);
    if (expect && (expect.seq !== head.seq || expect.hash !== head.hash)) throw staleHead(stream, head);
    if (head.seq + (events?.length ?? 0) > storeLimits.streamEventsMax)
      throw streamFull(stream, storeLimits.streamEventsMax);
    return head;
  }

  /** Those that the scope does not hold, each once, and those it holds damaged: putting one again heals it. */
  #newArtifacts(owner: string, scope: string, blobs: readonly PreparedBlob[]): NewArtifact[] {
    const found = new Map<string, NewArtifact>();
    for (const blob of blobs) {
      const key = locatorKey(owner, blob.digest, scope);
      if (found.has(key) || this.#located.has(key)) continue;
      const stored = this.#present.value(key);
      if (stored && this.#isWhole(owner, scope, blob)) continue;
      found.set(key, { ...blob, key, before: stored ? sealOf(stored) : null });
    }
    return [...found.values()];
  }

  /** Of one in a file, the file was looked at when it was readied for the commit. */
  #isWhole(owner: string, scope: string, { digest, bytes }: PreparedBlob): boolean {
    try {
      const locator = this.#present.locator(owner, digest, scope);
      if (locator && bytes) heldArtifact(this.#present, owner, digest, scope, locator);
      return locator !== undefined;
    } catch {
      return false;
    }
  }

  /** Writes the record of a scope, with what it names outside; gives its number, or that of the record before it. */
  #put({ owner, scope, place, events, artifacts, answer }: Addition): number {
    const [first] = events;
    const inside = artifacts.flatMap(({ bytes }) => (bytes && bytes.length <= recordArtifactBytesMax ? [bytes] : []));
    const isNeeded = first !== undefined || inside.length > 0 || answer !== undefined;
    const number = first?.seq ?? place.ownNumber + (isNeeded ? 1 : 0);
    let index = 0;
    for (const artifact of artifacts) {
      const isInside = artifact.bytes !== undefined && artifact.bytes.length <= recordArtifactBytesMax;
      this.#putArtifact(owner, scope, artifact, isInside ? { number, index: index++ } : { number: 0, index: 0 });
    }
    if (!isNeeded) return number;
    const key = commitKey(owner, scope, number);
    const firstPosition = first ? place.position + 1n : 0n;
    const answers = answer ? [answer] : [];
    const record = { events: events.map(({ encoded }) => encoded.bytes), firstPosition, artifacts: inside, answers };
    this.#setSealed(key, encodeCommit(key, record), null);
    this.totals.commitCount += 1n;
    if (first) return number;
    this.owners.set(owner, { ...place, ownNumber: number });
    return number;
  }

  #putArtifact(owner: string, scope: string, artifact: NewArtifact, at: { number: number; index: number }): void {
    const { key, digest, bytes, sizeBytes, before } = artifact;
    this.#located.add(key);
    if (bytes && at.number === 0) this.#set(artifactKey(owner, digest, scope), bytes);
    this.#setSealed(key, encodeLocator(key, { sizeBytes, ...at }), before);
    if (before !== null) return;
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
    this.recordSeals.set(key, sealed ? sealOf(sealed) : null);
    this.totals.recordCount += (sealed ? 1n : 0n) - (before === null ? 0n : 1n);
    this.#setSealed(key, sealed, before);
  }

  #setCommand({ key, known }: { key: string; known: CommandRecord | undefined }, next: CommandRecord): void {
    this.commands.set(key, next);
    if (!known) this.totals.idempotencyCount += 1n;
    // A command is recorded once and answered once, so its old seal is computed again rather than remembered.
    this.#setSealed(key, encodeCommand(key, next), known ? sealOf(encodeCommand(key, known)) : null);
  }

  #append(owner: string, stream: string, from: Head, position: bigint, events: readonly Chained[]): Committed {
    const first = position + 1n;
    const key = positionKey(owner, first);
    this.#set(key, encodePlace(key, { scope: stream, number: from.seq + 1, events: events.length }));
    const head = headOf(events.at(-1)) ?? from;
    const before = this.heads.get(headKey(owner, stream));
    if (before) before.head = head;
    else this.heads.set(headKey(owner, stream), { owner, stream, from, head });
    const last = position + BigInt(events.length);
    this.owners.set(owner, { ...(this.owners.get(owner) ?? this.#present.owner(owner)), position: last });
    this.totals.eventCount += BigInt(events.length);
    for (const [at, { seq, prevHash, encoded, event }] of events.entries()) {
      const { type, body } = event;
      const place = { seq, prevHash, hash: encoded.hash, position: first + BigInt(at) };
      this.events.push({ owner, stream, ...place, type, body });
    }
    return { head, position: last };
  }

  /** Sets or removes a value whose seal is in the sum; `before` is the seal it had, null for none. */
  #setSealed(key: string, sealed: Uint8Array | undefined, before: bigint | null): void {
    this.totals.sealsSum = resealed(this.totals.sealsSum, before ?? undefined, sealed && sealOf(sealed));
    if (sealed) this.#set(key, sealed);
    else this.#operations.push({ type: "del", key });
  }

  #set(key: string, value: Uint8Array): void {
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

const nothing = new Uint8Array();

/** For the rule it matters whether there is an answer, not what it says. */
const stateOf = ({ payloadDigest, answerAt }: CommandRecord): IdempotencyState =>
  answerAt ? { payloadDigest, answer: nothing } : { payloadDigest };
