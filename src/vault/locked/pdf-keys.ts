import { createHash } from "node:crypto";
import { aesCbcLocked, aesCbcOpened } from "./aes.ts";
import { rc4 } from "./rc4.ts";

/** What the encryption dictionary of a PDF says for deriving its key (ISO 32000-2, 7.6.4). */
export interface PdfLock {
  readonly revision: number;
  /** Bytes of the key. */
  readonly keyBytes: number;
  readonly permissions: number;
  readonly owner: Uint8Array;
  readonly user: Uint8Array;
  readonly ownerKey: Uint8Array;
  readonly userKey: Uint8Array;
  readonly locksMetadata: boolean;
  /** First part of the file's own id. */
  readonly id: Uint8Array;
}

/** The key of the file by the password of a user or of its owner; undefined where it is neither. */
export const pdfKey = (lock: PdfLock, password: string): Uint8Array | undefined => {
  if (lock.revision >= 5) return newKey(lock, Buffer.from(password.normalize("NFKC"), "utf8").subarray(0, 127));
  const words = Buffer.from(password, "latin1");
  return oldKey(lock, words) ?? oldKey(lock, ownersWords(lock, words));
};

const md5 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash("md5");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Algorithm 2: what fills a short password up. */
const filling = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
const filled = (words: Uint8Array): Buffer => Buffer.concat([words, filling]).subarray(0, 32);

/** MD5 fifty times over, from revision 3 on. */
const often = (hash: Uint8Array, { revision, keyBytes }: PdfLock): Uint8Array => {
  if (revision < 3) return hash.subarray(0, keyBytes);
  let out = hash.subarray(0, keyBytes);
  for (let i = 0; i < 50; i++) out = md5(out).subarray(0, keyBytes);
  return out;
};

/** RC4 with a key that is changed nineteen times, from revision 3 on. */
const oftenRc4 = (key: Uint8Array, bytes: Uint8Array, rounds: readonly number[]): Uint8Array =>
  rounds.reduce<Uint8Array>(
    (out, round) =>
      rc4(
        key.map((byte) => byte ^ round),
        out,
      ),
    bytes,
  );

const rising = Array.from({ length: 20 }, (_, i) => i);

/** Algorithms 2, 4, 5 and 6. */
const oldKey = (lock: PdfLock, words: Uint8Array): Uint8Array | undefined => {
  const { revision, owner, user, permissions, id, locksMetadata } = lock;
  const allowed = Buffer.alloc(4);
  allowed.writeInt32LE(permissions | 0);
  const unlocked = revision >= 4 && !locksMetadata ? [Buffer.alloc(4, 0xff)] : [];
  const key = often(md5(filled(words), owner.subarray(0, 32), allowed, id, ...unlocked), lock);
  const expected = revision < 3 ? rc4(key, filling) : oftenRc4(key, md5(filling, id), rising);
  const length = revision < 3 ? 32 : 16;
  return Buffer.compare(expected.subarray(0, length), user.subarray(0, length)) === 0 ? key : undefined;
};

/** Algorithm 7: the user's password, by the owner's. */
const ownersWords = (lock: PdfLock, words: Uint8Array): Uint8Array => {
  const key = often(md5(filled(words)), lock);
  return oftenRc4(key, lock.owner.subarray(0, 32), lock.revision < 3 ? [0] : rising.toReversed());
};

/** Algorithms 2.A, 11 and 12. */
const newKey = (lock: PdfLock, words: Uint8Array): Uint8Array | undefined => {
  const { revision, owner, user, ownerKey, userKey } = lock;
  const none = new Uint8Array();
  const asks = [
    { said: user, locked: userKey, beside: none },
    { said: owner, locked: ownerKey, beside: user.subarray(0, 48) },
  ];
  for (const { said, locked, beside } of asks) {
    if (said.length < 48 || locked.length < 32) continue;
    const hash = (salt: Uint8Array) => (revision === 5 ? sha256(words, salt, beside) : hardened(words, salt, beside));
    if (Buffer.compare(hash(said.subarray(32, 40)), said.subarray(0, 32)) !== 0) continue;
    return aesCbcOpened(hash(said.subarray(40, 48)), new Uint8Array(16), locked.subarray(0, 32));
  }
  return undefined;
};

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Algorithm 2.B. Its end is left to chance: some seventy rounds are usual, and no honest file has a thousand. */
const hardened = (words: Uint8Array, salt: Uint8Array, beside: Uint8Array): Buffer => {
  let key: Buffer = sha256(words, salt, beside);
  for (let round = 0; round < 1_000; round++) {
    const once = Buffer.concat([words, key, beside]);
    const locked = aesCbcLocked(
      key.subarray(0, 16),
      key.subarray(16, 32),
      Buffer.concat(Array.from({ length: 64 }, () => once)),
    );
    const name = (["sha256", "sha384", "sha512"] as const)[locked.subarray(0, 16).reduce((sum, b) => sum + b, 0) % 3];
    key = createHash(name ?? "sha256")
      .update(locked)
      .digest();
    if (round >= 63 && (locked.at(-1) ?? 0) <= round - 31) break;
  }
  return key.subarray(0, 32);
};
