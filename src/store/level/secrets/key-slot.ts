import { hash } from "node:crypto";

/**
 * A slot of the file of keys: number (8 bytes, big-endian), key (32 bytes), 16 zero bytes, and the first 8 bytes of the SHA-256 of what
 * stands before. A destroyed one is 64 zero bytes. Slots never lie across two sectors of a disk.
 */
export const slotBytes = 64;
export const keyBytes = 32;
const [keyAt, checkAt] = [8, 56];

export const encodeSlot = (number: number, key: Uint8Array): Uint8Array => {
  const slot = Buffer.alloc(slotBytes);
  slot.writeBigUInt64BE(BigInt(number));
  slot.set(key, keyAt);
  slot.set(checkOf(slot), checkAt);
  return slot;
};

/** The key in a slot; `destroyed` where there is none any more, undefined where the slot is damaged or not whole. */
export const decodeSlot = (number: number, slot: Uint8Array): Uint8Array | "destroyed" | undefined => {
  if (slot.length !== slotBytes) return undefined;
  if (slot.every((byte) => byte === 0)) return "destroyed";
  const bytes = Buffer.from(slot);
  if (!checkOf(bytes).equals(bytes.subarray(checkAt)) || bytes.readBigUInt64BE() !== BigInt(number)) return undefined;
  return new Uint8Array(bytes.subarray(keyAt, keyAt + keyBytes));
};

const checkOf = (slot: Uint8Array): Buffer =>
  Buffer.from(hash("sha256", slot.subarray(0, checkAt), "hex").slice(0, 16), "hex");
