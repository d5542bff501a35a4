import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { type BackupManifest, BackupManifestSchema } from "../../gen/pincite/backup/v1/backup_manifest_pb.ts";
import type { StoreItem } from "../../gen/pincite/backup/v1/store_item_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { sha256Hex } from "../sha256.ts";
import { decodeItems } from "./items.ts";

/** The form of a backup's folder that this version writes and reads. */
export const backupFormat = 1;

/**
 * The folder of a backup: `backup.pb` says what it holds, `items-SHA256` the items of a store, `artifacts/ab/abcd…` the bytes of
 * each artifact under its digest. What is named by its digest is written once and never changed, so a backup that was broken off
 * is gone on with, and the next one fetches only what is new. Everything is for its owner alone.
 */
export class BackupFolder {
  readonly dir: string;
  /** Artifacts that were found whole, or written. */
  readonly #whole = new Set<string>();

  constructor(dir: string) {
    this.dir = dir;
  }

  /** What the last whole backup into this folder holds; undefined: there is none. Errors: DATA_LOSS, UNSUPPORTED. */
  async manifest(): Promise<BackupManifest | undefined> {
    const path = join(this.dir, "backup.pb");
    if (!existsSync(path)) return undefined;
    const bytes = await readFile(path);
    let manifest: BackupManifest;
    try {
      manifest = fromBinary(BackupManifestSchema, bytes);
    } catch (cause) {
      throw new DomainError(
        "DATA_LOSS",
        worded("keeping-error.is-damaged-take-another-backup", { path }),
        {},
        { cause },
      );
    }
    if (manifest.format <= backupFormat) return manifest;
    const form = { format: String(manifest.format) };
    throw new DomainError(
      "UNSUPPORTED",
      worded("keeping-error.was-written-by-a-later-version-form", { path, format: manifest.format }),
      form,
    );
  }

  /** Makes this what the folder holds, and removes what it no longer names: what was erased since the backup before is in none. */
  async finish(manifest: BackupManifest): Promise<void> {
    for (const folder of await this.#artifactFolders()) await syncFolder(folder);
    await this.#writeWhole(join(this.dir, "backup.pb"), toBinary(BackupManifestSchema, manifest));
    const items = manifest.stores.map(({ itemsSha256 }) => itemsSha256);
    await removeOthers(this.dir, new Set(items.map((sha256) => `items-${sha256}`)), (name) => name.startsWith("items"));
    const named = new Set(manifest.files.map(({ sha256 }) => sha256));
    for (const sha256 of items)
      for await (const { item } of this.items(sha256))
        if (item.case === "scope")
          for (const { digest } of item.value.artifacts) named.add(Buffer.from(digest).toString("hex"));
    const [, ...folders] = await this.#artifactFolders();
    for (const folder of folders) await removeOthers(folder, named);
  }

  /** Begins a file of items; it has its name once it is whole. */
  async beginItems(): Promise<ItemsDraft> {
    await mkdir(this.dir, { recursive: true, mode: 0o700 });
    const half = join(this.dir, "items.half");
    const file = await open(half, "w", 0o600);
    const hash = createHash("sha256");
    let sizeBytes = 0;
    return {
      append: async (piece) => {
        hash.update(piece);
        sizeBytes += piece.length;
        await file.writeFile(piece);
      },
      end: async () => {
        await file.sync();
        const sha256 = hash.digest("hex");
        await rename(half, this.#itemsPath(sha256));
        return { sha256, sizeBytes };
      },
      close: () => file.close(),
    };
  }

  /** Items of a store. Errors: DATA_LOSS where the file is gone or not what its name says. */
  items(sha256: string): AsyncIterable<StoreItem> {
    return decodeItems(checkedPieces(this.#itemsPath(sha256), sha256));
  }

  /** Whether the folder has an artifact and it is whole. */
  async has(digest: string): Promise<boolean> {
    if (this.#whole.has(digest)) return true;
    const bytes = await readFile(this.#artifactPath(digest)).catch(() => undefined);
    if (!bytes || sha256Hex(bytes) !== digest) return false;
    this.#whole.add(digest);
    return true;
  }

  /** Keeps an artifact under its digest, which is computed here. */
  async put(bytes: Uint8Array): Promise<string> {
    const digest = sha256Hex(bytes);
    const path = this.#artifactPath(digest);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await this.#writeWhole(path, bytes);
    this.#whole.add(digest);
    return digest;
  }

  /** Errors: DATA_LOSS where it is gone or damaged. */
  async read(digest: string): Promise<Uint8Array> {
    const bytes = await readFile(this.#artifactPath(digest)).catch((cause: unknown) => {
      throw missing(`artifact ${digest} is missing`, cause);
    });
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

  async #artifactFolders(): Promise<string[]> {
    const all = join(this.dir, "artifacts");
    if (!existsSync(all)) return [];
    return [all, ...(await readdir(all)).map((name) => join(all, name))];
  }

  #itemsPath(sha256: string): string {
    return join(this.dir, `items-${sha256}`);
  }

  #artifactPath(digest: string): string {
    return join(this.dir, "artifacts", digest.slice(0, 2), digest);
  }
}

/** Removes the files of a folder that are not to be kept. */
const removeOthers = async (
  folder: string,
  kept: ReadonlySet<string>,
  isOurs = (_name: string) => true,
): Promise<void> => {
  const others = (await readdir(folder)).filter((name) => isOurs(name) && !kept.has(name));
  for (const name of others) await rm(join(folder, name));
  if (others.length > 0) await syncFolder(folder);
};

/** A file of items in the making. */
export interface ItemsDraft {
  append(piece: Uint8Array): Promise<void>;
  /** Gives the file its name. */
  end(): Promise<{ readonly sha256: string; readonly sizeBytes: number }>;
  /** Lets go of it; to be called in any case. */
  close(): Promise<void>;
}

/** A file in pieces; its digest is compared behind the last one. */
async function* checkedPieces(path: string, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  try {
    for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
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
