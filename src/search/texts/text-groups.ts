import { constants, deflateRawSync, inflateRawSync } from "node:zlib";
import { ByteWriter } from "../postings/byte-writer.ts";
import { TornBlockError, VarintReader } from "../postings/posting-bytes.ts";
import type { TextRecord } from "./text-record.ts";

/** Groups of fewer bytes do not become smaller. */
const packedFrom = 200;
/** Level 3: a hundredth smaller, a twentieth longer. Ends at a byte and no stream, so that groups together are one stream. */
const packing = { level: 1, finishFlush: constants.Z_SYNC_FLUSH };
/** What a flush writes last (RFC 1951, an empty stored block); left away in store. */
const flushMark = Uint8Array.of(0, 0, 0xff, 0xff);
/** An empty stored block that is the last. */
const streamEnd = Uint8Array.of(1, 0, 0, 0xff, 0xff);

/** Texts of documents that lie together, by document number. */
export type TextGroup = ReadonlyMap<number, TextRecord>;

const writer = new ByteWriter();

/**
 * Records packed as one: a varint of their bytes, then these, as raw DEFLATE where that is smaller. The bytes: varint of how
 * many there are; for each, varints of its document's difference to the one before and of its size; then the records.
 * Packed together they are smaller, and packing takes two thirds of the time, much of which is beginning.
 */
export const packGroup = (group: TextGroup): Uint8Array => {
  writer.clear();
  writer.varint(group.size);
  let before = 0;
  for (const [doc, record] of group) {
    writer.varint(doc - before);
    writer.varint(record.length);
    before = doc;
  }
  for (const record of group.values()) writer.add(record);
  const plain = writer.bytes();
  const packed = plain.length < packedFrom ? plain : deflateRawSync(plain, packing).subarray(0, -flushMark.length);
  const least = packed.length < plain.length ? packed : plain.slice();
  writer.clear();
  writer.varint(plain.length);
  writer.add(least);
  return writer.bytes();
};

/** The records again; views of one buffer. Errors: `TornBlockError`, zlib's. */
export const unpackGroup = (packed: Uint8Array): TextGroup => unpackGroups([packed])[0] as TextGroup;

/** Several at once: setting up the decoder takes longer than a letter does. Errors: as for `unpackGroup`. */
export const unpackGroups = (groups: readonly Uint8Array[]): TextGroup[] => {
  const opened = groups.map((packed) => {
    const head = new VarintReader(packed, 0);
    const size = head.varint();
    const bytes = packed.subarray(head.at);
    return { size, bytes, isPlain: bytes.length === size };
  });
  const deflated = opened.filter(({ isPlain }) => !isPlain);
  const inflated = inflate(
    deflated.flatMap(({ bytes }) => [bytes, flushMark]),
    deflated.reduce((sum, { size }) => sum + size, 0),
  );
  let at = 0;
  return opened.map(({ size, bytes, isPlain }) => {
    if (isPlain) return recordsOf(bytes);
    at += size;
    return recordsOf(inflated.subarray(at - size, at));
  });
};

const inflate = (streams: readonly Uint8Array[], size: number): Uint8Array => {
  if (streams.length === 0) return new Uint8Array();
  // One byte more than there is, so that longer texts show as damage rather than as a second piece.
  const options = { chunkSize: Math.max(64, size + 1), maxOutputLength: size + 1 };
  const bytes = inflateRawSync(Buffer.concat([...streams, streamEnd]), options);
  if (bytes.length !== size) throw new TornBlockError();
  return bytes;
};

const recordsOf = (bytes: Uint8Array): TextGroup => {
  const reader = new VarintReader(bytes, 0);
  const cuts: [doc: number, size: number][] = [];
  let doc = 0;
  for (let left = reader.varint(); left > 0; left--) {
    doc += reader.varint();
    cuts.push([doc, reader.varint()]);
  }
  let { at } = reader;
  const records = cuts.map(([doc, size]) => {
    at += size;
    return [doc, bytes.subarray(at - size, at)] as const;
  });
  if (at !== bytes.length) throw new TornBlockError();
  return new Map(records);
};
