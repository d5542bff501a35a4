import { Level } from "level";
import { DomainError } from "../../error.ts";
import type { DurableMap, MapRange, MapView, Operation } from "../ordered-map.ts";
import { dataLoss } from "../refusals.ts";
import { compactRange, type Database, entriesOf, type Snapshot, storedValue, writeSynced } from "./database.ts";

const entriesAtOnce = 1_000;
/** By default LevelDB's binding ends a page at 16 KiB, and large values then take a turn of the loop each. */
const bytesAtOnce = 1024 * 1024;
/**
 * Tables of 2 MiB that LevelDB keeps open, where its own bound is a thousand: each holds its index and filter in memory, some
 * 30 kB, and is mapped, so that what was read of it counts as the process's. A store of 250 MB is open whole.
 */
const maxOpenFiles = 128;

/** The ordered map on LevelDB. */
export class LevelMap implements DurableMap {
  readonly #db: Database;
  readonly #views = new Set<Promise<void>>();

  private constructor(db: Database) {
    this.#db = db;
  }

  /** Errors: STORE_UNAVAILABLE while another process has it open, DATA_LOSS when LevelDB cannot open it. */
  static async open(folder: string, createIfMissing: boolean): Promise<LevelMap> {
    const encodings = { keyEncoding: "utf8", valueEncoding: "view" };
    const db = new Level<string, Uint8Array>(folder, { ...encodings, createIfMissing, maxOpenFiles });
    try {
      await db.open();
      return new LevelMap(db);
    } catch (error) {
      const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
      if (cause?.code === "LEVEL_LOCKED") throw locked(error);
      throw dataLoss("the database cannot be opened: files of it are missing, damaged or not readable", {}, error);
    }
  }

  get isOpen(): boolean {
    return this.#db.status === "open";
  }

  get(key: string): Uint8Array | undefined {
    return storedValue(this.#db, key);
  }

  entries(range: MapRange): Promise<[string, Uint8Array][]> {
    return entriesOf(this.#db, range);
  }

  write(operations: readonly Operation[]): Promise<void> {
    return writeSynced(this.#db, operations);
  }

  view(): MapView {
    const view = new LevelView(this.#db);
    this.#views.add(view.closed);
    void view.closed.then(() => this.#views.delete(view.closed));
    return view;
  }

  async viewsClosed(): Promise<void> {
    await Promise.all(this.#views);
  }

  async compact(ranges: readonly { readonly gte: string; readonly lt: string }[]): Promise<void> {
    // First what is in memory becomes a table, in which old values stand beside what removed them. Only a table that lies over it, from
    // the beginning of the range to its end, makes LevelDB write that one again.
    await compactRange(this.#db, "", "");
    for (const { gte, lt } of ranges) {
      await this.write([gte, lt].map((key) => ({ type: "del", key })));
      await compactRange(this.#db, gte, lt);
    }
  }

  close(): Promise<void> {
    return this.#db.close();
  }
}

class LevelView implements MapView {
  readonly closed: Promise<void>;
  readonly #db: Database;
  readonly #snapshot: Snapshot;
  readonly #tellClosed: () => void;

  constructor(db: Database) {
    const { promise, resolve } = Promise.withResolvers<void>();
    [this.closed, this.#tellClosed] = [promise, resolve];
    this.#db = db;
    this.#snapshot = db.snapshot();
  }

  get(key: string): Uint8Array | undefined {
    return storedValue(this.#db, key, this.#snapshot);
  }

  entries(range: MapRange): Promise<[string, Uint8Array][]> {
    return entriesOf(this.#db, range, this.#snapshot);
  }

  /** In pages, because an entry of its own costs a turn of the loop each. */
  async *pages(): AsyncIterable<readonly [string, Uint8Array][]> {
    const iterator = this.#db.iterator({
      snapshot: this.#snapshot,
      fillCache: false,
      highWaterMarkBytes: bytesAtOnce,
    });
    try {
      for (;;) {
        const page = await iterator.nextv(entriesAtOnce);
        if (page.length === 0) return;
        yield page;
      }
    } finally {
      await iterator.close();
    }
  }

  async close(): Promise<void> {
    await this.#snapshot.close();
    this.#tellClosed();
  }
}

const locked = (cause: unknown) =>
  new DomainError(
    "STORE_UNAVAILABLE",
    "another pincite has this folder open; stop it, or name another folder",
    { cause: "LEVEL_LOCKED" },
    { cause },
  );
