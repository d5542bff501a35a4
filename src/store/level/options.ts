import type { CheckpointSigner } from "../checkpoint-signer.ts";
import type { StoreClock } from "../lease-table.ts";
import type { Operation } from "../ordered-map.ts";

export interface LevelStoreOptions {
  /** The store's folder, on a local ext4 or xfs file system; made when absent. Holds `db`, `blobs`, `checkpoints`, `log-copy`, `whole-tables`, `open`. */
  readonly dir: string;
  readonly clock: StoreClock;
  /** Signs checkpoints; without one they are written unsigned. */
  readonly signer?: CheckpointSigner;
  /** Called once, at the first write error: end the process with exit code 70 and let it be started again. */
  readonly onFailure?: (cause: unknown) => void;
  /**
   * Called for each damage that `verify` would find: all is read soon after the opening and every day after it, and again before a damage is told.
   * Write the sentence to the log. Without it nothing is read but where `verify` is asked for.
   */
  readonly onDamage?: (sentence: string) => void;
  /** Called each time that all was read so, with the number of damages that were told. */
  readonly onScrubbed?: (damages: number) => void;
  /** Milliseconds between checkpoints, when something changed. Default 1,000. */
  readonly checkpointMs?: number;
  /** Heads, and seals of records, kept in memory. Default 10,000 of each, about 5 MB. */
  readonly headsCached?: number;
  /** Bytes that the disk of a folder has left. Default: as the file system says. */
  readonly freeBytes?: (dir: string) => number;
  /** For tests: stands around every batch, may hold it back and let it fail before or after it is written. */
  readonly faults?: {
    readonly batch?: (write: () => Promise<void>, operations: readonly Operation[]) => Promise<void>;
  };
}
