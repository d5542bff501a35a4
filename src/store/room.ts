import { statfsSync } from "node:fs";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { Commit, ScopePut } from "./store.ts";

/** Kept free for what must still be written when nothing else may: compactions, checkpoints, logs. */
const reserveBytes = 64 * 1024 * 1024;
const lookEveryMs = 1_000;

/** Bytes that the file system of a folder has left for this account. */
const freeBytesOf = (dir: string): number => {
  const { bavail, bsize } = statfsSync(dir);
  return bavail * bsize;
};

/**
 * Refuses what would fill the disk before anything of it is written: a write that fails for want of room ends the process, and one
 * that is refused does not. A store writes everything about twice, to its log and to a table. The disk is looked at once a second at
 * most; what is taken in between is counted.
 */
export class Room {
  readonly #dir: string;
  readonly #freeBytes: (dir: string) => number;
  #left = 0;
  #lookedMs = Number.NEGATIVE_INFINITY;

  constructor(dir: string, freeBytes = freeBytesOf) {
    this.#dir = dir;
    this.#freeBytes = freeBytes;
  }

  /** Counts bytes that are about to be written. Errors: LIMIT_EXCEEDED where less than the reserve would be left. */
  take(bytes: number): void {
    if (performance.now() - this.#lookedMs >= lookEveryMs) this.#look();
    const left = this.#left - 2 * bytes;
    if (left < reserveBytes) throw full(this.#dir, this.#left);
    this.#left = left;
  }

  /** In one step: a local file system answers from memory, and commits keep their order. */
  #look(): void {
    this.#lookedMs = performance.now();
    try {
      this.#left = this.#freeBytes(this.#dir);
    } catch {
      // Not taken for full: a write that fails then ends the process, as ever.
      this.#left = Number.POSITIVE_INFINITY;
    }
  }
}

const full = (dir: string, left: number): DomainError =>
  new DomainError(
    "LIMIT_EXCEEDED",
    worded("keeping-error.the-disk-of-is-too-full-it-has-mib-left-and", {
      dir,
      max: Math.max(0, Math.floor(left / 1024 / 1024)),
    }),
    { dir },
  );

/** About how many bytes a commit writes; what depends on its head is small. */
export const sizeOf = ({ events = [], records = [], entries = [], scopes = [], ...own }: Commit): number => {
  let bytes = putBytes(own);
  for (const put of scopes) bytes += putBytes(put);
  for (const { body } of events) bytes += body.length;
  for (const { value } of entries) bytes += value?.length ?? 0;
  if (typeof records !== "function") for (const { value } of records) bytes += value?.length ?? 0;
  return bytes;
};

/** Staged blobs above 4 MiB lie on the disk already. */
const putBytes = ({ blobs = [], staged = [] }: Omit<ScopePut, "scope">): number =>
  blobs.reduce((sum, { length }) => sum + length, 0) + staged.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
