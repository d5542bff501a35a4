import { join } from "node:path";
import { CallCounts } from "../call-counts.ts";
import { checkCommit, checkEntry, checkName, checkWindows } from "../check-commit.ts";
import { LeaseTable } from "../lease-table.ts";
import type { Operation } from "../ordered-map.ts";
import { pieces } from "../page.ts";
import { storeClosed, storeFailed } from "../refusals.ts";
import { Room, sizeOf } from "../room.ts";
import { stage } from "../staged-blob.ts";
import type {
  CallWindow,
  Commit,
  Committed,
  Entry,
  EntryRange,
  Fence,
  Head,
  IdempotencyState,
  ListRange,
  StagedBlob,
  Store,
  StoredEvent,
  StoreMoment,
  VerifyReport,
  WantedEntry,
} from "../store.ts";
import { watchEvents } from "../watch.ts";
import { LiveEvents } from "../watch-feed.ts";
import { inlineBlob, type PreparedBlob } from "./blob-files.ts";
import { CheckedReads } from "./checked-reads.ts";
import { CommitFiles, hasFiles } from "./commit-files.ts";
import { type BatchTarget, Committer } from "./committer.ts";
import { ErasingCommits } from "./erasing-commits.ts";
import { recordKey } from "./keys.ts";
import { LevelMoment } from "./level-moment.ts";
import type { OpenedParts } from "./opened-parts.ts";
import { preparePacks } from "./pack-scope.ts";
import { BatchPlan, scopeOf } from "./plan/batch-plan.ts";
import { type Pace, Scrubbing } from "./scrub.ts";
import { keysAhead } from "./secrets/key-file.ts";
import { checkTables } from "./table-check.ts";
import type { Totals } from "./totals.ts";
import { verifyLevel } from "./verify.ts";

/** The store on one machine's disk, over LevelDB. One process at a time. */
export class LevelStore implements Store, BatchTarget {
  readonly #parts: OpenedParts;
  readonly #reads: CheckedReads;
  readonly #leases: LeaseTable;
  readonly #calls = new CallCounts();
  readonly #live = new LiveEvents();
  readonly #committer = new Committer(this);
  readonly #timer: NodeJS.Timeout;
  readonly #database: string;
  readonly #room: Room;
  readonly #erasing: ErasingCommits;
  readonly #files: CommitFiles;
  readonly #scrubbing: Scrubbing | undefined;
  #totals: Totals;
  /** Keys that commits under way may take. */
  #wanted = 0;
  #ended: Error | undefined;
  #closing: Promise<void> | undefined;

  constructor(parts: OpenedParts) {
    this.#parts = parts;
    this.#totals = parts.totals;
    this.#reads = new CheckedReads(parts.map, parts.present, parts.files);
    this.#leases = new LeaseTable(parts.totals.epoch, parts.options.clock);
    this.#database = join(parts.options.dir, "db");
    const { dir, freeBytes, onDamage, onScrubbed } = parts.options;
    this.#room = new Room(dir, freeBytes);
    this.#erasing = new ErasingCommits(parts, this.#reads, this.#committer, (work) => this.#orFail(work));
    this.#files = new CommitFiles(parts, this.#committer, (work) => this.#orFail(work));
    const look = async (pace: Pace) => (await verifyLevel(parts.map, parts.files, parts.keys, pace)).damages;
    this.#scrubbing = onDamage && new Scrubbing({ look, onDamage, onRead: onScrubbed });
    this.#timer = setInterval(() => void this.#checkpoint(), parts.options.checkpointMs ?? 1_000).unref();
  }

  get healthy(): boolean {
    return this.#ended === undefined;
  }

  async commit(commit: Commit): Promise<Committed> {
    this.#requireOpen();
    checkCommit(commit);
    this.#room.take(sizeOf(commit));
    const wanted = this.#withoutKey(commit);
    this.#wanted += wanted;
    try {
      // On disk before anything is encrypted with them; nearly always they are.
      if (this.#parts.keys.made < this.#totals.keyCount + this.#wanted) await this.#reachKeys(() => this.#wanted);
      return await this.#commit(commit);
    } finally {
      this.#wanted -= wanted;
      if (this.healthy && this.#parts.keys.made < this.#totals.keyCount + keysAhead)
        void this.#reachKeys(() => keysAhead).catch(() => undefined);
    }
  }

  async #commit(commit: Commit): Promise<Committed> {
    if (commit.erase?.length) {
      const { blobs, scopes } = await this.#files.ready(commit);
      const erase = () => this.#erasing.commit(commit, blobs, scopes);
      return this.#scrubbing ? this.#scrubbing.aside(erase) : erase();
    }
    if (!hasFiles(commit))
      return this.#committer.submit((batch) =>
        batch.add(
          commit,
          inlined(commit.blobs),
          commit.scopes?.map(({ scope, blobs }) => ({ scope, blobs: inlined(blobs) })),
        ),
      );
    const { blobs, scopes } = await this.#files.ready(commit);
    try {
      return await this.#committer.submit((batch) => batch.add(commit, blobs, scopes));
    } catch (error) {
      // It was erased meanwhile, and the files came behind the clearing.
      await this.#erasing.removeErased(commit.owner, [scopeOf(commit), ...scopes.map(({ scope }) => scope)]);
      throw error;
    }
  }

  /** Ends erasures that were cut off. Called once, before the store is used. */
  endErasures(): Promise<void> {
    return this.#erasing.endOpen();
  }

  async stageBlob(owner: string, pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<StagedBlob> {
    this.#requireOpen();
    checkName("owner", owner);
    return stage(owner, pieces, () => this.#files.begin(this.#room));
  }

  async head(owner: string, stream: string): Promise<Head> {
    this.#requireOpen();
    return this.#parts.present.head(owner, stream);
  }

  async read(owner: string, stream: string, range: { fromSeq?: number; limit?: number } = {}): Promise<StoredEvent[]> {
    this.#requireOpen();
    return this.#reads.events(owner, stream, range.fromSeq, range.limit);
  }

  async getBlob(owner: string, digest: string): Promise<Uint8Array> {
    this.#requireOpen();
    return this.#reads.blob(owner, digest);
  }

  async blobSize(owner: string, digest: string): Promise<number | undefined> {
    this.#requireOpen();
    return this.#reads.blobSize(owner, digest);
  }

  async *streamBlob(owner: string, digest: string, offset = 0): AsyncIterable<Uint8Array> {
    yield* pieces(await this.getBlob(owner, digest), offset);
  }

  async scopesOf(owner: string, digest: string): Promise<readonly string[]> {
    this.#requireOpen();
    return this.#reads.scopesOf(owner, digest);
  }

  async artifactsOf(owner: string, scope: string): Promise<readonly string[]> {
    this.#requireOpen();
    return this.#reads.artifactsOf(owner, scope);
  }

  async erasedAt(owner: string, scope: string): Promise<number | undefined> {
    this.#requireOpen();
    return this.#parts.present.erased(owner, scope)?.timeMs;
  }

  async record(owner: string, space: string, key: string): Promise<Uint8Array | undefined> {
    this.#requireOpen();
    return this.#parts.present.derived(recordKey(owner, space, key));
  }

  async list(owner: string, space: string, range: ListRange = {}): Promise<{ key: string; value: Uint8Array }[]> {
    this.#requireOpen();
    return this.#reads.records(owner, space, range);
  }

  async entries(owner: string, list: string, range: EntryRange = {}): Promise<Entry[]> {
    this.#requireOpen();
    return this.#reads.lists.page(owner, list, range);
  }

  async entry(owner: string, list: string, key: string): Promise<Entry | undefined> {
    this.#requireOpen();
    return this.#reads.lists.entry(owner, list, key);
  }

  async mendList(owner: string, list: string, wanted: readonly WantedEntry[], position: bigint): Promise<number> {
    this.#requireOpen();
    for (const { key, value } of wanted) checkEntry(list, key, value);
    return this.#committer.submit((batch) => batch.mendList(owner, list, wanted, position));
  }

  async pack(owner: string, scope: string, fence?: Fence): Promise<number> {
    this.#requireOpen();
    this.#parts.present.refuseErased(owner, scope);
    const last = this.#reads.lastRecord(owner, scope);
    const { map, present, keys } = this.#parts;
    const table = present.records.table(owner, scope);
    const known = present.secret(owner, scope);
    const secret = known && keys.secret(known.number);
    const prepared = await preparePacks(map, owner, scope, { last, table, secret, secrets: keys });
    return this.#committer.submit((batch) => batch.pack(owner, scope, prepared, fence));
  }

  async outcome(commit: Commit): Promise<Committed | undefined> {
    this.#requireOpen();
    // Behind every commit that came before: what is not on disk then never will be.
    await this.#committer.submit(() => undefined);
    return this.#reads.outcome(commit);
  }

  async idempotency(owner: string, key: string): Promise<IdempotencyState | undefined> {
    this.#requireOpen();
    return this.#reads.idempotency(owner, key);
  }

  watch(owner: string, options: Parameters<Store["watch"]>[1]): AsyncIterable<StoredEvent> {
    const position = (of: string) => {
      this.#requireOpen();
      return this.#parts.present.owner(of).position;
    };
    return watchEvents(
      { page: (of, after) => this.#reads.page(of, after), position, live: this.#live },
      owner,
      options,
    );
  }

  async lease(owner: string, key: string, holder: string, ttlMs: number): Promise<Fence> {
    this.#requireOpen();
    checkName("owner", owner);
    checkName("lease key", key);
    // Through the committer, so that no commit checked against the old fence is still on its way when the new one is given.
    return this.#committer.submit(() => this.#leases.take(owner, key, holder, ttlMs));
  }

  async countCall(owner: string, windows: readonly CallWindow[], nowMs: number): Promise<number> {
    this.#requireOpen();
    checkWindows(owner, windows);
    return this.#calls.count(owner, windows, nowMs);
  }

  moment(): StoreMoment {
    this.#requireOpen();
    return new LevelMoment(this.#parts.map.view(), this.#parts.files, this.#parts.keys);
  }

  async owners(): Promise<string[]> {
    this.#requireOpen();
    return this.#reads.owners();
  }

  async verify(): Promise<VerifyReport> {
    this.#requireOpen();
    const { damages, ...counts } = await verifyLevel(this.#parts.map, this.#parts.files, this.#parts.keys);
    return { ...counts, damages: [...damages, ...(await checkTables(this.#database))] };
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  begin(): BatchPlan {
    return new BatchPlan(this.#parts.present, this.#leases, this.#parts.keys, {
      ...this.#totals,
      checkpointNumber: this.#parts.checkpoints.number,
    });
  }

  write(operations: readonly Operation[]): Promise<void> {
    const write = () => this.#parts.map.write(operations);
    return this.#parts.options.faults?.batch ? this.#parts.options.faults.batch(write, operations) : write();
  }

  done(batch: BatchPlan): void {
    const { present, checkpoints } = this.#parts;
    this.#totals = batch.totals;
    for (const [key, moved] of batch.heads) {
      present.setHead(key, moved.head);
      checkpoints.moved.heads.set(key, moved);
    }
    for (const key of batch.commands.keys()) present.setSeen(key);
    for (const [key, erased] of batch.erasures.erased) present.setErased(key, erased);
    for (const [key, record] of batch.keys.changed) present.setSecret(key, record);
    for (const [key, recordSeal] of batch.recordSeals) present.setRecordSeal(key, recordSeal);
    for (const [owner, place] of batch.owners) {
      const hasEvents = place.position !== present.owner(owner).position;
      present.setOwner(owner, place);
      if (!hasEvents) continue;
      checkpoints.moved.positions.set(owner, place.position);
      this.#publish(owner, batch);
    }
  }

  failed(cause: unknown): void {
    if (this.#ended) return;
    this.#ended = storeFailed(cause);
    clearInterval(this.#timer);
    this.#committer.stop(cause);
    this.#live.end(this.#ended);
    this.#parts.options.onFailure?.(cause);
  }

  #publish(owner: string, { events }: BatchPlan): void {
    if (!this.#live.isWatched(owner)) return;
    // Bytes of their own: the caller's may change once its commit has settled.
    const own = events
      .filter((event) => event.owner === owner)
      .map((event) => ({ ...event, body: event.body.slice() }));
    this.#live.publish(owner, own);
  }

  async #orFail<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      this.failed(cause);
      throw this.#ended;
    }
  }

  async #checkpoint(): Promise<void> {
    try {
      await this.#parts.checkpoints.take(() => this.#totals);
    } catch (cause) {
      this.failed(cause);
    }
  }

  async #end(): Promise<void> {
    await this.#scrubbing?.end();
    clearInterval(this.#timer);
    await this.#committer.drain();
    if (this.healthy) await this.#checkpoint();
    const isClean = this.healthy;
    this.#ended ??= storeClosed();
    this.#live.end(this.#ended);
    await this.#parts.checkpoints.close();
    await this.#parts.keys.close();
    await this.#parts.map.close();
    if (isClean) await this.#parts.marker.clear();
  }

  #reachKeys(more: () => number): Promise<void> {
    return this.#orFail(() => this.#parts.keys.reach(() => this.#totals.keyCount + more()));
  }

  /** How many keys a commit may take at most: its scope and those apart where they have none, and those that its records may name. */
  #withoutKey({ owner, stream, events = [], scopes = [], records = [] }: Commit): number {
    const named = typeof records === "function" ? 1 : records.filter(({ scope }) => scope !== undefined).length;
    const added = scopes.map(({ scope }) => scope);
    if (stream !== undefined && events.length > 0) added.push(stream);
    return named + added.filter((scope) => !this.#parts.present.secret(owner, scope)).length;
  }

  #requireOpen(): void {
    if (this.#ended) throw this.#ended;
  }
}

const inlined = (blobs: readonly Uint8Array[] | undefined): PreparedBlob[] => blobs?.map(inlineBlob) ?? [];
