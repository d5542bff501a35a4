import { hash } from "node:crypto";
import { type FileHandle, open, readFile, rename, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { dataLoss } from "../refusals.ts";
import { syncFolder } from "./sync-folder.ts";

/** Length (4) and check (8) before each entry. */
const headerBytes = 12;
/** The last so many entries stay when a store is opened: a quarter of an hour of steady work, some 100 kB. */
const entriesKept = 1_000;

/**
 * The side file of checkpoints: appended, each entry with its own fsync, outside the database's folder, so that a copy of
 * the database put back from yesterday meets today's checkpoint.
 */
export class CheckpointFile {
  readonly #file: FileHandle;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** The entries, oldest first, without a torn last one; undefined: no file. Errors: DATA_LOSS when an earlier one is damaged. */
  static async read(path: string): Promise<Uint8Array[] | undefined> {
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return undefined;
      throw error;
    });
    return bytes && entriesIn(bytes);
  }

  /** Whether the file ends behind its last whole entry; undefined when there is no file. Errors: as `read`. */
  static async isTorn(path: string): Promise<boolean | undefined> {
    const entries = await CheckpointFile.read(path);
    const whole = entries?.reduce((sum, { length }) => sum + headerBytes + length, 0);
    return whole === undefined ? undefined : (await stat(path)).size > whole;
  }

  /** Writes the file anew with the newest of `entries`, which also cuts a torn end off, and opens it for appending. */
  static async open(path: string, entries: readonly Uint8Array[]): Promise<CheckpointFile> {
    const fresh = await open(`${path}.tmp`, "w");
    await fresh.writeFile(Buffer.concat(entries.slice(-entriesKept).map(framed)));
    await fresh.sync();
    await rename(`${path}.tmp`, path);
    await syncFolder(dirname(path));
    return new CheckpointFile(fresh);
  }

  /** Resolves when the entry is on disk. */
  async append(entry: Uint8Array): Promise<void> {
    await this.#file.appendFile(framed(entry));
    await this.#file.datasync();
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

const framed = (entry: Uint8Array): Uint8Array => {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt32BE(entry.length, 0);
  header.set(checkOf(entry), 4);
  return Buffer.concat([header, entry]);
};

const checkOf = (entry: Uint8Array): Buffer => hash("sha256", entry, "buffer").subarray(0, 8);

const entriesIn = (bytes: Buffer): Uint8Array[] => {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + headerBytes + (at + headerBytes <= bytes.length ? bytes.readUInt32BE(at) : 0);
    const entry = bytes.subarray(at + headerBytes, end);
    if (
      end > bytes.length ||
      at + headerBytes > bytes.length ||
      !checkOf(entry).equals(bytes.subarray(at + 4, at + 12))
    ) {
      if (wholeEntryBehind(bytes, at + 1)) throw dataLoss(`the file of checkpoints is damaged at byte ${at}`);
      return entries;
    }
    entries.push(entry);
    at = end;
  }
  return entries;
};

/** Whether any later byte begins a whole entry: then what is unreadable before it is no torn end. */
const wholeEntryBehind = (bytes: Buffer, from: number): boolean => {
  for (let at = from; at + headerBytes < bytes.length; at += 1) {
    const end = at + headerBytes + bytes.readUInt32BE(at);
    if (end > bytes.length || end === at + headerBytes) continue;
    if (checkOf(bytes.subarray(at + headerBytes, end)).equals(bytes.subarray(at + 4, at + 12))) return true;
  }
  return false;
};
