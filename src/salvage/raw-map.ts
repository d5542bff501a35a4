import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Recent } from "#kit/recent.ts";
import { damageOf, recordsIn } from "../store/level/log-check.ts";
import { varintAt } from "../store/level/snappy.ts";
import type { Block } from "../store/level/table-check.ts";
import { blocksOf, type Version, versionsIn } from "./table-entries.ts";

/** The newest version of a key: its value where a log brought it, else the block of a table that it lies in; neither: taken away. */
interface Newest {
  readonly sequence: number;
  readonly value?: Uint8Array;
  readonly at?: { readonly table: string; readonly block: Block };
}

/** Bytes of tables kept in memory: keys are asked for in their order, which tables mostly have. */
const tableBytesMax = 64 * 1024 * 1024;

/**
 * The newest version of every key that can be read in the files of a database. LevelDB does not open it: nothing is written,
 * and neither CURRENT nor MANIFEST are needed. What a damaged block held is not here, so that an older version may show, or a
 * key that was taken away there: whoever reads holds what is found against what the store says of itself.
 */
export class RawMap {
  /** A sentence for each place that cannot be read. */
  readonly damages: readonly string[];
  /** A log ends in the middle of a batch: whether whole ones followed cannot be told from here. */
  isTorn = false;
  readonly #folder: string;
  readonly #newest = new Map<string, Newest>();
  readonly #tables = new Recent<string, Uint8Array>(tableBytesMax, ({ length }) => length);

  constructor(folder: string) {
    this.#folder = folder;
    const names = readdirSync(folder).sort();
    const files = names.filter((name) => /\.(ldb|sst|log)$/.test(name));
    this.damages = [...missingIn(names), ...files.flatMap((name) => this.#take(name))];
  }

  /** Keys that are there, in order of their bytes. */
  keys(): string[] {
    return [...this.#newest]
      .filter(([, { at, value }]) => at !== undefined || value !== undefined)
      .map(([key]) => key)
      .sort((a, b) => (a < b ? -1 : 1));
  }

  /** The value under a key, as it was written; undefined where there is none. */
  get(key: string): Uint8Array | undefined {
    const found = this.#newest.get(key);
    if (!found?.at) return found?.value;
    for (const version of versionsIn(this.#table(found.at.table), found.at.block))
      if (version.sequence === found.sequence && version.key === key)
        return version.value && new Uint8Array(version.value);
    return undefined;
  }

  #take(name: string): string[] {
    const bytes = readable(join(this.#folder, name));
    if (!bytes) return [`${name} cannot be read`];
    return name.endsWith(".log") ? this.#takeLog(name, bytes) : this.#takeTable(name, bytes);
  }

  #takeLog(name: string, log: Uint8Array): string[] {
    for (const { key, sequence, value } of versionsOfLog(log))
      this.#keep(key, value ? { sequence, value } : { sequence });
    const at = damageOf(log);
    if (at !== undefined) return [`the log ${name} is damaged at byte ${at}`];
    if (!isTorn(log)) return [];
    this.isTorn = true;
    return [`the log ${name} ends in the middle of a batch: whether more followed cannot be told`];
  }

  #takeTable(table: string, bytes: Uint8Array): string[] {
    const { blocks, damagedAt } = blocksOf(bytes);
    for (const block of blocks)
      for (const { key, sequence, value } of versionsIn(bytes, block))
        this.#keep(key, value ? { sequence, at: { table, block } } : { sequence });
    return damagedAt.map((at) => `the table ${table} is damaged in the block at byte ${at}`);
  }

  #keep(key: string, version: Newest): void {
    const before = this.#newest.get(key);
    if (!before || before.sequence < version.sequence) this.#newest.set(key, version);
  }

  #table(name: string): Uint8Array {
    const known = this.#tables.get(name);
    if (known) return known;
    const bytes = readFileSync(join(this.#folder, name));
    this.#tables.set(name, bytes);
    return bytes;
  }
}

/** Files without which LevelDB opens nothing. */
const missingIn = (names: readonly string[]): string[] => [
  ...(names.includes("CURRENT") ? [] : ["CURRENT is missing"]),
  ...(names.some((name) => name.startsWith("MANIFEST-")) ? [] : ["MANIFEST is missing"]),
  ...(names.some((name) => name.endsWith(".log")) ? [] : ["the log is missing"]),
];

const readable = (path: string): Uint8Array | undefined => {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
};

/** Number of the first write (8 bytes) and how many there are (4). */
const batchHeaderBytes = 12;

/** The versions that a log brought, of every batch that is there whole: what stands before and behind unreadable bytes. */
function* versionsOfLog(log: Uint8Array): Generator<Version> {
  for (const { record } of recordsIn(log)) yield* versionsOfBatch(record);
}

/** Whether bytes follow the last whole batch: one that was being written when the power died, or what is left of one that was cut. */
const isTorn = (log: Uint8Array): boolean => {
  let end = 0;
  for (const batch of recordsIn(log)) end = batch.end;
  return log.subarray(end).some((byte) => byte !== 0);
};

/** Operations in order: 1 a key and its value, 0 a key that is taken away, each text behind its length. */
function* versionsOfBatch(batch: Uint8Array): Generator<Version> {
  const bytes = Buffer.from(batch.buffer, batch.byteOffset, batch.byteLength);
  if (bytes.length < batchHeaderBytes) return;
  const first = Number(bytes.readBigUInt64LE(0));
  const count = bytes.readUInt32LE(8);
  for (let n = 0, at = batchHeaderBytes; n < count && at < bytes.length; n += 1) {
    const isSet = bytes[at] === 1;
    const key = stretchAt(bytes, at + 1);
    const value = isSet ? stretchAt(bytes, key.next) : undefined;
    at = (value ?? key).next;
    yield {
      key: key.bytes.toString("utf8"),
      sequence: first + n,
      ...(value ? { value: new Uint8Array(value.bytes) } : {}),
    };
  }
}

const stretchAt = (bytes: Buffer, at: number): { bytes: Buffer; next: number } => {
  const { value: length, next } = varintAt(bytes, at);
  return { bytes: bytes.subarray(next, next + length), next: next + length };
};
