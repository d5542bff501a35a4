import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { KeyedSerial } from "#kit/serial.ts";
import { type SpooledUpload, SpooledUploadSchema } from "../../../gen/pincite/vault/v1/spool_pb.ts";
import { blockKeyOf, destroyBlockKey, keyFileOf } from "../../block-cipher.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { Room } from "../../store/room.ts";
import { SpoolFile } from "./spool-file.ts";
import type { UploadClaims } from "./upload-claims.ts";
import { turnAt, UploadKey } from "./upload-key.ts";

/** Uploads that may lie there at once, whole ones and begun ones. */
const uploadsMax = 64;
/** An upload that nobody has asked for so long is forgotten, in milliseconds. */
const keptMs = 48 * 3_600_000;
/** How often it is looked for such, in milliseconds. */
const sweepMs = 3_600_000;
const freeOn = async (dir: string): Promise<number> => {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
};

const mebibytes = (bytes: number): number => Math.ceil(bytes / (1024 * 1024));

/** What must stay free on the disk beside all that was announced, in bytes. */
const reserveBytes = 1024 * 1024 * 1024;
const uploadForm = /^[0-9a-f]{64}$/;

/** An upload and how much of it is there. */
export interface Spooled {
  readonly id: string;
  readonly upload: SpooledUpload;
  readonly receivedBytes: number;
}

/**
 * Files that come piece by piece and were not read yet: their bytes as `<id>.part`, what is known of them as `<id>.state`, both encrypted with
 * `<id>.key`, which is overwritten before they go: an upload was never on the disk in clear. All are for their owner alone (mode 0600). It outlives the process; a state is replaced as a whole, and of the bytes those that
 * are there count.
 */
export class Spool {
  readonly #given: string | undefined;
  readonly #clock: { now(): number };
  readonly #serials = new KeyedSerial();
  readonly #reading = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  readonly #freeBytes: ((dir: string) => number) | undefined;
  readonly #claims: UploadClaims | undefined;
  readonly #mayFill: (strandId: string) => Promise<boolean>;
  #room: Room | undefined;
  #made: Promise<string> | undefined;

  /**
   * `dir` is made when it is needed; without one a folder of the system's is used, and removed by `close`. `freeBytes`: what its
   * disk has left, for tests. `claims`: where other servers over the same store have theirs; default: there are none. `mayFill`:
   * whether whoever calls may put something into a strand: an upload to another is not there to them.
   */
  constructor(
    dir: string | undefined,
    clock: { now(): number } = Date,
    freeBytes?: (dir: string) => number,
    claims?: UploadClaims,
    mayFill: (strandId: string) => Promise<boolean> = async () => true,
  ) {
    this.#mayFill = mayFill;
    this.#claims = claims;
    this.#freeBytes = freeBytes;
    this.#given = dir;
    this.#clock = clock;
    this.#timer = setInterval(() => void this.sweep().catch(() => undefined), sweepMs).unref();
  }

  /** Begins an upload, or finds the one of this id as it is; one that another server has begins anew here. Errors: `LIMIT_EXCEEDED`. */
  begin(id: string, upload: SpooledUpload): Promise<Spooled> {
    // One after another, so that two cannot count on the same room.
    return this.#serials.run("begin", async () => {
      const known = await this.#find(id);
      if (known !== undefined) return known;
      await this.sweep();
      await this.#requireRoom(Number(upload.sizeBytes));
      // A key is of one file: what is left of another upload of this id was encrypted with its own.
      destroyBlockKey(await this.#named(id));
      blockKeyOf(await this.#named(id));
      await (await open(await this.#file(id, "part"), "w", 0o600)).close();
      await this.#write(id, upload);
      await this.#claims?.take(id);
      return { id, upload, receivedBytes: 0 };
    });
  }

  /** Errors: `DOCUMENT_NOT_FOUND`, `UPLOAD_ELSEWHERE`. */
  async find(id: string): Promise<Spooled> {
    const found = await this.#find(id);
    if (found !== undefined && (await this.#mayFill(found.upload.strandId))) return found;
    await this.#claims?.refuseElsewhere(id);
    throw new DomainError("DOCUMENT_NOT_FOUND", worded("source-error.there-is-no-such-upload-any-more-begin-it"), {
      uploadId: id,
    });
  }

  /** Appends what of the piece is not there yet. Errors: `REQUEST_INVALID`, `DOCUMENT_NOT_FOUND`, `UPLOAD_ELSEWHERE`, `LIMIT_EXCEEDED`, `STORE_FAILED`. */
  append(id: string, offset: number, chunk: Uint8Array): Promise<Spooled> {
    return this.#serials.run(id, async () => {
      const { upload, receivedBytes } = await this.find(id);
      if (offset > receivedBytes || offset + chunk.length > Number(upload.sizeBytes)) {
        throw new DomainError(
          "REQUEST_INVALID",
          worded("source-error.the-piece-does-not-fit-of-bytes-are-there", {
            receivedBytes,
            sizeBytes: upload.sizeBytes,
            receivedBytes2: receivedBytes,
          }),
          { receivedBytes: String(receivedBytes) },
        );
      }
      const rest = chunk.subarray(Math.min(chunk.length, receivedBytes - offset));
      if (rest.length > 0) await this.#append(id, rest, receivedBytes);
      return { id, upload, receivedBytes: receivedBytes + rest.length };
    });
  }

  /** Puts what came on disk for good and opens it. The caller closes it. */
  async open(id: string): Promise<SpoolFile> {
    const path = await this.#file(id, "part");
    const handle = await open(path, "r+");
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    return SpoolFile.open({ path, key: (await this.#key(id)).bytes });
  }

  /** Keeps what is known of an upload now; nothing where it is gone. */
  update(id: string, upload: SpooledUpload): Promise<void> {
    return this.#serials.run(id, async () => {
      if ((await this.#find(id)) !== undefined) await this.#write(id, upload);
    });
  }

  /** Lets go of an upload for whoever may; nothing where there is none to them. Errors: `UPLOAD_ELSEWHERE`. */
  async cancel(id: string): Promise<void> {
    const found = await this.#find(id);
    if (found === undefined || (await this.#mayFill(found.upload.strandId))) await this.remove(id);
  }

  /** Lets go of an upload and its bytes. Errors: `UPLOAD_ELSEWHERE`. */
  remove(id: string): Promise<void> {
    return this.#serials.run(id, async () => {
      if (this.#claims && (await this.#find(id)) === undefined) await this.#claims.refuseElsewhere(id);
      destroyBlockKey(await this.#named(id));
      for (const end of ["state", "part"]) await rm(await this.#file(id, end), { force: true });
      await this.#claims?.drop(id);
    });
  }

  /** Lets go of every upload to a part of the Vault; `isOf` says whether it is one by its name. */
  async removeWhere(isOf: (strandId: string) => boolean): Promise<void> {
    for (const { id } of await this.#all()) {
      const found = await this.#find(id);
      if (found !== undefined && isOf(found.upload.strandId)) await this.remove(id);
    }
  }

  /** Says that an upload is being read, so that it does not expire; the answer ends that. */
  hold(id: string): () => void {
    this.#reading.add(id);
    return () => this.#reading.delete(id);
  }

  /** Removes what nobody has asked for in two days. */
  async sweep(): Promise<void> {
    const oldest = this.#clock.now() - keptMs;
    for (const { id, touchedMs } of await this.#all())
      if (touchedMs < oldest && !this.#reading.has(id)) await this.remove(id);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    if (this.#given === undefined && this.#made !== undefined)
      await rm(await this.#made, { recursive: true, force: true });
  }

  async #find(id: string): Promise<Spooled | undefined> {
    try {
      const state = (await this.#key(id)).open(await readFile(await this.#file(id, "state")));
      if (state === undefined) return undefined;
      const upload = fromBinary(SpooledUploadSchema, state);
      return { id, upload, receivedBytes: (await stat(await this.#file(id, "part"))).size };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
      throw error;
    }
  }

  async #append(id: string, bytes: Uint8Array, at: number): Promise<void> {
    // Since it began, others may have taken the room that was free then.
    this.#room ??= new Room(await this.#dir(), this.#freeBytes);
    this.#room.take(bytes.length);
    const handle = await open(await this.#file(id, "part"), "r+");
    try {
      // Where they lie: they are the caller's request, which nobody reads again.
      await handle.write(turnAt((await this.#key(id)).bytes, at, bytes), 0, bytes.length, at);
    } catch (cause) {
      throw new DomainError(
        "STORE_FAILED",
        worded("source-error.the-vaults-disk-cannot-take-the-piece-make"),
        {},
        { cause },
      );
    } finally {
      await handle.close();
    }
  }

  async #write(id: string, upload: SpooledUpload): Promise<void> {
    const path = await this.#file(id, "state");
    const handle = await open(`${path}.new`, "w", 0o600);
    try {
      await handle.writeFile((await this.#key(id)).seal(toBinary(SpooledUploadSchema, upload)));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(`${path}.new`, path);
  }

  async #requireRoom(sizeBytes: number): Promise<void> {
    const all = await this.#all();
    if (all.length >= uploadsMax)
      throw new DomainError(
        "LIMIT_EXCEEDED",
        worded("source-error.uploads-lie-there-already-finish-or-cancel", { uploadsMax }),
      );
    const dir = await this.#dir();
    const free = this.#freeBytes?.(dir) ?? (await freeOn(dir));
    const wanted = all.reduce((sum, { missingBytes }) => sum + missingBytes, sizeBytes) + reserveBytes;
    if (wanted <= free) return;
    throw new DomainError(
      "LIMIT_EXCEEDED",
      worded("source-error.the-vaults-disk-has-no-room-for-the-upload", {
        free: mebibytes(free),
        wanted: mebibytes(wanted),
        missing: mebibytes(wanted - free),
      }),
    );
  }

  async #all(): Promise<{ id: string; touchedMs: number; missingBytes: number }[]> {
    const names = await readdir(await this.#dir());
    const ids = new Set(names.map((name) => name.split(".")[0] ?? "").filter((id) => uploadForm.test(id)));
    return Promise.all(
      [...ids].map(async (id) => {
        const found = await this.#find(id);
        const touched = await Promise.all(
          names.filter((name) => name.startsWith(id)).map((name) => this.#touched(name)),
        );
        const missingBytes = found === undefined ? 0 : Number(found.upload.sizeBytes) - found.receivedBytes;
        return { id, touchedMs: Math.max(0, ...touched), missingBytes };
      }),
    );
  }

  async #touched(name: string): Promise<number> {
    const found = await stat(join(await this.#dir(), name)).catch(() => undefined);
    return found?.mtimeMs ?? 0;
  }

  async #file(id: string, end: string): Promise<string> {
    return `${await this.#named(id)}.${end}`;
  }

  /** What the files of an upload are called, but for their ends. */
  async #named(id: string): Promise<string> {
    return join(await this.#dir(), id);
  }

  async #key(id: string): Promise<UploadKey> {
    return new UploadKey(await readFile(keyFileOf(await this.#named(id))));
  }

  #dir(): Promise<string> {
    this.#made ??=
      this.#given === undefined
        ? mkdtemp(join(tmpdir(), "pincite-spool-"))
        : mkdir(this.#given, { recursive: true, mode: 0o700 }).then(() => this.#given ?? "");
    return this.#made;
  }
}
