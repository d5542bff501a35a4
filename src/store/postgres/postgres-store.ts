import { Recent } from "#kit/recent.ts";
import { DomainError } from "../../error.ts";
import { checkCommit, checkEntry, checkName, checkWindows } from "../check-commit.ts";
import type { StoreClock } from "../lease-table.ts";
import {
  entryKey,
  erasedKey,
  headKey,
  idempotencyKey,
  listKey,
  ownerKey,
  packKey,
  positionKey,
  recordKey,
  secretKey,
} from "../level/keys.ts";
import { decodeListEntry } from "../level/list-entry.ts";
import { preparePacks } from "../level/pack-scope.ts";
import { scopeOf } from "../level/plan/batch-plan.ts";
import type { PreparedScope } from "../level/plan/scope-plan.ts";
import type { Present } from "../level/present.ts";
import { storeLimits } from "../limits.ts";
import { pieces } from "../page.ts";
import { storeClosed } from "../refusals.ts";
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
import { callsKey } from "./call-rows.ts";
import type { Database } from "./database.ts";
import { EventPoll } from "./event-poll.ts";
import { FilePuts } from "./file-puts.ts";
import { JoinedRows } from "./joined-rows.ts";
import { LeaseRows, leaseKey } from "./lease-rows.ts";
import { needsOf } from "./needs.ts";
import { OwnerCommits } from "./owner-commits.ts";
import { type OwnerReads, readOwner } from "./owner-reads.ts";
import { bytesOf, HeldRows, TableRows, textOf } from "./rows.ts";
import type { Statements } from "./statements.ts";
import { TableErasures } from "./table-erasures.ts";
import { type MomentRows, ownersIn, TableMoment } from "./table-moment.ts";
import { told } from "./trouble.ts";
import { verifyTables } from "./verify-tables.ts";
import type { Wrapping } from "./wrapping.ts";

/** What the store is put together of. */
export interface PostgresParts {
  readonly database: Database;
  readonly statements: Statements;
  readonly clock: StoreClock;
  readonly wrapping: Wrapping;
  /** The level that this program knows. */
  readonly known: number;
  /** Name of this process among those that write, never used again. */
  readonly writer: string;
}

/**
 * The store in a database that several processes share. It writes the values that the store on one machine's disk writes, under the same keys and by
 * the same plans; values that a plan rests on are fetched before, and are the ones that the write finds (OwnerCommits). No read answers from
 * memory: a commit of another process is seen by the next call.
 */
export class PostgresStore implements Store {
  readonly erasesByRotation = true;
  readonly isShared = true;
  readonly #parts: PostgresParts;
  readonly #rows: JoinedRows;
  readonly #files: FilePuts;
  readonly #erasures: TableErasures;
  readonly #commits = new Map<string, OwnerCommits>();
  readonly #poll: EventPoll;
  /** Keys of leases that somebody else had when they were asked for last. */
  readonly #heldByOthers = new Recent<string, true>(10_000);
  /** Calls under way that a close waits for. */
  readonly #calls = new Set<Promise<unknown>>();
  readonly #begun = new Set<Promise<unknown>>();
  readonly #moments = new Set<Promise<void>>();
  #ended: Error | undefined;
  #closing: Promise<void> | undefined;

  constructor(parts: PostgresParts) {
    this.#parts = parts;
    this.#rows = new JoinedRows(parts.database.query, parts.statements, parts.wrapping);
    this.#files = new FilePuts(parts, this.#rows, (owner) => this.#of(owner));
    this.#erasures = new TableErasures(parts, this.#rows, this.#files);
    this.#poll = new EventPoll({
      page: (owner, after) =>
        readOwner(this.#rows, owner, [ownerKey(owner), positionKey(owner, after + 1n)], ({ reads }) =>
          reads.page(owner, after),
        ),
      position: (owner) => this.#read(owner, [ownerKey(owner)], ({ present }) => present.owner(owner).position),
      versions: async (owners) => {
        const rows = await parts.database.query(parts.statements.versions, [owners.map(bytesOf)]);
        return new Map(rows.map(({ owner, version }) => [textOf(owner), BigInt(version as string)]));
      },
    });
  }

  get wrapKey(): string {
    return this.#parts.wrapping.current;
  }

  get healthy(): boolean {
    return this.#ended === undefined;
  }

  commit(commit: Commit): Promise<Committed> {
    return this.#call(async () => {
      checkCommit(commit);
      const asked = onceAtHead(commit);
      return asked.erase?.length ? this.#erase(asked) : this.#commit(asked);
    });
  }

  stageBlob(owner: string, from: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<StagedBlob> {
    return this.#call(() => {
      checkName("owner", owner);
      return this.#files.stage(owner, from);
    });
  }

  head(owner: string, stream: string): Promise<Head> {
    return this.#read(owner, [headKey(owner, stream)], ({ present }) => present.head(owner, stream));
  }

  read(owner: string, stream: string, range: { fromSeq?: number; limit?: number } = {}): Promise<StoredEvent[]> {
    const first = [headKey(owner, stream), erasedKey(owner, stream), secretKey(owner, stream)];
    return this.#read(owner, first, ({ reads }) => reads.events(owner, stream, range.fromSeq, range.limit));
  }

  getBlob(owner: string, digest: string): Promise<Uint8Array> {
    return this.#read(owner, [], ({ reads }) => reads.blob(owner, digest));
  }

  blobSize(owner: string, digest: string): Promise<number | undefined> {
    return this.#read(owner, [], ({ reads }) => reads.blobSize(owner, digest));
  }

  async *streamBlob(owner: string, digest: string, offset = 0): AsyncIterable<Uint8Array> {
    yield* pieces(await this.getBlob(owner, digest), offset);
  }

  scopesOf(owner: string, digest: string): Promise<readonly string[]> {
    return this.#read(owner, [], ({ reads }) => reads.scopesOf(owner, digest));
  }

  artifactsOf(owner: string, scope: string): Promise<readonly string[]> {
    return this.#read(owner, [], ({ reads }) => reads.artifactsOf(owner, scope));
  }

  erasedAt(owner: string, scope: string): Promise<number | undefined> {
    return this.#read(owner, [], ({ present }) => present.erased(owner, scope)?.timeMs);
  }

  record(owner: string, space: string, key: string): Promise<Uint8Array | undefined> {
    const at = recordKey(owner, space, key);
    return this.#read(owner, [at], ({ present }) => present.derived(at));
  }

  list(owner: string, space: string, range: ListRange = {}): Promise<{ key: string; value: Uint8Array }[]> {
    return this.#read(owner, [], ({ reads }) => reads.records(owner, space, range));
  }

  entries(owner: string, list: string, range: EntryRange = {}): Promise<Entry[]> {
    return this.#read(owner, [ownerKey(owner)], async ({ reads, present, map }) => {
      // The numbers stand in rows of their own, and so do the entries: each of them in one go.
      const numbers = numbersAsked(present.owner(owner).lists.get(list), range).map((number) =>
        listKey(owner, list, number),
      );
      await map.fetch(numbers);
      await map.fetch(numbers.flatMap((at) => keyNamedAt(present, at) ?? []).map((key) => entryKey(owner, list, key)));
      return reads.lists.page(owner, list, range);
    });
  }

  entry(owner: string, list: string, key: string): Promise<Entry | undefined> {
    return this.#read(owner, [entryKey(owner, list, key)], ({ reads }) => reads.lists.entry(owner, list, key));
  }

  mendList(owner: string, list: string, wanted: readonly WantedEntry[], position: bigint): Promise<number> {
    return this.#call(async () => {
      for (const { key, value } of wanted) checkEntry(list, key, value);
      const needs = wanted.map(({ key }) => entryKey(owner, list, key));
      return this.#of(owner).submit(needs, ({ batch }) => batch.mendList(owner, list, wanted, position));
    });
  }

  async pack(owner: string, scope: string, fence?: Fence): Promise<number> {
    const prepared = await this.#read(owner, [], ({ map, present, keys, reads }) => {
      present.refuseErased(owner, scope);
      const last = reads.lastRecord(owner, scope);
      const table = present.records.table(owner, scope);
      const known = present.secret(owner, scope);
      const secret = known && keys.secret(known.number);
      return preparePacks(map, owner, scope, { last, table, secret, secrets: keys });
    });
    const replaced = prepared.packs.flatMap((one) => one.replaced.map(({ key }) => key));
    const needs = [erasedKey(owner, scope), packKey(owner, scope), ...replaced];
    if (fence) needs.push(leaseKey(owner, fence.key));
    return this.#call(() => this.#of(owner).submit(needs, ({ batch }) => batch.pack(owner, scope, prepared, fence)));
  }

  async outcome(commit: Commit): Promise<Committed | undefined> {
    // Behind every commit that came before, and past a write whose outcome is open: what is not there then never will be.
    await this.#call(() => this.#of(commit.owner).submit([], () => undefined));
    return this.#read(commit.owner, [], ({ reads }) => reads.outcome(commit));
  }

  idempotency(owner: string, key: string): Promise<IdempotencyState | undefined> {
    return this.#read(owner, [idempotencyKey(owner, key)], ({ reads }) => reads.idempotency(owner, key));
  }

  async *watch(owner: string, options: Parameters<Store["watch"]>[1]): AsyncIterable<StoredEvent> {
    this.#requireOpen();
    try {
      yield* this.#poll.watch(owner, options);
    } catch (error) {
      throw told(error);
    }
  }

  lease(owner: string, key: string, holder: string, ttlMs: number): Promise<Fence> {
    return this.#call(async () => {
      checkName("owner", owner);
      checkName("lease key", key);
      const at = leaseKey(owner, key);
      // A server that asks for a lease which others hold is refused nearly each time: a read tells that, together with all other reads, and no commit waits for it.
      if (this.#heldByOthers.get(at))
        new LeaseRows(await this.#rows.values([at]), this.#parts.clock, 0n).take(owner, key, holder, ttlMs);
      try {
        const fence = await this.#of(owner).submit([at], ({ leases }) => leases.take(owner, key, holder, ttlMs));
        this.#heldByOthers.delete(at);
        return fence;
      } catch (error) {
        if (error instanceof DomainError && error.reason === "FENCED") this.#heldByOthers.set(at, true);
        throw error;
      }
    });
  }

  countCall(owner: string, windows: readonly CallWindow[], nowMs: number): Promise<number> {
    return this.#call(async () => {
      checkWindows(owner, windows);
      const needs = windows.map(({ key }) => callsKey(owner, key));
      return this.#of(owner).submit(needs, ({ calls }) => calls.count(owner, windows, nowMs));
    });
  }

  moment(): StoreMoment {
    this.#requireOpen();
    const from = this.#momentRows();
    // Commits after this call wait until the moment has begun.
    this.#begun.add(from);
    from.finally(() => this.#begun.delete(from)).catch(() => undefined);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#moments.add(promise);
    return new TableMoment(from, () => {
      this.#moments.delete(promise);
      resolve();
    });
  }

  owners(): Promise<string[]> {
    return this.#call(() => ownersIn(this.#rows));
  }

  verify(): Promise<VerifyReport> {
    return this.#call(() => this.#atOneMoment(verifyTables));
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    this.#ended ??= storeClosed();
    this.#poll.end(this.#ended);
    await Promise.allSettled(this.#calls);
    for (const commits of this.#commits.values()) await commits.drain();
    await Promise.allSettled(this.#begun);
    await this.#parts.database.close();
    await this.#files.close();
  }

  async #commit(commit: Commit, erasures: Parameters<TableErasures["needsOf"]>[0] = []): Promise<Committed> {
    const { owner } = commit;
    const blobs = await this.#files.ready(owner, scopeOf(commit), commit);
    const scopes: PreparedScope[] = [];
    for (const put of commit.scopes ?? [])
      scopes.push({ scope: put.scope, blobs: await this.#files.ready(owner, put.scope, put) });
    const needs = [...needsOf(commit, blobs, scopes), ...this.#erasures.needsOf(erasures)];
    try {
      return await this.#of(owner).submit(needs, (flight) =>
        this.#erasures.planned(flight, owner, erasures, (prepared) =>
          flight.batch.add(commit, blobs, scopes, prepared),
        ),
      );
    } catch (error) {
      await this.#files.removeErased(owner, [scopeOf(commit), ...scopes.map(({ scope }) => scope)], error);
      throw error;
    }
  }

  /** Commits what also erases. */
  async #erase(commit: Commit): Promise<Committed> {
    // Backups that began before it are given what there was then.
    await Promise.all(this.#moments);
    return this.#erasures.written(commit, (ready) => this.#commit(commit, ready));
  }

  /** What looks like damage is looked at again as of one moment: a commit may have come between two statements. */
  #read<T>(owner: string, first: readonly string[], work: (reads: OwnerReads) => T | Promise<T>): Promise<T> {
    return this.#call(async () => {
      try {
        return await readOwner(this.#rows, owner, first, work);
      } catch (error) {
        if (!(error instanceof DomainError) || error.reason !== "DATA_LOSS") throw error;
        return this.#atOneMoment((rows) => readOwner(rows, owner, first, work));
      }
    });
  }

  async #atOneMoment<T>(work: (rows: MomentRows["rows"]) => Promise<T>): Promise<T> {
    const { rows, close } = await this.#momentRows();
    try {
      return await work(rows);
    } finally {
      await close();
    }
  }

  async #momentRows(): Promise<MomentRows> {
    const { database, statements, wrapping } = this.#parts;
    const snapshot = await database.snapshot?.();
    if (snapshot) return { rows: new TableRows(snapshot.query, statements, wrapping), close: () => snapshot.close() };
    const rows = await database.transaction((query) => HeldRows.copied(query, statements, wrapping));
    return { rows, close: async () => undefined };
  }

  #of(owner: string): OwnerCommits {
    let commits = this.#commits.get(owner);
    if (!commits) {
      commits = new OwnerCommits(owner, {
        ...this.#parts,
        rows: this.#rows,
        momentsBegun: () => Promise.allSettled(this.#begun),
        onWritten: (of, events) => this.#poll.written(of, events),
      });
      this.#commits.set(owner, commits);
    }
    return commits;
  }

  async #call<T>(work: () => Promise<T>): Promise<T> {
    this.#requireOpen();
    const call = work();
    this.#calls.add(call);
    try {
      return await call;
    } catch (error) {
      throw told(error);
    } finally {
      this.#calls.delete(call);
    }
  }

  #requireOpen(): void {
    if (this.#ended) throw this.#ended;
  }
}

/** The commit with what depends on its head asked once for each head, however often it is planned. */
const onceAtHead = (commit: Commit): Commit => {
  const { records, idempotency } = commit;
  const answer = idempotency?.answer;
  return {
    ...commit,
    ...(typeof records === "function" ? { records: remembered(records) } : {}),
    ...(idempotency && typeof answer === "function"
      ? { idempotency: { ...idempotency, answer: remembered(answer) } }
      : {}),
  };
};

const remembered = <T>(of: (head: Head) => T): ((head: Head) => T) => {
  let known: { readonly hash: string; readonly said: T } | undefined;
  return (head) => {
    if (known?.hash !== head.hash) known = { hash: head.hash, said: of(head) };
    return known.said;
  };
};

/** Numbers of a list that a range may ask for, as far as it tells. */
const numbersAsked = (
  place: { readonly first: number; readonly last: number } | undefined,
  { after, limit = 100, reverse = false }: EntryRange,
): number[] => {
  if (!place) return [];
  const first = reverse ? Math.min(place.last, (after ?? place.last + 1) - 1) : Math.max(place.first, (after ?? 0) + 1);
  const count = Math.min(limit, storeLimits.pageMax, reverse ? first - place.first + 1 : place.last - first + 1);
  return Array.from({ length: Math.max(0, count) }, (_, at) => (reverse ? first - at : first + at));
};

/** The key of the entry that has a number; undefined where there is none, or the row is damaged, which the reading itself tells. */
const keyNamedAt = (present: Present, at: string): string | undefined => {
  try {
    const stored = present.value(at);
    return (stored && decodeListEntry(at, stored)) || undefined;
  } catch {
    return undefined;
  }
};
