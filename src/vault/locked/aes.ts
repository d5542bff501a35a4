import { createCipheriv, createDecipheriv } from "node:crypto";

const nothing = new Uint8Array();

/** AES in CBC, without padding. The bytes are whole blocks of 16. */
export const aesCbcOpened = (key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const opening = createDecipheriv(`aes-${key.length * 8}-cbc`, key, iv).setAutoPadding(false);
  return Buffer.concat([opening.update(bytes), opening.final()]);
};

/** The other way. */
export const aesCbcLocked = (key: Uint8Array, iv: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const locking = createCipheriv(`aes-${key.length * 8}-cbc`, key, iv).setAutoPadding(false);
  return Buffer.concat([locking.update(bytes), locking.final()]);
};

/** AES block by block, without padding. */
export const aesEcbOpened = (key: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const opening = createDecipheriv(`aes-${key.length * 8}-ecb`, key, nothing).setAutoPadding(false);
  return Buffer.concat([opening.update(bytes), opening.final()]);
};

/** Counters that are encrypted at a time, in bytes. */
const counterBytes = 64 * 1024;

/** AES as a counter that grows from its first byte on, from 1 (WinZip AE-2, "Encryption and decryption"). */
export const aesCounted = (key: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const stream = createCipheriv(`aes-${key.length * 8}-ecb`, key, nothing).setAutoPadding(false);
  const out = new Uint8Array(bytes);
  const counters = Buffer.alloc(counterBytes);
  for (let at = 0, block = 1; at < out.length; at += counterBytes) {
    for (let i = 0; i < counterBytes; i += 16, block++) counters.writeUInt32LE(block, i);
    const pad = stream.update(counters);
    for (let i = 0, end = Math.min(counterBytes, out.length - at); i < end; i++)
      out[at + i] = (out[at + i] as number) ^ (pad[i] as number);
  }
  return out;
};
