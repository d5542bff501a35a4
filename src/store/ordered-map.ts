/** One change of a batch. */
export type Operation =
  | { readonly type: "put"; readonly key: string; readonly value: Uint8Array }
  | { readonly type: "del"; readonly key: string };

/** Entries from `gte` on and below `lt`, at most `limit`, in order of key by UTF-8 bytes or against it. */
export interface MapRange {
  readonly gte: string;
  readonly lt?: string;
  readonly limit: number;
  readonly reverse?: boolean;
}

/** The layer below the format: values under keys of text, in order of key by UTF-8 bytes. The values given are the caller's. */
export interface OrderedMap {
  /** Answers at once, since a commit is checked in one step. Errors: DATA_LOSS where the value cannot be read. */
  get(key: string): Uint8Array | undefined;
  /** Errors: DATA_LOSS where an entry cannot be read. */
  entries(range: MapRange): Promise<[string, Uint8Array][]>;
  /** Says which values will be asked for, to a map that fetches them from elsewhere: all at once rather than one by one. Absent: they are here. */
  soon?(keys: readonly string[]): Promise<void>;
}

/** A map as of one moment. */
export interface MapView extends OrderedMap {
  /** All entries in order, in pages. */
  pages(): AsyncIterable<readonly [string, Uint8Array][]>;
  close(): Promise<void>;
}

/** A map that outlives the process. */
export interface DurableMap extends OrderedMap {
  /** Resolves when all operations are on disk. All of them are or none, whatever happens meanwhile. */
  write(operations: readonly Operation[]): Promise<void>;
  view(): MapView;
  /** Resolves when every view that is open now was closed. */
  viewsClosed(): Promise<void>;
  /** Takes what was removed or overwritten in these ranges off the disk, but for what an open view keeps. */
  compact(ranges: readonly Required<Pick<MapRange, "gte" | "lt">>[]): Promise<void>;
  readonly isOpen: boolean;
  close(): Promise<void>;
}
