import { type FileHandle, open } from "node:fs/promises";
import type { FileBytes } from "../container/file-bytes.ts";

/** A file of the spool, open for reading until it is closed. */
export class SpoolFile implements FileBytes {
  readonly sizeBytes: number;
  readonly path: string;
  readonly #handle: FileHandle;

  private constructor(handle: FileHandle, path: string, sizeBytes: number) {
    this.path = path;
    this.#handle = handle;
    this.sizeBytes = sizeBytes;
  }

  static async open(path: string): Promise<SpoolFile> {
    const handle = await open(path, "r");
    return new SpoolFile(handle, path, (await handle.stat()).size);
  }

  async read(at: number, length: number): Promise<Uint8Array> {
    const wanted = Math.max(0, Math.min(length, this.sizeBytes - at));
    const bytes = Buffer.allocUnsafeSlow(wanted);
    for (let done = 0; done < wanted; ) {
      const { bytesRead } = await this.#handle.read(bytes, done, wanted - done, at + done);
      if (bytesRead === 0) return bytes.subarray(0, done);
      done += bytesRead;
    }
    return bytes;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }
}
