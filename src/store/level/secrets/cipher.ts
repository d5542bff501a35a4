import { createCipheriv, createDecipheriv, createSecretKey, randomFillSync } from "node:crypto";
import { plain } from "../../field.ts";
import { dataLoss } from "../../refusals.ts";

/** The key of a scope, with the name by which what is encrypted calls it. */
export interface Secret {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/** Finds keys by their names. */
export interface Secrets {
  /** Errors: DATA_LOSS for a key that is lost, damaged or destroyed. */
  find(id: string): Uint8Array;
  /** Whether a key was destroyed with its scope. */
  isDestroyed(id: string): boolean;
}

/** The keys of scopes by their numbers. */
export interface ScopeKeys {
  /** The key with a number, which the caller has given to a scope. Errors: DATA_LOSS where it is lost. */
  secret(number: number): Secret;
}

const algorithm = "aes-256-gcm";
const [nonceBytes, tagBytes] = [12, 16];

// Given bytes, the platform looks four times whether they are a key of one of its own kinds: 18 µs a cipher instead of 6.
const keyOf = createSecretKey;

/** Encrypts bytes for one place: nonce, the bytes, tag. Read elsewhere than under this key of the map, they do not open. */
export const encrypt = ({ key }: Secret, place: string, bytes: Uint8Array): Uint8Array => {
  const nonce = nextNonce();
  const cipher = createCipheriv(algorithm, keyOf(key), nonce);
  cipher.setAAD(Buffer.from(place));
  const whole = new Uint8Array(nonceBytes + bytes.length + tagBytes);
  whole.set(nonce);
  whole.set(cipher.update(bytes), nonceBytes);
  cipher.final();
  whole.set(cipher.getAuthTag(), nonceBytes + bytes.length);
  return whole;
};

/** The bytes as they were. Throws where they were changed, moved to another place, or encrypted with another key. */
const decrypt = (key: Uint8Array, place: string, whole: Uint8Array): Uint8Array => {
  const decipher = createDecipheriv(algorithm, keyOf(key), whole.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(place));
  decipher.setAuthTag(whole.subarray(-tagBytes));
  const bytes = decipher.update(whole.subarray(nonceBytes, -tagBytes));
  decipher.final();
  return plain(bytes);
};

/** The value under a key of the map, decrypted where it names its key. Errors: DATA_LOSS, and those of `Secrets`. */
export const decrypted = (place: string, stored: Uint8Array, keyId: string, secrets: Secrets): Uint8Array => {
  if (keyId === "") return stored;
  const key = secrets.find(keyId);
  try {
    return decrypt(key, place, stored);
  } catch (cause) {
    throw dataLoss(`what is stored under ${place} cannot be decrypted with the key it names`, { key: place }, cause);
  }
};

/** Asked of the system many at once, which costs a tenth for each. */
const nonces = new Uint8Array(512 * nonceBytes);
let used = nonces.length;

const nextNonce = (): Uint8Array => {
  if (used === nonces.length) {
    randomFillSync(nonces);
    used = 0;
  }
  used += nonceBytes;
  return nonces.slice(used - nonceBytes, used);
};
