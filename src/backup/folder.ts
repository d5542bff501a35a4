import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  type BackedUpStore,
  type BackupManifest,
  BackupManifestSchema,
} from "../../gen/pincite/backup/v1/backup_manifest_pb.ts";
import type { StoreItem } from "../../gen/pincite/backup/v1/store_item_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { sha256, sha256Hex } from "../sha256.ts";
import { keyedName, type Opener, type Sealer } from "./encryption.ts";
import { decodeItems } from "./items.ts";

/** The form of a backup's folder that this version writes and reads. */
export const backupFormat = 1;

/** What writes into a folder of backups encrypts with, and what reads from one opens with; neither for one in clear. */
export interface BackupLock {
  readonly sealer?: Sealer | undefined;
  readonly opener?: Opener | undefined;
}

/**
 * The folder of a backup: `backup.pb` says what it holds, `items-SHA256` the items of a store, `artifacts/ab/abcd…` the bytes of
 * each artifact under its digest. What is named by its digest is written once and never changed, so a backup that was broken off
 * is gone on with, and the next one fetches only what is new. Everything is for its owner alone. Encrypted, each of these is a file
 * of the age format with `.age` behind its name, which has the SHA-256 of what lies there: whether it is whole is seen without opening it.
 */
export class BackupFolder {
  readonly dir: string;
  readonly #lock: BackupLock;
  /** Under what artifacts are named where they are encrypted. */
  #nameKey: Uint8Array = new Uint8Array();
  /** Artifacts that were found whole, or written. */
  readonly #whole = new Set<string>();
  /** Encrypted artifacts by the first half of their names; undefined before the first look. */
  #sealedNames: Map<string, string> | undefined;

  constructor(dir: string, lock: BackupLock = {}) {
    this.dir = dir;
    this.#lock = lock;
  }

  get isEncrypted(): boolean {
    return existsSync(this.#manifestPath(true));
  }

  /** Whether what is written here is encrypted. */
  get encrypts(): boolean {
    return this.#lock.sealer !== undefined;
  }

  /** Errors: REQUEST_INVALID where the folder's backup is encrypted and the next one would not be. */
  checkRecipients(): void {
    if (!this.isEncrypted || this.encrypts) return;
    const said = worded("keeping-error.the-backup-in-is-encrypted-name-a-recipient", { backupDir: this.dir });
    throw new DomainError("REQUEST_INVALID", said, { field: "recipient" });
  }

  /** Names the artifacts of an encrypted backup from here on. */
  nameUnder(nameKey: Uint8Array): void {
    this.#nameKey = nameKey;
  }

  /**
   * What the last whole backup into this folder holds; undefined: there is none. Errors: DATA_LOSS, UNSUPPORTED, REQUEST_INVALID where
   * it is encrypted and no identity opens it.
   */
  async manifest(): Promise<BackupManifest | undefined> {
    const { isEncrypted } = this;
    const path = this.#manifestPath(isEncrypted);
    if (!existsSync(path)) return undefined;
    const content = isEncrypted ? await this.#opener().open(await readFile(path)) : await readFile(path);
    const damaged = (cause?: unknown): DomainError =>
      new DomainError("DATA_LOSS", worded("keeping-error.is-damaged-take-another-backup", { path }), {}, { cause });
    let manifest: BackupManifest;
    try {
      manifest = fromBinary(BackupManifestSchema, content);
    } catch (cause) {
      throw damaged(cause);
    }
    if (manifest.sha256.length > 0 && !isWhole(content)) throw damaged();
    if (manifest.format > backupFormat) {
      const form = { format: String(manifest.format) };
      throw new DomainError(
        "UNSUPPORTED",
        worded("keeping-error.was-written-by-a-later-version-form", { path, format: manifest.format }),
        form,
      );
    }
    const digests = [
      ...manifest.stores.map(({ itemsSha256 }) => itemsSha256),
      ...manifest.files.map(({ sha256 }) => sha256),
    ];
    const files = manifest.stores.map(({ fileSha256 }) => fileSha256).filter((name) => isEncrypted || name !== "");
    if (![...digests, ...files].every((name) => /^[0-9a-f]{64}$/.test(name))) throw damaged();
    this.#nameKey = manifest.nameKey;
    return manifest;
  }

  /**
   * Makes this what the folder holds, and removes what it does not name: what was erased since the backup before is in none.
   * `artifacts`: the digests of all that its stores need.
   */
  async finish(manifest: BackupManifest, artifacts: Iterable<string>): Promise<void> {
    for (const folder of await this.#artifactFolders()) await syncFolder(folder);
    const path = this.#manifestPath(this.encrypts);
    await this.#writeWhole(path, await this.#sealed(withDigest(toBinary(BackupManifestSchema, manifest))));
    const kept = new Set([path, ...manifest.stores.map((store) => this.#itemsPath(store))]);
    for (const { sha256 } of manifest.files) kept.add(this.#artifactPath(sha256));
    for (const digest of artifacts) kept.add(this.#artifactPath(digest));
    await removeOthers(this.dir, kept, (name) => /^(items|backup\.pb)/.test(name));
    const [, ...folders] = await this.#artifactFolders();
    for (const folder of folders) await removeOthers(folder, kept);
  }

  /** Begins a file of items; it has its name once it is whole. */
  async beginItems(): Promise<ItemsDraft> {
    await mkdir(this.dir, { recursive: true, mode: 0o700 });
    const half = join(this.dir, "items.half");
    const file = await open(half, "w", 0o600);
    const hash = createHash("sha256");
    const { sealer } = this.#lock;
    const writer = sealer ? await sealingWriter(sealer, file) : plainWriter(file);
    let sizeBytes = 0;
    return {
      append: async (piece) => {
        hash.update(piece);
        sizeBytes += piece.length;
        await writer.write(piece);
      },
      end: async () => {
        const fileSha256 = await writer.end();
        await file.sync();
        const items = { itemsSha256: hash.digest("hex"), itemsBytes: BigInt(sizeBytes), fileSha256 };
        await rename(half, this.#itemsPath(items));
        return items;
      },
      close: () => file.close(),
    };
  }

  /** Items of a store. Errors: DATA_LOSS where the file is gone or not what its name says, before the first is given. */
  async *items(store: ItemsFile): AsyncGenerator<StoreItem> {
    const path = this.#itemsPath(store);
    const pieces = () => (store.fileSha256 === "" ? filePieces(path) : this.#openedPieces(path));
    // To its end once: an item that is damaged is none, and whatever reads it would fail by that.
    for await (const _ of checkedPieces(pieces(), store.itemsSha256));
    yield* decodeItems(pieces());
  }

  /** Whether the folder has an artifact and it is whole. */
  async has(digest: string): Promise<boolean> {
    if (this.#whole.has(digest)) return true;
    if (this.encrypts) await this.#findSealed();
    const path = this.#artifactPath(digest);
    const bytes = await readFile(path).catch(() => undefined);
    if (!bytes || !path.includes(sha256Hex(bytes))) return false;
    this.#whole.add(digest);
    return true;
  }

  /** Keeps an artifact under its digest, which is computed here. */
  async put(bytes: Uint8Array): Promise<string> {
    const digest = sha256Hex(bytes);
    const content = await this.#sealed(bytes);
    if (this.encrypts) {
      const names = await this.#findSealed();
      const name = keyedName(this.#nameKey, digest);
      const damaged = names.get(name);
      if (damaged !== undefined) await rm(join(this.dir, "artifacts", name.slice(0, 2), damaged), { force: true });
      names.set(name, `${name}-${sha256Hex(content)}.age`);
    }
    const path = this.#artifactPath(digest);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await this.#writeWhole(path, content);
    this.#whole.add(digest);
    return digest;
  }

  /** Errors: DATA_LOSS where it is gone or damaged. */
  async read(digest: string): Promise<Uint8Array> {
    if (this.isEncrypted) await this.#findSealed();
    const stored = await readFile(this.#artifactPath(digest)).catch((cause: unknown) => {
      throw missing(`artifact ${digest} is missing`, cause);
    });
    const bytes = this.isEncrypted ? await this.#opener().open(stored) : stored;
    if (sha256Hex(bytes) !== digest) throw missing(`artifact ${digest} is damaged`);
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  async #writeWhole(path: string, bytes: Uint8Array): Promise<void> {
    const half = `${path}.half`;
    const file = await open(half, "w", 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(half, path);
    if (dirname(path) === this.dir) await syncFolder(this.dir);
  }

  async #sealed(bytes: Uint8Array): Promise<Uint8Array> {
    return this.#lock.sealer ? this.#lock.sealer.seal(bytes) : bytes;
  }

  #opener(): Opener {
    if (this.#lock.opener) return this.#lock.opener;
    const said = worded("keeping-error.the-backup-in-is-encrypted-name-an-identity", { backupDir: this.dir });
    throw new DomainError("REQUEST_INVALID", said, { field: "identity" });
  }

  async *#openedPieces(path: string): AsyncGenerator<Uint8Array> {
    const stored = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
    yield* await this.#opener().opened(stored);
  }

  async #findSealed(): Promise<Map<string, string>> {
    if (this.#sealedNames) return this.#sealedNames;
    const [, ...folders] = await this.#artifactFolders();
    const names = (await Promise.all(folders.map((folder) => readdir(folder)))).flat();
    const sealed = names.filter((name) => /^[0-9a-f]{64}-[0-9a-f]{64}\.age$/.test(name));
    this.#sealedNames = new Map(sealed.map((name) => [name.slice(0, 64), name]));
    return this.#sealedNames;
  }

  async #artifactFolders(): Promise<string[]> {
    const all = join(this.dir, "artifacts");
    if (!existsSync(all)) return [];
    return [all, ...(await readdir(all)).map((name) => join(all, name))];
  }

  #manifestPath(isEncrypted: boolean): string {
    return join(this.dir, isEncrypted ? "backup.pb.age" : "backup.pb");
  }

  #itemsPath({ itemsSha256, fileSha256 }: ItemsFile): string {
    return join(this.dir, fileSha256 === "" ? `items-${itemsSha256}` : `items-${fileSha256}.age`);
  }

  /** Of an encrypted one that is not there: a name that no file has. */
  #artifactPath(digest: string): string {
    if (!this.#sealedNames) return join(this.dir, "artifacts", digest.slice(0, 2), digest);
    const name = keyedName(this.#nameKey, digest);
    return join(this.dir, "artifacts", name.slice(0, 2), this.#sealedNames.get(name) ?? name);
  }
}

/** Removes the files of a folder that are not to be kept, which are named by their paths. */
const removeOthers = async (
  folder: string,
  kept: ReadonlySet<string>,
  isOurs = (_name: string) => true,
): Promise<void> => {
  const others = (await readdir(folder)).filter((name) => isOurs(name) && !kept.has(join(folder, name)));
  for (const name of others) await rm(join(folder, name));
  if (others.length > 0) await syncFolder(folder);
};

/** What names a file of items, and what it is checked by. */
type ItemsFile = Pick<BackedUpStore, "itemsSha256" | "fileSha256">;

/** A file of items in the making. */
export interface ItemsDraft {
  append(piece: Uint8Array): Promise<void>;
  /** Gives the file its name. */
  end(): Promise<Pick<BackedUpStore, "itemsSha256" | "itemsBytes" | "fileSha256">>;
  /** Lets go of it; to be called in any case. */
  close(): Promise<void>;
}

/** `end`: gives the SHA-256 of the file where its name is to have it, "" where the items' own stands there. */
interface PieceWriter {
  write(piece: Uint8Array): Promise<void>;
  end(): Promise<string>;
}

const plainWriter = (file: FileHandle): PieceWriter => ({
  write: (piece) => file.writeFile(piece),
  end: async () => "",
});

const sealingWriter = async (sealer: Sealer, file: FileHandle): Promise<PieceWriter> => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const hash = createHash("sha256");
  const sealed = await sealer.sealed(readable);
  const written = (async () => {
    for await (const piece of sealed) {
      hash.update(piece);
      await file.writeFile(piece);
    }
  })();
  // A failed write is told where it is waited for.
  written.catch((error: unknown) => writer.abort(error).catch(() => undefined));
  return {
    write: (piece) => writer.write(piece),
    end: async () => {
      await writer.close();
      await written;
      return hash.digest("hex");
    },
  };
};

const filePieces = (path: string): AsyncIterable<Uint8Array> => createReadStream(path, { highWaterMark: 1024 * 1024 });

/** A file in pieces; its digest is compared behind the last one. */
async function* checkedPieces(pieces: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      yield piece;
    }
  } catch (cause) {
    throw missing("the items of a store cannot be read", cause);
  }
  if (hash.digest("hex") !== sha256) throw missing("the items of a store are damaged");
}

const missing = (what: string, cause?: unknown): DomainError =>
  new DomainError(
    "DATA_LOSS",
    worded("keeping-error.the-backup-is-not-whole-take-another-one-into", { what }),
    {},
    { cause },
  );

const syncFolder = async (folder: string): Promise<void> => {
  const file = await open(folder, "r");
  await file.sync().finally(() => file.close());
};

/** A manifest as it is stored: with the field of its digest behind it. */
const withDigest = (manifest: Uint8Array): Uint8Array =>
  Buffer.concat([manifest, toBinary(BackupManifestSchema, create(BackupManifestSchema, { sha256: sha256(manifest) }))]);

/** Whether a stored manifest ends with the digest of what stands before that. */
const isWhole = (stored: Uint8Array): boolean => {
  const { length } = withDigest(new Uint8Array());
  return Buffer.compare(withDigest(stored.subarray(0, -length)), stored) === 0;
};
