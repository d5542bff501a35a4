import { recordsIn } from "../store/level/log-check.ts";
import { varintAt } from "../store/level/snappy.ts";
import type { Version } from "./table-entries.ts";

/** Number of the first write (8 bytes) and how many there are (4). */
const batchHeaderBytes = 12;

/** The versions that a log brought, of every batch that is there whole: what stands before and behind unreadable bytes. */
export function* versionsOfLog(log: Uint8Array): Generator<Version> {
  for (const { record } of recordsIn(log)) yield* versionsOfBatch(record);
}

/** Whether bytes follow the last whole batch: one that was being written when the power died, or what is left of one that was cut. */
export const isTorn = (log: Uint8Array): boolean => {
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
