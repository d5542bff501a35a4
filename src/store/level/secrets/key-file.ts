import { randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { DomainError } from "../../../error.ts";
import { dataLoss } from "../../refusals.ts";
import { syncFolder } from "../sync-folder.ts";
import type { Secret, Secrets } from "./cipher.ts";
import { decodeSlot, encodeSlot, keyBytes, slotBytes } from "./key-slot.ts";
import { KeyTable } from "./key-table.ts";

/** Keys made at once, with one fsync for all: a new scope takes one that is on disk already. */
const madeAtOnce = 256;

/** So many are kept ready behind the one given last. */
export const keysAhead = madeAtOnce / 2;

/** The folder of the file of keys, within that of the store. */
export const keyFolder = "scope-keys";

/**
 * The keys of scopes, in slots of a file that stands beside the database: that one keeps what was deleted, and here a key is
 * overwritten where it stands. Slot n begins at 64 times n; in the place of slot 0 the file says what it is.
 */
export class KeyFile implements Secrets {
  readonly #file: FileHandle;
  readonly #keys = new KeyTable();
  /** Slots from 1 to this number are on disk. */
  #made: number;
  #work: Promise<unknown> = Promise.resolve();

  private constructor(file: FileHandle, made: number) {
    this.#file = file;
    this.#made = made;
  }

  /** Opens a store's key file, whose first `given` keys are scopes', or makes it. Errors: DATA_LOSS where it is missing or shorter. */
  static async open(dir: string, given: number): Promise<KeyFile> {
    const folder = join(dir, keyFolder);
    const path = join(folder, "keys");
    const stored = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return Buffer.alloc(0);
    });
    if (given > 0 && stored.length < (given + 1) * slotBytes) throw keysLost(path, given);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = await open(path, stored.length > 0 ? "r+" : "w+", 0o600);
    const keys = new KeyFile(file, given);
    if (stored.length < slotBytes) {
      await file.write(header(), 0, slotBytes, 0);
      await file.sync();
      for (const each of [folder, dir]) await syncFolder(each);
    }
    for (let number = 1; (number + 1) * slotBytes <= stored.length; number++) {
      const slot = decodeSlot(number, stored.subarray(number * slotBytes, (number + 1) * slotBytes));
      // Behind those that were given, a batch may have been cut off: it is made anew.
      if (number > given && (typeof slot !== "object" || number !== keys.#made + 1)) break;
      keys.#keys.set(number, slot ?? "damaged");
      if (number > given) keys.#made = number;
    }
    await keys.reach(() => given + keysAhead);
    return keys;
  }

  /** How many keys there are, given or not. */
  get made(): number {
    return this.#made;
  }

  secret(number: number): Secret {
    return { id: idOf(number), key: this.#key(number) };
  }

  find(id: string): Uint8Array {
    return this.#key(numberOf(id));
  }

  isDestroyed(id: string): boolean {
    return this.#keys.get(numberOf(id)) === "destroyed";
  }

  /** Numbers of the keys, among the first `given`, whose slots are damaged. */
  damaged(given: number): number[] {
    return Array.from({ length: given }, (_, at) => at + 1).filter((number) => {
      const slot = this.#keys.get(number);
      return slot === undefined || slot === "damaged";
    });
  }

  /** Makes keys until there are as many as are wanted once those before are made. Throws the file system's own error. */
  reach(wanted: () => number): Promise<void> {
    return this.#afterThat(async () => {
      const missing = wanted() - this.#made;
      if (missing > 0) await this.#make(Math.max(missing, madeAtOnce));
    });
  }

  /** Overwrites a key where it stands, on the disk and in memory. Throws the file system's own error. */
  destroy(number: number): Promise<void> {
    return this.#afterThat(async () => {
      await this.#file.write(Buffer.alloc(slotBytes), 0, slotBytes, number * slotBytes);
      await this.#file.datasync();
      this.#keys.set(number, "destroyed");
    });
  }

  async close(): Promise<void> {
    await this.#work.catch(() => undefined);
    await this.#file.close();
  }

  async #make(count: number): Promise<void> {
    const first = this.#made + 1;
    const keys = Array.from({ length: count }, () => new Uint8Array(randomBytes(keyBytes)));
    const slots = Buffer.concat(keys.map((key, at) => encodeSlot(first + at, key)));
    await this.#file.write(slots, 0, slots.length, first * slotBytes);
    await this.#file.datasync();
    for (const [at, key] of keys.entries()) {
      this.#keys.set(first + at, key);
      key.fill(0);
    }
    this.#made += count;
  }

  #key(number: number): Uint8Array {
    const key = this.#keys.get(number);
    if (typeof key === "object") return key;
    throw keyLost(number);
  }

  #afterThat<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#work.then(work);
    this.#work = done.catch(() => undefined);
    return done;
  }
}

/** The name by which an encrypted value calls its key. */
export const idOf = (number: number): string => number.toString(36);

export const numberOf = (id: string): number => Number.parseInt(id, 36);

const header = (): Buffer => {
  const bytes = Buffer.alloc(slotBytes);
  bytes.write("pincite scope keys 1\n");
  return bytes;
};

/** A key that cannot be had: what is encrypted with it cannot be read. */
export const keyLost = (number: number) =>
  dataLoss(
    `the key ${number} in ${keyFolder}/keys is missing or damaged, and what is encrypted with it cannot be read`,
    { slot: String(number) },
  );

/** Whether an error says that a key is lost. */
export const isKeyLost = (error: unknown): error is DomainError =>
  error instanceof DomainError && "slot" in error.facts;

const keysLost = (path: string, given: number) =>
  dataLoss(
    `${path} is missing or too short, and what is in this store is encrypted with the ${given} keys in it; put the file back as it was`,
    { path, given: String(given) },
  );
