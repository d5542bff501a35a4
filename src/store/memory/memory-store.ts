import { sha256Hex } from "../../sha256.ts";
import { CallCounts } from "../call-counts.ts";
import { checkCommit, checkEntry, checkName, checkWindows } from "../check-commit.ts";
import { encodeEvent } from "../event-chain.ts";
import { LeaseTable, type StoreClock } from "../lease-table.ts";
import { eventsPerPage, pageSize, pieces, recordsPerPage } from "../page.ts";
import { artifactErased, blobNotFound, noOutcome, staleOwner, storeClosed } from "../refusals.ts";
import { stage } from "../staged-blob.ts";
import {
  type CallWindow,
  type Commit,
  type Committed,
  type Entry,
  type EntryRange,
  emptyHead,
  type Fence,
  type Head,
  type IdempotencyState,
  type ListRange,
  type StagedBlob,
  type Store,
  type StoredEvent,
  type StoreMoment,
  type VerifyReport,
  type WantedEntry,
} from "../store.ts";
import { watchEvents } from "../watch.ts";
import { LiveEvents } from "../watch-feed.ts";
import { applyCommit, checkAgainst } from "./apply.ts";
import { refuseErased } from "./erase.ts";
import { memoryMoment, pageOf } from "./memory-moment.ts";
import { OwnerData } from "./owner-data.ts";

/**
 * A store that lives as long as the process: for tests, demonstrations and as the model that the one on disk is compared
 * with. It shares no code for commits with that one, on purpose.
 */
export const openMemoryStore = async (options: { clock?: StoreClock } = {}): Promise<Store> =>
  new MemoryStore(options.clock ?? { now: () => Date.now() });

class MemoryStore implements Store {
  readonly #owned = new Map<string, OwnerData>();
  readonly #live = new LiveEvents();
  readonly #leases: LeaseTable;
  readonly #calls = new CallCounts();
  readonly #clock: StoreClock;
  #open = true;

  constructor(clock: StoreClock) {
    this.#clock = clock;
    this.#leases = new LeaseTable(1, clock);
  }

  get healthy(): boolean {
    return this.#open;
  }

  async commit(commit: Commit): Promise<Committed> {
    this.#requireOpen();
    checkCommit(commit);
    const data = this.#data(commit.owner);
    checkAgainst(data, commit, this.#leases);
    const events = applyCommit(data, commit, this.#clock.now());
    if (commit.fence && commit.release) this.#leases.release(commit.owner, commit.fence);
    this.#owned.set(commit.owner, data);
    this.#live.publish(commit.owner, events.map(copy));
    const head = commit.stream === undefined ? emptyHead : data.head(commit.stream);
    return { head, position: BigInt(data.events.length) };
  }

  async stageBlob(owner: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<StagedBlob> {
    this.#requireOpen();
    checkName("owner", owner);
    return stage(owner, pieces);
  }

  async head(owner: string, stream: string): Promise<Head> {
    return this.#readable(owner).head(stream);
  }

  async read(owner: string, stream: string, range: { fromSeq?: number; limit?: number } = {}): Promise<StoredEvent[]> {
    const events = this.#whole(owner, stream).streams.get(stream) ?? [];
    const from = Math.max(1, range.fromSeq ?? 1) - 1;
    return events.slice(from, from + pageSize(range.limit, eventsPerPage)).map(copy);
  }

  async getBlob(owner: string, digest: string): Promise<Uint8Array> {
    const bytes = this.#blob(owner, digest);
    if (!bytes) throw blobNotFound(digest);
    return bytes.slice();
  }

  async blobSize(owner: string, digest: string): Promise<number | undefined> {
    return this.#blob(owner, digest)?.length;
  }

  async *streamBlob(owner: string, digest: string, offset = 0): AsyncIterable<Uint8Array> {
    yield* pieces(await this.getBlob(owner, digest), offset);
  }

  async scopesOf(owner: string, digest: string): Promise<readonly string[]> {
    const scopes = [...this.#readable(owner).scopes];
    return scopes.flatMap(([scope, digests]) => (digests.has(digest) ? [scope] : [])).sort();
  }

  async artifactsOf(owner: string, scope: string): Promise<readonly string[]> {
    return [...(this.#whole(owner, scope).scopes.get(scope) ?? [])];
  }

  async erasedAt(owner: string, scope: string): Promise<number | undefined> {
    return this.#readable(owner).erased.get(scope)?.timeMs;
  }

  async record(owner: string, space: string, key: string): Promise<Uint8Array | undefined> {
    return this.#readable(owner).space(space).get(key)?.slice();
  }

  async list(owner: string, space: string, range: ListRange = {}): Promise<{ key: string; value: Uint8Array }[]> {
    const records = this.#readable(owner).space(space);
    const { prefix = "", after, reverse = false } = range;
    const keys = records.keys().filter((key) => key.startsWith(prefix));
    const ordered = reverse ? keys.toReversed() : keys;
    const start = after === undefined ? 0 : ordered.findIndex((key) => isBehind(key, after, reverse));
    if (start < 0) return [];
    const page = ordered.slice(start, start + pageSize(range.limit, recordsPerPage));
    return page.map((key) => ({ key, value: records.get(key)!.slice() }));
  }

  async entries(owner: string, list: string, { after, limit, reverse = false }: EntryRange = {}): Promise<Entry[]> {
    const all = this.#readable(owner).list(list).all();
    const wanted = (reverse ? all.reverse() : all).filter(
      ({ number }) => after === undefined || (reverse ? number < after : number > after),
    );
    return wanted.slice(0, pageSize(limit, recordsPerPage)).map((entry) => ({ ...entry, value: entry.value.slice() }));
  }

  async entry(owner: string, list: string, key: string): Promise<Entry | undefined> {
    const entry = this.#readable(owner).list(list).get(key);
    return entry && { ...entry, value: entry.value.slice() };
  }

  async mendList(owner: string, list: string, wanted: readonly WantedEntry[], position: bigint): Promise<number> {
    const data = this.#readable(owner);
    for (const { key, value } of wanted) checkEntry(list, key, value);
    if (BigInt(data.events.length) !== position) throw staleOwner(owner, position);
    return data.openList(list).mend(wanted);
  }

  /** Memory is not packed: only the lease is looked at and given back. */
  async pack(owner: string, scope: string, fence?: Fence): Promise<number> {
    this.#whole(owner, scope);
    if (!fence) return 0;
    this.#leases.check(owner, fence);
    this.#leases.release(owner, fence);
    return 0;
  }

  async outcome({ owner, stream, expect, events = [], id }: Commit): Promise<Committed | undefined> {
    const data = this.#readable(owner);
    if (stream === undefined || !expect || events.length === 0 || id === undefined) throw noOutcome();
    refuseErased(data, stream);
    if (data.commitIds.get(stream)?.get(expect.seq + 1) !== id) return undefined;
    const last = data.streams.get(stream)?.[expect.seq + events.length - 1];
    return last && { head: { seq: last.seq, hash: last.hash }, position: last.position };
  }

  async idempotency(owner: string, key: string): Promise<IdempotencyState | undefined> {
    const data = this.#readable(owner);
    refuseErased(data, data.answerScopes.get(key) ?? "");
    const state = data.idempotency.get(key);
    return state?.answer ? { ...state, answer: state.answer.slice() } : state;
  }

  watch(owner: string, options: Parameters<Store["watch"]>[1]): AsyncIterable<StoredEvent> {
    const page = async (of: string, after: bigint) => {
      const { events, upTo } = pageOf(this.#readable(of), after);
      return { events: events.map(copy), upTo };
    };
    const position = (of: string) => BigInt(this.#readable(of).events.length);
    return watchEvents({ page, position, live: this.#live }, owner, options);
  }

  async lease(owner: string, key: string, holder: string, ttlMs: number) {
    this.#requireOpen();
    checkName("owner", owner);
    checkName("lease key", key);
    return this.#leases.take(owner, key, holder, ttlMs);
  }

  async countCall(owner: string, windows: readonly CallWindow[], nowMs: number): Promise<number> {
    this.#requireOpen();
    checkWindows(owner, windows);
    return this.#calls.count(owner, windows, nowMs);
  }

  moment(): StoreMoment {
    this.#requireOpen();
    return memoryMoment(new Map([...this.#owned].map(([owner, data]) => [owner, data.copy()])));
  }

  async owners(): Promise<string[]> {
    this.#requireOpen();
    return [...this.#owned].filter(([, data]) => !data.isEmpty()).map(([owner]) => owner);
  }

  async verify(): Promise<VerifyReport> {
    this.#requireOpen();
    return verifyMemory(this.#owned, sha256Hex);
  }

  async close(): Promise<void> {
    this.#open = false;
    this.#live.end(storeClosed());
  }

  /** The data of an owner of whom this scope was not erased. Errors: ERASED. */
  #whole(owner: string, scope: string): OwnerData {
    const data = this.#readable(owner);
    refuseErased(data, scope);
    return data;
  }

  #blob(owner: string, digest: string): Uint8Array | undefined {
    const { blobs, erasedBlobs } = this.#readable(owner);
    const bytes = blobs.get(digest);
    const goneAt = erasedBlobs.get(digest);
    if (!bytes && goneAt !== undefined) throw artifactErased(digest, goneAt);
    return bytes;
  }

  #readable(owner: string): OwnerData {
    this.#requireOpen();
    return this.#data(owner);
  }

  #data(owner: string): OwnerData {
    return this.#owned.get(owner) ?? new OwnerData();
  }

  #requireOpen(): void {
    if (!this.#open) throw storeClosed();
  }
}

const isBehind = (key: string, after: string, reverse: boolean): boolean => {
  const order = Buffer.compare(Buffer.from(key), Buffer.from(after));
  return reverse ? order < 0 : order > 0;
};

/** A change by a caller to its bytes must not reach the store's. */
const copy = (event: StoredEvent): StoredEvent => ({ ...event, body: event.body.slice() });

/** Hashes every blob and follows every chain. Memory does not rot, so a damage here is a bug of ours. */
const verifyMemory = (
  owners: ReadonlyMap<string, OwnerData>,
  sha256Hex: (bytes: Uint8Array) => string,
): VerifyReport => {
  const report = { events: 0, blobs: 0, records: 0, damages: [] as string[] };
  for (const data of owners.values()) {
    report.events += data.events.filter((event) => event !== undefined).length;
    report.blobs += data.blobs.size;
    report.records += data.recordCount();
    for (const [digest, bytes] of data.blobs)
      if (sha256Hex(bytes) !== digest) report.damages.push(`artifact ${digest} has other bytes than its digest says`);
    for (const events of data.streams.values()) report.damages.push(...chainDamages(events));
  }
  return report;
};

const chainDamages = (events: readonly StoredEvent[]): string[] => {
  let prevHash = emptyHead.hash;
  const damages: string[] = [];
  for (const event of events) {
    const { hash } = encodeEvent(event.owner, event.stream, event.seq, event.prevHash, event);
    if (event.prevHash !== prevHash || hash !== event.hash)
      damages.push(`event ${event.seq} of stream ${event.stream} of ${event.owner} does not fit its chain`);
    prevHash = event.hash;
  }
  return damages;
};
