import { zstdDecompressSync } from "node:zlib";
import { type DescMessage, fromBinary, type MessageShape, toBinary } from "@bufbuild/protobuf";
import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { quickFrame } from "../../store/quick-frame.ts";
import type { EntryChange, RecordChange } from "../../store/store.ts";

/** An event of a run with its place in the journal. */
export interface Placed {
  readonly runId: string;
  readonly seq: number;
  readonly event: RunEvent;
}

/** How the values of a space are kept, and what they are, in words for the page of formats. */
export interface Codec<V> {
  readonly told: string;
  encode(value: V): Uint8Array;
  decode(bytes: Uint8Array): V;
}

/** What a space is called and holds. */
interface SpaceOptions<V> {
  /** Its name in the store; changed only with `indexVersion`. */
  readonly name: string;
  /** What it answers, for the page of formats. */
  readonly answers: string;
  /** How a key is put together, for the page of formats. */
  readonly key: string;
  readonly value: Codec<V>;
  /** Which events bring a record or take it away, or else who does, for the page of formats. */
  readonly from: string;
}

/** A space of records: the one place that knows its name and how its values are kept. */
export interface Space<V> extends SpaceOptions<V> {
  /** The change that sets the record under a key. */
  set(key: string, value: V): RecordChange;
  /** The change that takes it away. */
  drop(key: string): RecordChange;
}

/** A space whose records follow from events and from nothing else: it can be thrown away and derived again. */
export interface DerivedSpace<V> extends Space<V> {
  /** The changes that an event brings. */
  derive(placed: Placed): RecordChange[];
}

/** Declares a space that commands write beside the journal: no event says what stands in it. */
export const keptSpace = <V>(options: SpaceOptions<V>): Space<V> => ({
  ...options,
  set: (key, value) => ({ space: options.name, key, value: options.value.encode(value) }),
  drop: (key) => ({ space: options.name, key, value: undefined }),
});

/** Declares a space that is derived: `of` gives the keys an event sets, and with `undefined` those it takes away. */
export const derivedSpace = <V>(
  options: SpaceOptions<V> & { of(placed: Placed): readonly (readonly [key: string, value: V | undefined])[] },
): DerivedSpace<V> => {
  const { of, ...rest } = options;
  const space = keptSpace(rest);
  return {
    ...space,
    derive: (placed) =>
      of(placed).map(([key, value]) => (value === undefined ? space.drop(key) : space.set(key, value))),
  };
};

/** What a commit sets beside the journal. */
export type IndexChange = RecordChange | EntryChange;

/** A numbered list: what is asked for as a whole or in pages, of which the store tells when one entry is gone. */
export interface IndexList<V> extends SpaceOptions<V> {
  /** The change that puts an entry in, or changes what it holds. */
  set(key: string, value: V): EntryChange;
  /** The change that takes it out. */
  drop(key: string): EntryChange;
}

/** A list whose entries follow from events, in their order, and from nothing else. */
export interface DerivedList<V> extends IndexList<V> {
  /** The changes that an event brings. */
  derive(placed: Placed): EntryChange[];
}

/** Declares a list that commands write beside the journal. */
export const keptList = <V>(options: SpaceOptions<V>): IndexList<V> => ({
  ...options,
  set: (key, value) => ({ list: options.name, key, value: options.value.encode(value) }),
  drop: (key) => ({ list: options.name, key, value: undefined }),
});

/** Declares a list that is derived: `of` as for a derived space. */
export const derivedList = <V>(
  options: SpaceOptions<V> & { of(placed: Placed): readonly (readonly [key: string, value: V | undefined])[] },
): DerivedList<V> => {
  const { of, ...rest } = options;
  const list = keptList(rest);
  return {
    ...list,
    derive: (placed) => of(placed).map(([key, value]) => (value === undefined ? list.drop(key) : list.set(key, value))),
  };
};

/** Values that are one message. */
export const messageValue = <D extends DescMessage>(schema: D, told = ""): Codec<MessageShape<D>> => ({
  told: told || `\`${schema.typeName}\``,
  encode: (value) => toBinary(schema, value),
  decode: (bytes) => fromBinary(schema, bytes),
});

/** Values in one Zstandard frame: large ones that are written often. Those of earlier versions are not in one. */
export const framed = <V>(codec: Codec<V>): Codec<V> => ({
  told: `${codec.told} in a Zstandard frame`,
  encode: (value) => inFrame(codec.encode(value)),
  decode: (bytes) => codec.decode(outOfFrame(bytes)),
});

/** Bytes in a frame, at the least cost. */
export const inFrame = quickFrame;

/** What is in a frame; bytes that are in none as they are. */
export const outOfFrame = (bytes: Uint8Array): Uint8Array =>
  isFrame(bytes) ? Uint8Array.from(zstdDecompressSync(bytes)) : bytes;

/** RFC 8878 3.1.1: a frame begins with this number, a message of ours cannot. */
const isFrame = (bytes: Uint8Array): boolean =>
  bytes.length >= 4 && Buffer.from(bytes.buffer, bytes.byteOffset, 4).readUInt32LE() === 0xfd2fb528;

/** Values that are text in UTF-8. */
export const textValue = (told: string): Codec<string> => ({
  told,
  encode: (value) => new TextEncoder().encode(value),
  decode: (bytes) => new TextDecoder().decode(bytes),
});

const one = new Uint8Array([1]);

/** Values that say nothing: the key is all. */
export const noValue: Codec<true> = { told: "the byte 1", encode: () => one, decode: () => true };

/** A number in a key: keys then sort as numbers do. */
export const inOrder = (seq: number): string => seq.toString(16).padStart(8, "0");

/** The number at the end of a key. */
export const seqOf = (key: string): number => Number.parseInt(key.slice(-8), 16);
