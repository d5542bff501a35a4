import type { MapRange } from "../ordered-map.ts";
import type { Query, Row } from "./database.ts";
import type { Statements } from "./statements.ts";
import type { Wrapping } from "./wrapping.ts";

/** Where an owner stands as a whole: every write of it moves the version by one. */
export interface OwnerRow {
  readonly version: bigint;
  readonly isThere: boolean;
  /** The owner's own totals (StoreState); undefined: nothing was written yet. */
  readonly totals: Uint8Array | undefined;
}

/** The rows of the tables. */
export interface Rows {
  /** How the keys of scopes among them are wrapped. */
  readonly wrapping: Wrapping;
  /** The values that are there, by their keys. */
  values(keys: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  entries(range: MapRange): Promise<[string, Uint8Array][]>;
  keys(gte: string, lt: string): Promise<string[]>;
  owner(owner: string): Promise<OwnerRow>;
  /** In order of name. */
  owners(): Promise<string[]>;
}

/** Rows of the database, or of one transaction in it. */
export class TableRows implements Rows {
  readonly wrapping: Wrapping;
  readonly #query: Query;
  readonly #statements: Statements;

  constructor(query: Query, statements: Statements, wrapping: Wrapping) {
    this.wrapping = wrapping;
    this.#query = query;
    this.#statements = statements;
  }

  async values(keys: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    if (keys.length === 0) return new Map();
    return new Map((await this.#query(this.#statements.values, [keys.map(bytesOf)])).map(entryOf));
  }

  async entries({ gte, lt, limit, reverse = false }: MapRange): Promise<[string, Uint8Array][]> {
    if (limit <= 0) return [];
    const rows =
      lt === undefined
        ? await this.#query(this.#statements.entriesFrom, [bytesOf(gte), limit])
        : await this.#query(this.#statements[reverse ? "entriesBack" : "entries"], [bytesOf(gte), bytesOf(lt), limit]);
    return rows.map(entryOf);
  }

  async keys(gte: string, lt: string): Promise<string[]> {
    const rows = await this.#query(this.#statements.keys, [bytesOf(gte), bytesOf(lt)]);
    return rows.map(({ key }) => textOf(key));
  }

  async owner(owner: string): Promise<OwnerRow> {
    return ownerRow((await this.#query(this.#statements.owner, [bytesOf(owner)]))[0]);
  }

  async owners(): Promise<string[]> {
    return (await this.#query(this.#statements.owners)).map(({ owner }) => textOf(owner));
  }
}

/** Rows that were all read at once, in order of key. */
export class HeldRows implements Rows {
  readonly wrapping: Wrapping;
  readonly #values: ReadonlyMap<string, Uint8Array>;
  readonly #keys: readonly string[];
  readonly #owners: ReadonlyMap<string, OwnerRow>;

  constructor(
    entries: readonly (readonly [string, Uint8Array])[],
    owners: ReadonlyMap<string, OwnerRow>,
    wrapping: Wrapping,
  ) {
    this.wrapping = wrapping;
    this.#values = new Map(entries);
    this.#keys = entries.map(([key]) => key);
    this.#owners = owners;
  }

  /** Copies everything, in one transaction. */
  static async copied(query: Query, statements: Statements, wrapping: Wrapping): Promise<HeldRows> {
    const entries = (await query(statements.everything)).map(entryOf);
    const owners = await query(statements.everyOwner);
    return new HeldRows(entries, new Map(owners.map((row) => [textOf(row.owner), ownerRow(row)])), wrapping);
  }

  get(key: string): Uint8Array | undefined {
    return this.#values.get(key);
  }

  async values(keys: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const found = keys.map((key) => [key, this.#values.get(key)] as const);
    return new Map(found.flatMap(([key, value]) => (value ? [[key, value] as const] : [])));
  }

  async entries({ gte, lt, limit, reverse = false }: MapRange): Promise<[string, Uint8Array][]> {
    const keys = this.#between(gte, lt);
    const ordered = reverse ? keys.reverse() : keys;
    return ordered.slice(0, Math.max(0, limit)).map((key) => [key, this.#values.get(key)!]);
  }

  async keys(gte: string, lt: string): Promise<string[]> {
    return this.#between(gte, lt);
  }

  async owner(owner: string): Promise<OwnerRow> {
    return this.#owners.get(owner) ?? ownerRow(undefined);
  }

  async owners(): Promise<string[]> {
    return [...this.#owners.keys()];
  }

  #between(gte: string, lt: string | undefined): string[] {
    const [from, to] = [bytesOf(gte), lt === undefined ? undefined : bytesOf(lt)];
    return this.#keys.filter((key) => {
      const at = bytesOf(key);
      return Buffer.compare(at, from) >= 0 && (!to || Buffer.compare(at, to) < 0);
    });
  }
}

/** A name or key as it is stored. */
export const bytesOf = (text: string): Buffer => Buffer.from(text);

/** Rows as the statements that put them take them: keys, all values in one, and where each begins and how long it is. */
export const putParameters = (rows: readonly (readonly [string, Uint8Array])[]): readonly unknown[] => {
  let start = 1;
  const starts: number[] = [];
  for (const [, { length }] of rows) {
    starts.push(start);
    start += length;
  }
  const values = Buffer.concat(rows.map(([, value]) => value));
  return [rows.map(([key]) => bytesOf(key)), values, starts, rows.map(([, { length }]) => length)];
};

/** A name or key as it was stored. */
export const textOf = (stored: unknown): string => Buffer.from(stored as Uint8Array).toString();

/** The first row of an owner, where there is one. */
export const ownerRow = (row: Row | undefined): OwnerRow => {
  const totals = row?.totals as Uint8Array | undefined;
  const version = BigInt((row?.version as string | undefined) ?? 0);
  return { version, isThere: row !== undefined, totals: totals?.length ? plainOf(totals) : undefined };
};

const entryOf = ({ key, value }: Row): [string, Uint8Array] => [textOf(key), plainOf(value as Uint8Array)];

/** Bytes of their own, as plain ones: the driver's may share one buffer with others. */
const plainOf = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);
