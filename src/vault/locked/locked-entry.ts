import { createHmac, pbkdf2Sync } from "node:crypto";
import { crc32 } from "node:zlib";
import { aesCounted } from "./aes.ts";

/** How an entry of a zip is locked with AES (WinZip AE-1 and AE-2), as its extra field says. */
export interface AesLock {
  /** Bytes of the key: 16, 24 or 32. */
  readonly keyBytes: number;
  /** How the entry is packed below the lock. */
  readonly method: number;
}

/** Of an entry what opening needs. */
export interface LockedEntry {
  readonly crc32: number;
  readonly isEncrypted: boolean;
  /** How the entry is packed; where it is locked with AES, 99. */
  readonly method: number;
  /** How it is locked with AES; absent: with the old lock, or not. */
  readonly aes?: AesLock;
  /** By which an old lock knows its password. */
  readonly checkByte: number;
}

/** The packed bytes of an entry without their lock, and how they are packed. */
export interface OpenedEntry {
  readonly packed: Uint8Array;
  readonly method: number;
  /** Whether the recorded CRC-32 is that of the file: AE-2 records none, and a code of its own holds the bytes instead. */
  readonly hasCrc: boolean;
}

/**
 * An entry opened with a password, in turns between which others may have theirs; undefined where it does not open it. An old lock
 * (APPNOTE 6.1) tells a wrong password by one byte alone: one in 256 passes, and the CRC-32 of the file tells then.
 */
export function* openingEntry(
  entry: LockedEntry,
  packed: Uint8Array,
  password: string,
): Generator<void, OpenedEntry | undefined> {
  const words = Buffer.from(password, "utf8");
  if (entry.aes !== undefined) return aesOpened(entry.aes, entry.crc32, packed, words);
  return packed.length < headBytes ? undefined : yield* oldOpened(entry, packed, words);
}

/** What stands before the bytes of an entry with an old lock; and how many bytes are opened in one turn. */
const [headBytes, turnBytes] = [12, 256 * 1024];

const aesOpened = (
  { keyBytes, method }: AesLock,
  crc: number,
  packed: Uint8Array,
  words: Uint8Array,
): OpenedEntry | undefined => {
  const saltBytes = keyBytes / 2;
  if (packed.length < saltBytes + 12) return undefined;
  const derived = pbkdf2Sync(words, packed.subarray(0, saltBytes), 1000, 2 * keyBytes + 2, "sha1");
  const check = packed.subarray(saltBytes, saltBytes + 2);
  if (Buffer.compare(derived.subarray(2 * keyBytes), check) !== 0) return undefined;
  const bytes = packed.subarray(saltBytes + 2, -10);
  const code = createHmac("sha1", derived.subarray(keyBytes, 2 * keyBytes))
    .update(bytes)
    .digest();
  if (Buffer.compare(code.subarray(0, 10), packed.subarray(-10)) !== 0) return undefined;
  return { packed: aesCounted(derived.subarray(0, keyBytes), bytes), method, hasCrc: crc !== 0 };
};

function* oldOpened(
  entry: LockedEntry,
  packed: Uint8Array,
  words: Uint8Array,
): Generator<void, OpenedEntry | undefined> {
  const keys = new OldKeys();
  for (const byte of words) keys.take(byte);
  const open = (byte: number): number => {
    const opened = byte ^ keys.next();
    keys.take(opened);
    return opened;
  };
  const head = packed.subarray(0, headBytes).map(open);
  if (head[headBytes - 1] !== entry.checkByte) return undefined;
  const out = new Uint8Array(packed.subarray(headBytes));
  for (let at = 0; at < out.length; at += turnBytes) {
    const turn = out.subarray(at, at + turnBytes);
    turn.set(turn.map(open));
    yield;
  }
  return { packed: out, method: entry.method, hasCrc: true };
}

/** The three keys of APPNOTE 6.1.5. */
class OldKeys {
  #one = 0x12345678;
  #two = 0x23456789;
  #three = 0x34567890;

  take(byte: number): void {
    this.#one = shifted(this.#one, byte);
    this.#two = (Math.imul(this.#two + (this.#one & 0xff), 134_775_813) + 1) >>> 0;
    this.#three = shifted(this.#three, this.#two >>> 24);
  }

  next(): number {
    const two = (this.#three & 0xffff) | 2;
    return (Math.imul(two, two ^ 1) >>> 8) & 0xff;
  }
}

/** CRC-32 gone on by a byte, without the turns that its users make at both ends. */
const shifted = (key: number, byte: number): number => ((key >>> 8) ^ (table[(key ^ byte) & 0xff] as number)) >>> 0;

/** Rows of the table of CRC-32, as they come out of the CRC-32 of single bytes. */
const table = Uint32Array.from({ length: 256 }, (_, i) => (~crc32(Uint8Array.of(i ^ 0xff)) ^ 0x00ffffff) >>> 0);
