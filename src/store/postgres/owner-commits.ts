import { setTimeout as delay } from "node:timers/promises";
import type { StoreClock } from "../lease-table.ts";
import { escapeName, ownerKey, stateKey } from "../level/keys.ts";
import { BatchPlan } from "../level/plan/batch-plan.ts";
import { Present } from "../level/present.ts";
import { encodeTotals } from "../level/totals.ts";
import { dataLoss, storeClosed } from "../refusals.ts";
import type { StoredEvent } from "../store.ts";
import { CallRows, encodeCalls } from "./call-rows.ts";
import type { Database, Query } from "./database.ts";
import { FetchedMap, withFetched } from "./fetched-map.ts";
import { encodeLease, LeaseRows } from "./lease-rows.ts";
import { decodeLevel, levelKey, requireWriter } from "./level.ts";
import { type Changes, OwnerStanding } from "./owner-standing.ts";
import { bytesOf, putParameters, type Rows, TableRows } from "./rows.ts";
import type { Statements } from "./statements.ts";
import { encodeScopeKey, TableKeys } from "./table-keys.ts";
import { isLost, isToRepeat, told, unavailable } from "./trouble.ts";
import type { Wrapping } from "./wrapping.ts";

/** Most commits and bytes of one statement. */
const commitsMax = 1_024;
const bytesMax = 8 * 1024 * 1024;
/** After so many plans that somebody else's writing spoiled, the owner's row is locked first: then the next one holds. */
const freeTries = 2;
/** How often a database that went away is asked for before a caller is told so. */
const lostTriesMax = 3;
/** How long a write whose outcome is unknown is asked after before its callers are told so. */
const settleMs = 10_000;

/** The state that a plan works with. */
export interface Flight {
  readonly batch: BatchPlan;
  readonly leases: LeaseRows;
  readonly calls: CallRows;
  /** Further rows to write; undefined: to remove. */
  readonly also: Map<string, Uint8Array | undefined>;
}

interface Waiting {
  readonly plan: (flight: Flight) => unknown;
  readonly needs: readonly string[];
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The result of a flight: the rows to write, and the answers to give once they are written. */
interface Planned extends Changes {
  /** The version that it rests on; undefined: there is no owner yet. */
  readonly version: bigint | undefined;
  readonly batch: BatchPlan;
  readonly settle: readonly (() => void)[];
}

/** The parts that the commits of all owners share. */
export interface CommitParts {
  readonly database: Database;
  readonly statements: Statements;
  readonly clock: StoreClock;
  readonly wrapping: Wrapping;
  /** Of all commits and reads. */
  readonly rows: Rows;
  /** The level that this program knows. */
  readonly known: number;
  /** Name of this process among those that write, never used again. */
  readonly writer: string;
  /** Resolves when every moment that was asked for sees what it is to see. */
  readonly momentsBegun: () => Promise<unknown>;
  readonly onWritten: (owner: string, events: readonly StoredEvent[]) => void;
}

/**
 * The writer of one owner in this process. What waits is planned together, on the values as they stood at one version of the owner's row, and
 * written by one statement that moves this version on: where another process has moved it meanwhile, nothing is written and all is planned
 * again on what there is then. So a plan may rest on whatever it read, remembered values too.
 */
export class OwnerCommits {
  readonly #owner: string;
  readonly #parts: CommitParts;
  readonly #rows: Rows;
  readonly #writerKey: string;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;
  #isEnded = false;
  /** Keys that were seen once, to be fetched rather than taken for not there. */
  readonly #seen = new Set<string>();
  #standing = new OwnerStanding(this.#seen);
  /** The highest version that was seen of the owner's row; it only grows. */
  #newest = 0n;
  /** Number of this process's last write, done or not. */
  #mark = 0;
  /** That write may have been done or not. */
  #isOpen = false;

  constructor(owner: string, parts: CommitParts) {
    this.#owner = owner;
    this.#parts = parts;
    this.#rows = parts.rows;
    this.#writerKey = `!writer!${escapeName(owner)}!${parts.writer}`;
  }

  /** Runs `plan` in the next flight, perhaps several times, and gives what it returned at last, once that is written. `needs` are keys that it will ask for. */
  submit<T>(needs: readonly string[], plan: (flight: Flight) => T): Promise<T> {
    if (this.#isEnded) return Promise.reject(storeClosed());
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ plan, needs, resolve: resolve as Waiting["resolve"], reject });
      this.#running ??= this.#run();
    });
  }

  /** Takes nothing more; resolves when what was taken is settled. */
  async drain(): Promise<void> {
    this.#isEnded = true;
    await this.#running;
    if (this.#mark > 0)
      await this.#parts.database
        .query(this.#parts.statements.remove, [[bytesOf(this.#writerKey)]])
        .catch(() => undefined);
  }

  async #run(): Promise<void> {
    // One turn of the loop: whoever is about to commit in this turn comes along.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#fly();
    this.#running = undefined;
  }

  async #fly(): Promise<void> {
    const taken = this.#waiting.slice(0, commitsMax);
    try {
      const settle = await this.#written(taken);
      this.#waiting = this.#waiting.slice(settle.length);
      for (const each of settle) each();
    } catch (error) {
      this.#forget();
      this.#waiting = this.#waiting.slice(taken.length);
      for (const { reject } of taken) reject(told(error));
    }
  }

  /** Plans and writes until it is done; gives what tells the first of those that were taken. Errors: STORE_UNAVAILABLE, the driver's. */
  async #written(taken: readonly Waiting[]): Promise<readonly (() => void)[]> {
    let lost = 0;
    for (let tries = 1; ; tries++) {
      let planned: Planned | undefined;
      try {
        if (this.#isOpen) await this.#close();
        const flown = (one: Planned) => (planned = one);
        const isWritten =
          tries > freeTries ? await this.#locked(taken, flown) : await this.#free(taken, flown, tries === 1);
        if (isWritten && planned) {
          this.#standing.took(planned);
          this.#newest = this.#standing.version ?? 0n;
          return this.#told(planned);
        }
        this.#forget();
      } catch (error) {
        this.#forget();
        if (isToRepeat(error)) await delay(Math.random() * 5 * Math.min(tries, 20));
        else if (!isLost(error)) throw error;
        else if (planned && this.#isOpen) {
          if (await this.#landed(error)) return this.#told(planned);
        } else if (++lost === lostTriesMax) throw unavailable(error);
        else await delay(50 * lost);
      }
    }
  }

  /** Plans on what is known, and writes unless another has moved the owner since, or there is something where nothing was taken to be. */
  async #free(taken: readonly Waiting[], flown: (planned: Planned) => void, takesForNew: boolean): Promise<boolean> {
    const planned = await this.#plan(this.#rows, taken, takesForNew);
    flown(planned);
    if (planned.rows.size === 0) return this.#isStill(planned, taken, flown);
    await this.#parts.momentsBegun();
    const removed = [...planned.rows].flatMap(([key, value]) => (value ? [] : [key]));
    this.#open();
    const { database } = this.#parts;
    return this.#closing(() =>
      removed.length === 0
        ? this.#write(database.query, planned)
        : database.transaction((query) => this.#writeAndRemove(query, planned, removed), true),
    );
  }

  /** Whether what writes nothing, and is refused perhaps, rests on what there is; what was taken for not there is looked at. */
  async #isStill(planned: Planned, taken: readonly Waiting[], flown: (planned: Planned) => void): Promise<boolean> {
    if (planned.map.assumed.size > 0) {
      this.#forget();
      return this.#free(taken, flown, false);
    }
    return (await this.#rows.owner(this.#owner)).version === this.#standing.version;
  }

  /** Both in one flight: what is to go goes once it sees the number of this write. */
  async #writeAndRemove(query: Query, planned: Planned, keys: readonly string[]): Promise<boolean> {
    const [key, mark] = this.#markRow();
    const removal = [keys.map(bytesOf), bytesOf(key), mark];
    const [isWritten] = await Promise.all([
      this.#write(query, planned),
      query(this.#parts.statements.removeWritten, removal),
    ]);
    return isWritten;
  }

  /** Locks the owner first, so that nobody can come between. */
  async #locked(taken: readonly Waiting[], flown: (planned: Planned) => void): Promise<boolean> {
    const { database, statements } = this.#parts;
    await this.#parts.momentsBegun();
    return this.#closing(() =>
      database.transaction(async (query) => {
        await query(statements.begin, [bytesOf(this.#owner), Buffer.alloc(0)]);
        await query(statements.ownerLocked, [bytesOf(this.#owner)]);
        const planned = await this.#plan(new TableRows(query, statements, this.#parts.wrapping), taken);
        if (planned.rows.size > 0) {
          this.#open();
          await this.#write(query, planned);
          await this.#remove(
            query,
            [...planned.rows].flatMap(([key, value]) => (value ? [] : [key])),
          );
        }
        flown(planned);
        return true;
      }),
    );
  }

  /** From here on a write is under way. It has its number before the database is reached: one that never was would bear that of the last, which was done. */
  #open(): void {
    this.#mark++;
    this.#isOpen = true;
  }

  /** What the database answers itself leaves nothing open. */
  async #closing<T>(work: () => Promise<T>): Promise<T> {
    try {
      const given = await work();
      this.#isOpen = false;
      return given;
    } catch (error) {
      if (!isLost(error)) this.#isOpen = false;
      throw error;
    }
  }

  async #plan(rows: Rows, taken: readonly Waiting[], takesForNew = false): Promise<Planned> {
    const standing = this.#standing;
    if (standing.version === undefined) {
      standing.read(await rows.owner(this.#owner));
      this.#requireNotBehind(standing.version ?? 0n);
    }
    const map = new FetchedMap(rows, standing.known, takesForNew ? standing.isNew : undefined);
    await map.fetch([levelKey, ownerKey(this.#owner), ...taken.flatMap(({ needs }) => needs)]);
    return withFetched(map, () => this.#planned(standing, map, taken));
  }

  /** Nothing is written, and no lease taken over, in a database that was put back to what it was before this process saw it. */
  #requireNotBehind(version: bigint): void {
    if (version < this.#newest)
      throw dataLoss("the database is behind what this server saw of it: an older one was put in its place", {
        seen: String(this.#newest),
        found: String(version),
      });
    this.#newest = version;
  }

  #planned(standing: OwnerStanding, map: FetchedMap, taken: readonly Waiting[]): Planned {
    const { version = 0n, isThere, totals, decoded, opened } = standing;
    requireWriter(decodeLevel(map.get(levelKey)), this.#parts.known);
    const keys = new TableKeys(map, this.#owner, this.#parts.wrapping, totals.keyCount, opened);
    const leases = new LeaseRows(map, this.#parts.clock, version + 1n);
    const batch = new BatchPlan(new Present(map, 1_000, keys, decoded), leases, keys, { ...totals, batch: version });
    const calls = new CallRows(map);
    const flight: Flight = { batch, leases, calls, also: new Map() };
    const settle: (() => void)[] = [];
    for (const waiting of taken) {
      if (batch.bytes >= bytesMax) break;
      settle.push(planned(waiting, flight));
    }
    const rows = new Map<string, Uint8Array | undefined>();
    for (const one of batch.finish())
      if (one.key !== stateKey) rows.set(one.key, one.type === "put" ? one.value : undefined);
    for (const [at, key] of keys.made) rows.set(at, encodeScopeKey(at, this.#parts.wrapping.wrap(at, key)));
    for (const [at, lease] of leases.changed) rows.set(at, lease && encodeLease(at, lease));
    for (const [at, row] of calls.changed) rows.set(at, encodeCalls(at, row));
    for (const [at, value] of flight.also) rows.set(at, value);
    return { version: isThere ? version : undefined, rows, batch, settle, map };
  }

  async #write(query: Query, { version, rows, batch: { totals }, map: { assumed } }: Planned): Promise<boolean> {
    const { statements } = this.#parts;
    const put = [...rows].flatMap(([key, value]) => (value ? [[key, value] as const] : []));
    const owner = bytesOf(this.#owner);
    const given = [Buffer.from(encodeTotals(totals)), ...putParameters([...put, this.#markRow()])];
    if (version === undefined) return (await query(statements.writeFirst, [owner, ...given])).length > 0;
    const moved = [owner, String(version), ...given];
    const written =
      assumed.size === 0
        ? await query(statements.write, moved)
        : await query(statements.writeNew, [...moved, [...assumed].map(bytesOf)]);
    return written.length > 0;
  }

  /** The row that tells that the write under way was done. */
  #markRow(): readonly [string, Uint8Array] {
    return [this.#writerKey, bytesOf(String(this.#mark))];
  }

  async #remove(query: Query, keys: readonly string[]): Promise<true> {
    if (keys.length > 0) await query(this.#parts.statements.remove, [keys.map(bytesOf)]);
    return true;
  }

  #told({ rows, batch: { events }, settle }: Planned): readonly (() => void)[] {
    if (rows.size > 0)
      // Bytes of their own: the caller's may change once its commit has settled.
      this.#parts.onWritten(
        this.#owner,
        events.map((event) => ({ ...event, body: event.body.slice() })),
      );
    return settle;
  }

  #forget(): void {
    this.#standing = new OwnerStanding(this.#seen);
  }

  /** Whether the write under way when the connection went was done; where not, it never will be. Errors: STORE_UNAVAILABLE when nobody can tell. */
  async #landed(cause: unknown): Promise<boolean> {
    for (const until = Date.now() + settleMs; ; ) {
      try {
        return await this.#close();
      } catch (error) {
        if (!isLost(error) && !isToRepeat(error)) throw error;
        if (Date.now() > until) throw unavailable(cause, true);
        await delay(100 + Math.random() * 200);
      }
    }
  }

  /** Ends an open question: the last write was done, or is passed by. Waits for a transaction that still runs. */
  async #close(): Promise<boolean> {
    const { database, statements } = this.#parts;
    const row = await database.transaction(async (query) => {
      const owner = bytesOf(this.#owner);
      await query(statements.begin, [owner, Buffer.alloc(0)]);
      await query(statements.ownerLocked, [owner]);
      const found = await new TableRows(query, statements, this.#parts.wrapping).values([this.#writerKey]);
      const isDone = Buffer.from(found.get(this.#writerKey) ?? []).toString() === String(this.#mark);
      if (!isDone) await query(statements.passBy, [owner]);
      return isDone;
    });
    this.#isOpen = false;
    return row;
  }
}

const planned = ({ plan, resolve, reject }: Waiting, flight: Flight): (() => void) => {
  try {
    const value = plan(flight);
    return () => resolve(value);
  } catch (refusal) {
    return () => reject(refusal);
  }
};
