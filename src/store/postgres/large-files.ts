import { createHash } from "node:crypto";
import { sha256Hex } from "../../sha256.ts";
import { plain } from "../field.ts";
import { escapeName, successor } from "../level/keys.ts";
import { seal, unsealed } from "../level/seal.ts";
import { decrypted, encrypt, type Secret, type Secrets } from "../level/secrets/cipher.ts";
import { isKeyLost } from "../level/secrets/key-file.ts";
import { storeLimits } from "../limits.ts";
import type { MapRange } from "../ordered-map.ts";
import { dataLoss } from "../refusals.ts";

/** The prefix of the keys of a scope's pieces; no owner's keys begin so. */
export const filesOfScope = (owner: string, scope: string): string =>
  `!file!${escapeName(owner)}!${escapeName(scope)}!`;

const pieceKey = (owner: string, scope: string, digest: string, at: number): string =>
  `${filesOfScope(owner, scope)}${digest}!${at.toString(16).padStart(4, "0")}`;

/** Pieces read at once: two MiB. */
const piecesAtOnce = 8;

/** The rows of a large file: pieces of 256 KiB, each encrypted for its own place where the scope has a key. */
export function* filePieces(
  owner: string,
  scope: string,
  digest: string,
  pieces: Iterable<Uint8Array>,
  secret: Secret | undefined,
): Generator<readonly [key: string, value: Uint8Array]> {
  let at = 0;
  for (const piece of whole(pieces)) {
    const key = pieceKey(owner, scope, digest, at++);
    yield [key, secret ? seal(key, encrypt(secret, key, piece), secret.id) : seal(key, piece)];
  }
}

/** Pieces that are all of the full length but for the last one, whatever lengths come in. */
function* whole(pieces: Iterable<Uint8Array>): Generator<Uint8Array> {
  let held = Buffer.alloc(0);
  for (const piece of pieces) {
    held = Buffer.concat([held, piece]);
    for (; held.length >= storeLimits.pieceBytes; held = held.subarray(storeLimits.pieceBytes))
      yield plain(held.subarray(0, storeLimits.pieceBytes));
  }
  if (held.length > 0) yield plain(held);
}

/** Reads large files from their pieces. */
export class LargeFiles {
  readonly #entries: (range: MapRange) => Promise<[string, Uint8Array][]>;
  readonly #secrets: Secrets;

  constructor(entries: (range: MapRange) => Promise<[string, Uint8Array][]>, secrets: Secrets) {
    this.#entries = entries;
    this.#secrets = secrets;
  }

  /** Errors: DATA_LOSS when a piece is missing or damaged, or its key is lost. */
  async read(owner: string, scope: string, digest: string): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    for await (const piece of this.#pieces(owner, scope, digest)) pieces.push(piece);
    const bytes = plain(Buffer.concat(pieces));
    if (sha256Hex(bytes) !== digest) throw damaged(digest);
    return bytes;
  }

  /** Reads a file in pieces and gives its size. Errors: those of `read`. */
  async wholeBytes(owner: string, scope: string, digest: string): Promise<number> {
    const hash = createHash("sha256");
    let size = 0;
    for await (const piece of this.#pieces(owner, scope, digest)) {
      hash.update(piece);
      size += piece.length;
    }
    if (hash.digest("hex") !== digest) throw damaged(digest);
    return size;
  }

  async *#pieces(owner: string, scope: string, digest: string): AsyncGenerator<Uint8Array> {
    const prefix = `${filesOfScope(owner, scope)}${digest}!`;
    for (let gte = prefix, at = 0; ; ) {
      const page = await this.#entries({ gte, lt: successor(prefix)!, limit: piecesAtOnce });
      for (const [key, value] of page) {
        if (key !== pieceKey(owner, scope, digest, at++)) throw damaged(digest);
        yield this.#opened(key, value, digest);
      }
      const [last] = page.at(-1) ?? [];
      if (page.length < piecesAtOnce || last === undefined) return;
      gte = `${last}\0`;
    }
  }

  #opened(key: string, value: Uint8Array, digest: string): Uint8Array {
    const { body, keyId } = unsealed(key, value);
    try {
      return decrypted(key, body, keyId, this.#secrets);
    } catch (error) {
      if (isKeyLost(error)) throw error;
      throw damaged(digest, error);
    }
  }
}

const damaged = (digest: string, cause?: unknown) =>
  dataLoss(`the file of artifact ${digest} is damaged`, { digest }, cause);
