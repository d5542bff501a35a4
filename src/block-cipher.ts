import { type Cipheriv as Cipher, createCipheriv, createHmac, randomBytes, randomFillSync } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { overwriteSecret, writeSecret, writeSecretOnce } from "./secret-file.ts";

const [keyBytes, nonceBytes, blockBytes] = [32, 12, 16];
/** Above so many bytes setting up a cipher costs nothing beside its work. */
const smallMax = 16 * 1_024;

/**
 * Encrypts pieces of a derived file, each for itself, so that one is read without the others: AES-256 in counter mode, the counter behind 12
 * random bytes that stand before the piece. It hides and does not tell damage: whoever uses it has checks inside what is encrypted. One
 * cipher object serves all small pieces, since making one takes longer than a small piece does.
 */
export class BlockCipher {
  readonly #key: Buffer;
  readonly #names: Buffer;
  readonly #blocks: Cipher;
  readonly #counters = numbered(smallMax / blockBytes);
  readonly #counterWords = new Uint32Array(this.#counters.buffer);
  readonly #nonceWords = new Uint32Array(nonceBytes / 4);
  readonly #nonceBytes = new Uint8Array(this.#nonceWords.buffer);
  readonly #random = Buffer.alloc(nonceBytes * 1_024);
  #randomAt = this.#random.length;

  constructor(secret: Buffer) {
    const part = (use: string): Buffer => createHmac("sha256", secret).update(use).digest();
    this.#key = part("pieces");
    this.#names = part("names");
    this.#blocks = createCipheriv("aes-256-ecb", this.#key, null).setAutoPadding(false);
  }

  /** The bytes as they are stored. */
  seal(bytes: Uint8Array): Uint8Array {
    const stored = Buffer.allocUnsafe(nonceBytes + bytes.length);
    stored.set(this.#nonce());
    this.#turn(stored.subarray(0, nonceBytes), bytes, stored.subarray(nonceBytes));
    return stored;
  }

  /** The bytes again; others where they are not what was stored. Undefined for what is too short, or no bytes at all. */
  open(stored: unknown): Uint8Array | undefined {
    if (!(stored instanceof Uint8Array) || stored.length < nonceBytes) return undefined;
    const bytes = Buffer.allocUnsafe(stored.length - nonceBytes);
    this.#turn(stored.subarray(0, nonceBytes), stored.subarray(nonceBytes), bytes);
    return bytes;
  }

  /** A name that something is found by, of which nobody without the key knows what it stands for. */
  nameOf(text: string): Uint8Array {
    return createHmac("sha256", this.#names).update(text).digest().subarray(0, 16);
  }

  /** Encrypting and decrypting are the same. `to` has room for what stands in `from`. */
  #turn(nonce: Uint8Array, from: Uint8Array, to: Uint8Array): void {
    if (from.length > smallMax) {
      const counter = Buffer.alloc(blockBytes);
      counter.set(nonce);
      to.set(createCipheriv("aes-256-ctr", this.#key, counter).update(from));
      return;
    }
    const count = Math.ceil(from.length / blockBytes);
    const words = this.#nonceWords;
    this.#nonceBytes.set(nonce);
    const [one, two, three] = [words[0] as number, words[1] as number, words[2] as number];
    const counters = this.#counterWords;
    for (let at = 0, end = count * 4; at < end; at += 4) {
      counters[at] = one;
      counters[at + 1] = two;
      counters[at + 2] = three;
    }
    xor(from, this.#blocks.update(this.#counters.subarray(0, count * blockBytes)), to);
  }

  #nonce(): Uint8Array {
    if (this.#randomAt === this.#random.length) {
      randomFillSync(this.#random);
      this.#randomAt = 0;
    }
    this.#randomAt += nonceBytes;
    return this.#random.subarray(this.#randomAt - nonceBytes, this.#randomAt);
  }
}

/** Blocks with room for a nonce, and behind it their number: what counter mode encrypts. */
const numbered = (count: number): Uint8Array<ArrayBuffer> => {
  const counters = new Uint8Array(count * blockBytes);
  const view = new DataView(counters.buffer);
  for (let number = 0; number < count; number++) view.setUint32(number * blockBytes + nonceBytes, number);
  return counters;
};

/** Four bytes at a time where all three lie so that it can be. */
const xor = (from: Uint8Array, stream: Uint8Array, to: Uint8Array): void => {
  let at = 0;
  if (((from.byteOffset | stream.byteOffset | to.byteOffset) & 3) === 0) {
    const count = from.length >>> 2;
    const [a, b, c] = [wordsOf(from, count), wordsOf(stream, count), wordsOf(to, count)];
    for (let word = 0; word < count; word++) c[word] = (a[word] as number) ^ (b[word] as number);
    at = count * 4;
  }
  for (; at < from.length; at++) to[at] = (from[at] as number) ^ (stream[at] as number);
};

const wordsOf = ({ buffer, byteOffset }: Uint8Array, count: number): Uint32Array =>
  new Uint32Array(buffer, byteOffset, count);

/** Where the key of a derived file lies. */
export const keyFileOf = (file: string): string => `${file}.key`;

/** Whether there is a key for a derived file. */
export const hasBlockKey = (file: string): boolean =>
  statSync(keyFileOf(file), { throwIfNoEntry: false })?.size === keyBytes;

/** The cipher of a derived file, whose key lies beside it for its owner alone and is made where there is none. Empty and `:memory:`: a key of this process. */
export const blockCipherOf = (file: string): BlockCipher =>
  new BlockCipher(file === "" || file === ":memory:" ? randomBytes(keyBytes) : blockKeyOf(file));

/** The key that lies beside a file for its owner alone; made where there is none. */
export const blockKeyOf = (file: string): Buffer => {
  if (!hasBlockKey(file)) {
    destroyBlockKey(file);
    writeSecretOnce(keyFileOf(file), randomBytes(keyBytes));
  }
  return readFileSync(keyFileOf(file));
};

/** Puts the key of a derived file beside it that was made elsewhere. */
export const putBlockKey = (file: string, key: Uint8Array): void => writeSecret(keyFileOf(file), key);

/** Overwrites the key of a derived file where it stands, so that what is left of that file on the disk says nothing, and removes it. */
export const destroyBlockKey = (file: string): void => {
  const path = keyFileOf(file);
  if (!existsSync(path)) return;
  overwriteSecret(path);
  rmSync(path, { force: true });
};
