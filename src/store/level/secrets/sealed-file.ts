import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { Secret, Secrets } from "./cipher.ts";
import { idOf, numberOf } from "./key-file.ts";

/** The beginning of a file of encrypted bytes: the file says so itself, so that it is read where nothing else tells of it. */
const magic = Buffer.from("pincite file 1\n\0");
const [saltBytes, tagBytes] = [16, 16];
/** Magic, number of the key, salt. */
export const headBytes = magic.length + 4 + saltBytes;
/** Bytes of the file's content in one frame; the last one has what is left, 1 byte or more. */
const frameBytes = 1024 * 1024;
/** Bytes that a frame takes at most. */
export const sealedFrameBytes = frameBytes + tagBytes;

const algorithm = "aes-256-gcm";

/** The head of a file, taken apart. */
export interface FileHead {
  /** Name of the key of the scope. */
  readonly keyId: string;
  readonly salt: Uint8Array;
}

/** Undefined where the bytes are those of a file that is not encrypted. */
export const readHead = (bytes: Uint8Array): FileHead | undefined => {
  if (bytes.length < headBytes || Buffer.compare(bytes.subarray(0, magic.length), magic) !== 0) return undefined;
  const number = Buffer.from(bytes).readUInt32BE(magic.length);
  return { keyId: idOf(number), salt: bytes.slice(magic.length + 4, headBytes) };
};

/**
 * Encrypts the content of a file of this digest (64 hex): a head, then frames, each with its number and whether it is the last as nonce.
 * The key is derived from the scope's, a salt and the digest, so that no two files have one; the same bytes come out in one piece a frame.
 */
export function* sealedFile(
  { id, key }: Secret,
  digest: string,
  pieces: Iterable<Uint8Array>,
): Generator<Uint8Array, void> {
  const head = Buffer.alloc(headBytes);
  magic.copy(head);
  head.writeUInt32BE(numberOf(id), magic.length);
  const salt = randomBytes(saltBytes);
  salt.copy(head, magic.length + 4);
  yield head;
  const own = keyOf(key, salt, digest);
  let number = 0;
  let frame: Buffer = Buffer.alloc(0);
  for (const full of framesOf(pieces)) {
    if (frame.length > 0) yield sealed(own, number++, false, frame);
    frame = full;
  }
  yield sealed(own, number, true, frame);
}

/** Decrypts frames of one file, in order. */
export class FrameOpener {
  readonly #key: Uint8Array;
  #number = 0;

  /** Errors: DATA_LOSS for a key that is lost or destroyed. */
  constructor({ keyId, salt }: FileHead, digest: string, secrets: Secrets) {
    this.#key = keyOf(secrets.find(keyId), salt, digest);
  }

  /** Throws where the frame was changed, moved, taken from another file, or is the last and is not said to be, or the other way round. */
  open(frame: Uint8Array, isLast: boolean): Uint8Array {
    const decipher = createDecipheriv(algorithm, this.#key, nonce(this.#number, isLast), { authTagLength: tagBytes });
    decipher.setAuthTag(frame.subarray(-tagBytes));
    const bytes = decipher.update(frame.subarray(0, -tagBytes));
    decipher.final();
    this.#number += 1;
    return bytes;
  }
}

const keyOf = (key: Uint8Array, salt: Uint8Array, digest: string): Uint8Array =>
  new Uint8Array(hkdfSync("sha256", key, salt, `pincite file ${digest}`, 32));

const sealed = (key: Uint8Array, number: number, isLast: boolean, bytes: Uint8Array): Uint8Array => {
  const cipher = createCipheriv(algorithm, key, nonce(number, isLast));
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
};

/** Seven zero bytes, the number of the frame, and 1 for the last: a file that was cut at a frame's end is told. */
const nonce = (number: number, isLast: boolean): Uint8Array => {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(number, 7);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
};

/** The bytes in pieces of a frame each. */
function* framesOf(pieces: Iterable<Uint8Array>): Generator<Buffer> {
  let frame = Buffer.allocUnsafe(frameBytes);
  let used = 0;
  for (const piece of pieces)
    for (let at = 0; at < piece.length; ) {
      const taken = Math.min(frameBytes - used, piece.length - at);
      frame.set(piece.subarray(at, at + taken), used);
      used += taken;
      at += taken;
      if (used < frameBytes) continue;
      yield frame;
      [frame, used] = [Buffer.allocUnsafe(frameBytes), 0];
    }
  if (used > 0) yield frame.subarray(0, used);
}
