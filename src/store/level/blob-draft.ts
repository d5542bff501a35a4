import { closeSync, openSync, readSync } from "node:fs";
import { type FileHandle, link, open, rename, rm } from "node:fs/promises";
import { storeLimits } from "../limits.ts";
import type { StagingFile } from "../staged-blob.ts";

/** The file of a large blob while its bytes come in: it has no digest for a name yet. */
export class BlobDraft implements StagingFile {
  #path: string;
  readonly #file: FileHandle;
  #moved: Promise<void> | undefined;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  static async open(path: string): Promise<BlobDraft> {
    return new BlobDraft(path, await open(path, "wx"));
  }

  async append(bytes: Uint8Array): Promise<void> {
    await this.#file.appendFile(bytes);
  }

  /** The bytes from the beginning; a piece of them holds until the next one is asked for. */
  *read(): Iterable<Uint8Array> {
    const descriptor = openSync(this.#path, "r");
    const buffer = new Uint8Array(storeLimits.pieceBytes);
    try {
      for (let size = readSync(descriptor, buffer); size > 0; size = readSync(descriptor, buffer))
        yield buffer.subarray(0, size);
    } finally {
      closeSync(descriptor);
    }
  }

  /** Makes the bytes durable under another name, where they stay; a further name is given to the same bytes. */
  async moveTo(path: string): Promise<void> {
    const isFirst = this.#moved === undefined;
    this.#moved ??= this.#move(path);
    await this.#moved;
    if (isFirst || path === this.#path) return;
    await rm(path, { force: true });
    await link(this.#path, path);
  }

  async remove(): Promise<void> {
    await this.#file.close();
    if (!this.#moved) await rm(this.#path, { force: true });
  }

  async #move(path: string): Promise<void> {
    await this.#file.sync();
    await this.#file.close();
    await rename(this.#path, path);
    this.#path = path;
  }
}
