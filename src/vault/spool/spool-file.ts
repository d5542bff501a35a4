import { type FileHandle, open } from "node:fs/promises";
import type { FileBytes } from "../container/file-bytes.ts";
import { type SealedFile, turnAt } from "./upload-key.ts";

/** A file of the spool, open for reading until it is closed. */
export class SpoolFile implements FileBytes {
  readonly sizeBytes: number;
  readonly sealed: SealedFile;
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle, sealed: SealedFile, sizeBytes: number) {
    this.sealed = sealed;
    this.#handle = handle;
    this.sizeBytes = sizeBytes;
  }

  static async open(sealed: SealedFile): Promise<SpoolFile> {
    const handle = await open(sealed.path, "r");
    return new SpoolFile(handle, sealed, (await handle.stat()).size);
  }

  async read(at: number, length: number): Promise<Uint8Array> {
    const wanted = Math.max(0, Math.min(length, this.sizeBytes - at));
    const bytes = Buffer.allocUnsafeSlow(wanted);
    for (let done = 0; done < wanted; ) {
      const { bytesRead } = await this.#handle.read(bytes, done, wanted - done, at + done);
      if (bytesRead === 0) return turnAt(this.sealed.key, at, bytes.subarray(0, done));
      done += bytesRead;
    }
    return turnAt(this.sealed.key, at, bytes);
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
