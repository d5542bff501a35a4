import { type Cipheriv as Cipher, createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { storeLimits } from "../limits.ts";
import type { StagingFile } from "../staged-blob.ts";

/**
 * The file of a large blob while its bytes come in: neither its digest nor its scope is known yet. It is encrypted with a key that this process alone has and
 * that is gone with the draft, so that what a disk keeps of the file says nothing once it was removed.
 */
export class BlobDraft implements StagingFile {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #key = randomBytes(32);
  readonly #cipher: Cipher = createCipheriv("aes-256-ctr", this.#key, fromTheBeginning);

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  static async open(path: string): Promise<BlobDraft> {
    return new BlobDraft(path, await open(path, "wx", 0o600));
  }

  async append(bytes: Uint8Array): Promise<void> {
    await this.#file.appendFile(this.#cipher.update(bytes));
  }

  /** The bytes from the beginning; a piece of them holds until the next one is asked for. */
  *read(): Iterable<Uint8Array> {
    const cipher = createDecipheriv("aes-256-ctr", this.#key, fromTheBeginning);
    const descriptor = openSync(this.#path, "r");
    const buffer = new Uint8Array(storeLimits.pieceBytes);
    try {
      for (let size = readSync(descriptor, buffer); size > 0; size = readSync(descriptor, buffer))
        yield cipher.update(buffer.subarray(0, size));
    } finally {
      closeSync(descriptor);
    }
  }

  async remove(): Promise<void> {
    await this.#file.close();
    await rm(this.#path, { force: true });
  }
}

/** A key is of one draft, which is written once: the counter may begin anywhere. */
const fromTheBeginning = Buffer.alloc(16);
