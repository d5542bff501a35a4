import { viewOf } from "#kit/data-view.ts";

const signature = Buffer.from("d0cf11e0a1b11ae1", "hex");
const [headerBytes, entryBytes, listInHeader] = [512, 128, 109];
/** Shorter streams lie in sectors of 64 bytes, by the numbers that readers take for granted, signed as they read them. */
const smallBytes = 4_096;
/** Sectors with a number from here on are none: ends of chains, free ones. */
const lastSector = 0xfffffff9;

/** Whether a file begins as a compound file (MS-CFB 2.2). */
export const isCompound = (bytes: Uint8Array): boolean => Buffer.compare(bytes.subarray(0, 8), signature) === 0;

interface Entry {
  readonly name: string;
  /** 1 a storage, 2 a stream, 5 the root. */
  readonly type: number;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly sizeBytes: number;
}

/**
 * The streams at the top of a compound file (MS-CFB), in which old office programs keep their documents. Whatever its tables say,
 * no sector is gone through twice for one stream.
 */
export class CompoundFile {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #sectorBytes: number;
  readonly #next: Uint32Array;
  readonly #entries: readonly Entry[];
  readonly #top: ReadonlyMap<string, Entry>;

  private constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#sectorBytes = this.#view.getUint16(30, true) === 12 ? 4096 : 512;
    this.#next = this.#table();
    this.#entries = entriesOf(this.#chained(this.#view.getUint32(48, true)));
    this.#top = topOf(this.#entries);
  }

  get #root(): Entry | undefined {
    return this.#entries[0];
  }

  /** Which sector of 64 bytes follows which (2.4). */
  get #nextSmall(): Uint32Array {
    return numbersOf(this.#chained(this.#view.getUint32(60, true)));
  }

  /** Opens a file; undefined for what is no compound file. */
  static open(bytes: Uint8Array): CompoundFile | undefined {
    return bytes.length >= headerBytes && isCompound(bytes) ? new CompoundFile(bytes) : undefined;
  }

  /** Names of the streams and storages at the top. */
  get names(): ReadonlySet<string> {
    return new Set(this.#top.keys());
  }

  /** The bytes of a stream at the top, as many as its chain has; undefined where there is none of this name. */
  stream(name: string): Uint8Array | undefined {
    const entry = this.#top.get(name);
    if (entry?.type !== 2) return undefined;
    const isSmall = entry.sizeBytes < this.#view.getUint32(56, true);
    const bytes = isSmall ? this.#small(entry.start) : this.#chained(entry.start);
    return bytes.subarray(0, entry.sizeBytes);
  }

  /**
   * Whether a reader that trusts its tables would never come to an end: a chain of sectors that comes back to one of its own, or a
   * storage that is its own heir.
   */
  get isEndless(): boolean {
    const small = this.#entries.filter(
      ({ type, sizeBytes }) => type === 2 && sizeBytes !== 0 && (sizeBytes | 0) < smallBytes,
    );
    const nextSmall = this.#nextSmall;
    return (
      comesBack([this.#view.getUint32(48, true), this.#root?.start ?? lastSector + 1], (at) => this.#next[at]) ||
      comesBack(
        small.map(({ start }) => start),
        (at) => nextSmall[at],
      ) ||
      this.#isOwnHeir
    );
  }

  /** Each entry stands below one other at most; twice in each of many would be as endless. */
  get #isOwnHeir(): boolean {
    const seen = new Set<number>();
    const open = [0];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const entry = this.#entries[at];
      if (entry === undefined) continue;
      if (seen.has(at)) return true;
      seen.add(at);
      if (at > 0) open.push(entry.left, entry.right);
      if (at === 0 || entry.type === 1) open.push(entry.child);
    }
    return false;
  }

  /** Sectors that the file has room for. */
  get #most(): number {
    return Math.ceil(this.#bytes.length / this.#sectorBytes);
  }

  /** Which sector follows which (2.3), by the list of the sectors that say so (2.5). */
  #table(): Uint32Array {
    const places = Array.from({ length: listInHeader }, (_, i) => this.#view.getUint32(76 + 4 * i, true));
    let more = this.#view.getUint32(68, true);
    for (let left = this.#most; left > 0 && more <= lastSector; left--) {
      const sector = this.#sector(more);
      if (sector.length < this.#sectorBytes) break;
      const numbers = numbersOf(sector);
      places.push(...numbers.subarray(0, -1));
      more = numbers.at(-1) ?? lastSector + 1;
    }
    const sectors = places.filter((place) => place < this.#most).slice(0, this.#most);
    return numbersOf(Buffer.concat(sectors.map((place) => this.#sector(place))));
  }

  #sector(number: number): Uint8Array {
    const at = (number + 1) * this.#sectorBytes;
    return this.#bytes.subarray(at, at + this.#sectorBytes);
  }

  #chained(start: number): Uint8Array {
    return Buffer.concat(chainOf(start, this.#next, this.#most).map((number) => this.#sector(number)));
  }

  /** Small streams share sectors of 64 bytes in the root's own stream (2.4). */
  #small(start: number): Uint8Array {
    const next = this.#nextSmall;
    const all = this.#chained(this.#root?.start ?? lastSector + 1);
    return Buffer.concat(
      chainOf(start, next, Math.floor(all.length / 64)).map((number) => all.subarray(number * 64, number * 64 + 64)),
    );
  }
}

/** Sectors one after the other, no more than there are. */
const chainOf = (start: number, next: Uint32Array, most: number): number[] => {
  const chain: number[] = [];
  const length = Math.min(next.length, most);
  for (let at = start; at < length && chain.length < length; at = next[at] as number) chain.push(at);
  return chain;
};

/** Whether a chain that begins at one of these comes back to a sector that it has been at. */
const comesBack = (starts: readonly number[], next: (at: number) => number | undefined): boolean => {
  /** By which chain a sector was met first: what an earlier one met has an end. */
  const metBy = new Map<number, number>();
  for (const [chain, start] of starts.entries())
    for (let at = start, then = next(at); then !== undefined; at = then, then = next(at)) {
      const met = metBy.get(at);
      if (met === chain) return true;
      if (met !== undefined) break;
      metBy.set(at, chain);
    }
  return false;
};

const numbersOf = (bytes: Uint8Array): Uint32Array => {
  const view = viewOf(bytes);
  return Uint32Array.from({ length: bytes.length >>> 2 }, (_, i) => view.getUint32(4 * i, true));
};

const entriesOf = (directory: Uint8Array): Entry[] => {
  const view = viewOf(directory);
  return Array.from({ length: Math.floor(directory.length / entryBytes) }, (_, i) => {
    const at = i * entryBytes;
    const nameBytes = Math.min(Math.max(view.getUint16(at + 64, true) - 2, 0), 62);
    return {
      name: new TextDecoder("utf-16le").decode(directory.subarray(at, at + nameBytes)),
      type: view.getUint8(at + 66),
      left: view.getUint32(at + 68, true),
      right: view.getUint32(at + 72, true),
      child: view.getUint32(at + 76, true),
      start: view.getUint32(at + 116, true),
      sizeBytes: view.getUint32(at + 120, true),
    };
  });
};

/** What hangs below the root: a tree of entries of which each names two others. */
const topOf = (entries: readonly Entry[]): ReadonlyMap<string, Entry> => {
  const top = new Map<string, Entry>();
  const seen = new Set<number>();
  const open = [entries[0]?.child ?? entries.length];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const entry = entries[at];
    if (entry === undefined || seen.has(at)) continue;
    seen.add(at);
    top.set(entry.name, entry);
    open.push(entry.left, entry.right);
  }
  return top;
};
