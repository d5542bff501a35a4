import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sha256, sha256Hex } from "../../sha256.ts";
import { plain } from "../field.ts";
import { storeLimits } from "../limits.ts";
import { dataLoss } from "../refusals.ts";
import type { HeldBlob, StagingFile } from "../staged-blob.ts";
import { BlobDraft } from "./blob-draft.ts";
import { contentOf } from "./file-content.ts";
import type { Secret, Secrets } from "./secrets/cipher.ts";
import { isKeyLost } from "./secrets/key-file.ts";
import { sealedFile } from "./secrets/sealed-file.ts";
import { syncFolder } from "./sync-folder.ts";

/** A blob on its way into a commit. Without `bytes` it is a file already, under its digest, on disk. */
export interface PreparedBlob {
  readonly digest: string;
  readonly sizeBytes: number;
  readonly bytes?: Uint8Array;
}

/** Whether a blob is a file of its own rather than a value in the database. */
export const isFile = (bytes: Uint8Array): boolean => bytes.length > storeLimits.inlineBlobBytesMax;

/** A small blob as it goes into the batch: hashed in the same step of the loop as it is written. */
export const inlineBlob = (bytes: Uint8Array): PreparedBlob => ({
  digest: sha256Hex(bytes),
  sizeBytes: bytes.length,
  bytes,
});

/**
 * Blobs above 4 MiB, each a file named by its digest in a folder per owner and scope, encrypted with the scope's key where it has one,
 * which the file says itself. A file is complete and durable before the batch
 * that mentions it; one that no batch mentions is a leftover of a refused commit and counts as absent.
 */
export class BlobFiles {
  readonly #folder: string;
  readonly #drafts: string;
  readonly #secrets: Secrets;
  #temporary = 0;

  constructor(folder: string, secrets: Secrets) {
    this.#folder = folder;
    this.#secrets = secrets;
    this.#drafts = join(folder, "drafts");
  }

  /**
   * Writes a large blob, unless its file is there and whole. Copied first: the caller's bytes could change between the
   * hashing and the writing. Throws the file system's own error.
   */
  async put(owner: string, scope: string, bytes: Uint8Array, secret?: Secret): Promise<PreparedBlob> {
    const own = bytes.slice();
    const digest = sha256Hex(own);
    const path = this.#path(owner, scope, digest);
    if (!(await this.#holds(path, digest, secret)))
      await this.#write(path, secret ? sealedFile(secret, digest, [own]) : [own]);
    return { digest, sizeBytes: own.length };
  }

  /** Begins the file of a blob whose digest is not known yet. Throws the file system's own error. */
  async begin(): Promise<BlobDraft> {
    await mkdir(this.#drafts, { recursive: true });
    return BlobDraft.open(join(this.#drafts, randomUUID()));
  }

  /** Removes what a process that ended had begun. To be called before anything is begun. */
  async clearDrafts(): Promise<void> {
    await rm(this.#drafts, { recursive: true, force: true });
  }

  /** Readies a blob for a commit: a large one as a durable file. Throws the file system's own error. */
  async prepare(owner: string, scope: string, blob: Uint8Array, secret?: Secret): Promise<PreparedBlob> {
    return isFile(blob) ? this.put(owner, scope, blob, secret) : inlineBlob(blob);
  }

  /** Readies a staged blob. Throws the file system's own error. */
  async prepareStaged(scope: string, blob: HeldBlob, secret?: Secret): Promise<PreparedBlob> {
    if (blob.file) return this.#adopt(scope, blob, blob.file, secret);
    return this.prepare(blob.owner, scope, blob.bytes ?? new Uint8Array(Buffer.concat([...blob.read()])), secret);
  }

  /** Puts a staged file under its digest, unless a whole one is there. */
  async #adopt(
    scope: string,
    { owner, digest, sizeBytes }: HeldBlob,
    file: StagingFile,
    secret: Secret | undefined,
  ): Promise<PreparedBlob> {
    const path = this.#path(owner, scope, digest);
    if (!(await this.#holds(path, digest, secret)))
      await this.#write(path, secret ? sealedFile(secret, digest, file.read()) : file.read());
    return { digest, sizeBytes };
  }

  /** Errors: DATA_LOSS when the file is gone, shorter, longer or other than its digest says, or its key is lost. */
  async read(owner: string, scope: string, digest: string): Promise<Uint8Array> {
    const path = this.#path(owner, scope, digest);
    const [bytes, cause] = await whole(contentOf(path, digest, this.#secrets));
    if (bytes && sha256Hex(bytes) === digest) return bytes;
    // A file that begins like an encrypted one may be somebody's own, kept as it is.
    const stored = await readFile(path).catch((error: unknown) => {
      throw dataLoss(`the file of artifact ${digest} cannot be read`, { digest }, error);
    });
    if (sha256Hex(stored) === digest) return new Uint8Array(stored.buffer, stored.byteOffset, stored.byteLength);
    if (isKeyLost(cause)) throw cause;
    throw dataLoss(`the file of artifact ${digest} is damaged`, { digest });
  }

  /** Reads a file in pieces and gives its size. Errors: those of `read`. */
  async wholeBytes(owner: string, scope: string, digest: string): Promise<number> {
    const hashed = createHash("sha256");
    let size = 0;
    try {
      for await (const piece of contentOf(this.#path(owner, scope, digest), digest, this.#secrets)) {
        hashed.update(piece);
        size += piece.length;
      }
    } catch {
      size = -1;
    }
    // A blob that does not match is read whole, and that read says why.
    return size >= 0 && hashed.digest("hex") === digest ? size : (await this.read(owner, scope, digest)).length;
  }

  /** Removes a scope's files but those being written, which their writers remove. Throws the file system's error. */
  async removeScope(owner: string, scope: string): Promise<void> {
    const folder = dirname(this.#path(owner, scope, "-"));
    if (!existsSync(folder)) return;
    for (const name of await readdir(folder))
      if (!name.includes(`.${process.pid}.`)) await rm(join(folder, name), { force: true });
    await syncFolder(folder);
  }

  #path(owner: string, scope: string, digest: string): string {
    return join(this.#folder, folderOf(owner), folderOf(scope), digest);
  }

  /** Temporary file, fsync, rename, fsync of each folder that may be new: the order that survives a power cut on ext4 and xfs. */
  async #write(path: string, pieces: Iterable<Uint8Array>): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    this.#temporary += 1;
    const temporary = `${path}.${process.pid}.${this.#temporary}.tmp`;
    try {
      await writeSynced(temporary, pieces);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await this.#syncFolders(path);
  }

  /** Read in pieces: a blob that is put again must not be whole in memory for that. False where it stands otherwise encrypted. */
  async #holds(path: string, digest: string, secret: Secret | undefined): Promise<boolean> {
    const hash = createHash("sha256");
    try {
      for await (const piece of contentOf(path, digest, this.#secrets, secret?.id ?? "")) hash.update(piece);
    } catch {
      return false;
    }
    return hash.digest("hex") === digest;
  }

  async #syncFolders(path: string): Promise<void> {
    for (const folder of [dirname(path), dirname(dirname(path)), this.#folder]) await syncFolder(folder);
  }
}

/** Owners and scopes are hashed: any of them makes a short and harmless folder name. */
const folderOf = (name: string): string =>
  Buffer.from(sha256(Buffer.from(name)))
    .toString("hex")
    .slice(0, 32);

/** The pieces in one, or why there are none. */
const whole = async (pieces: AsyncIterable<Uint8Array>): Promise<[bytes: Uint8Array | undefined, cause: unknown]> => {
  const all: Uint8Array[] = [];
  try {
    for await (const piece of pieces) all.push(piece);
  } catch (error) {
    return [undefined, error];
  }
  return [plain(Buffer.concat(all)), undefined];
};

const writeSynced = async (path: string, pieces: Iterable<Uint8Array>): Promise<void> => {
  const file = await open(path, "wx");
  try {
    for (const piece of pieces) await file.appendFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
};
