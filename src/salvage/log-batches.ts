import { blockEnd, fragmentAt, headerBytes, typeFirst } from "../store/level/log-check.ts";
import { varintAt } from "../store/level/snappy.ts";
import type { Version } from "./table-entries.ts";

/** Number of the first write (8 bytes) and how many there are (4). */
const batchHeaderBytes = 12;

/** The versions that a log brought, of every batch that is there whole: what stands before and behind unreadable bytes. */
export function* versionsOfLog(log: Uint8Array): Generator<Version> {
  for (const { batch } of batchesIn(log)) yield* versionsOfBatch(batch);
}

/** Whether bytes follow the last whole batch: one that was being written when the power died, or what is left of one that was cut. */
export const isTorn = (log: Uint8Array): boolean => {
  let end = 0;
  for (const batch of batchesIn(log)) end = batch.end;
  return log.subarray(end).some((byte) => byte !== 0);
};

function* batchesIn(log: Uint8Array): Generator<{ batch: Uint8Array; end: number }> {
  let parts: Uint8Array[] | undefined;
  for (let at = 0; at + headerBytes <= log.length; ) {
    if (blockEnd(at) - at < headerBytes) {
      at = blockEnd(at);
      continue;
    }
    const fragment = fragmentAt(log, at);
    if (!fragment) {
      // A damaged length hides where the next fragment begins: it is looked for byte by byte.
      [parts, at] = [undefined, at + 1];
      continue;
    }
    const content = log.subarray(at + headerBytes, fragment.end);
    if (fragment.type <= typeFirst) parts = [];
    parts?.push(content);
    if (parts && isLast(fragment.type)) {
      yield { batch: parts.length === 1 ? content : Buffer.concat(parts), end: fragment.end };
      parts = undefined;
    }
    at = fragment.end;
  }
}

/** Types 1 and 4: a whole record, and the last part of one. */
const isLast = (type: number): boolean => type === 1 || type === 4;

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
