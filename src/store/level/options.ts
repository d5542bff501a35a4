import type { CheckpointSigner } from "../checkpoint-signer.ts";
import type { StoreClock } from "../lease-table.ts";

export interface LevelStoreOptions {
  /** The store's folder, on a local ext4 or xfs file system; made when absent. Holds `db`, `blobs`, `checkpoints`, `log-copy`. */
  readonly dir: string;
  readonly clock: StoreClock;
  /** Signs checkpoints; without one they are written unsigned. */
  readonly signer?: CheckpointSigner;
  /** Called once, at the first write error: end the process with exit code 70 and let it be started again. */
  readonly onFailure?: (cause: unknown) => void;
  /** Milliseconds between checkpoints, when something changed. Default 1,000. */
  readonly checkpointMs?: number;
  /** Heads kept in memory. Default 10,000, about 3 MB. */
  readonly headsCached?: number;
  /** For tests: stands around every batch and may let it fail before or after it is written. */
  readonly faults?: { readonly batch?: (write: () => Promise<void>) => Promise<void> };
}
