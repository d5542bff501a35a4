import { hash } from "node:crypto";
import { fromBinary } from "@bufbuild/protobuf";
import { SealedRecordSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { plain, writer } from "../field.ts";
import { dataLoss } from "../refusals.ts";

/** Length of a check in bytes: a damage passes unseen once in 2^64. */
const checkBytes = 8;

/** The value with a check over its key and itself (SealedRecord). */
export const seal = (key: string, body: Uint8Array, keyId = ""): Uint8Array =>
  writer.bytes(1, body).string(3, keyId).hex(2, checkOf(key, body)).take();

/** The body of a sealed value. Errors: DATA_LOSS when a bit of it changed or it was written under another key. */
export const unseal = (key: string, value: Uint8Array): Uint8Array => unsealed(key, value).body;

/** As `unseal`, with the name of the key that the body is encrypted with, "" for none. */
export const unsealed = (key: string, value: Uint8Array): { readonly body: Uint8Array; readonly keyId: string } => {
  const { body, keyId } = sealedIn(key, value);
  // Sealed again and compared as a whole, because a decoder overlooks some flipped bits, such as those of a wire type.
  if (Buffer.compare(value, seal(key, body, keyId)) !== 0) throw damaged(key);
  return { body: plain(body), keyId };
};

/** The name of the key that a sealed value says it is encrypted with, as it stands; "" for none, or where it cannot be told. */
export const keyIdOf = (value: Uint8Array): string => {
  try {
    return fromBinary(SealedRecordSchema, value).keyId;
  } catch {
    return "";
  }
};

/**
 * The check at the end of a sealed value as a number to sum up. It is taken as it stands: whether it fits its value is
 * `unseal`'s question, and a value about to be overwritten has nobody to ask it for.
 */
export const sealOf = (value: Uint8Array): bigint =>
  value.length < checkBytes
    ? 0n
    : Buffer.from(value.buffer, value.byteOffset, value.length).readBigUInt64BE(value.length - checkBytes);

/** First 8 bytes of sha256 over key, zero byte and bytes, 16 hex: as text at a third of the cost of bytes. */
export const checkOf = (key: string, bytes: Uint8Array): string => {
  const keyBytes = Buffer.byteLength(key);
  const length = keyBytes + 1 + bytes.length;
  // One scratch for the usual sizes; nothing of it outlives this call.
  const whole = length <= scratch.length ? scratch.subarray(0, length) : Buffer.allocUnsafe(length);
  whole.write(key, 0, keyBytes, "utf8");
  whole[keyBytes] = 0;
  whole.set(bytes, keyBytes + 1);
  return hash("sha256", whole, "hex").slice(0, checkBytes * 2);
};

const scratch = Buffer.allocUnsafe(16 * 1024);

const sealedIn = (key: string, value: Uint8Array) => {
  try {
    return fromBinary(SealedRecordSchema, value);
  } catch (error) {
    throw damaged(key, error);
  }
};

const damaged = (key: string, cause?: unknown) => dataLoss(`the value stored under ${key} is damaged`, { key }, cause);
