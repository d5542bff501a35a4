import type { CheckpointSigner } from "../checkpoint-signer.ts";
import type { StoreClock } from "../lease-table.ts";
import type { Operation } from "../ordered-map.ts";
import type { ScopeOfNamed } from "../store.ts";
import type { UncleanEnd } from "./unclean-end.ts";

/** What has become of scopes of before there were keys. */
export interface OlderScopes {
  /** Scopes that hold nothing unencrypted any more. */
  readonly encrypted: number;
  /** Scopes that could not be read: they stay as they are, for `verify` to tell. */
  readonly damaged: number;
}

export interface LevelStoreOptions {
  /** The store's folder, on a local ext4 or xfs file system; made when absent. Holds `db`, `blobs`, `checkpoints`, `log-copy`, `open`, after a change of layout `db-before`. */
  readonly dir: string;
  readonly clock: StoreClock;
  /** Signs checkpoints; without one they are written unsigned. */
  readonly signer?: CheckpointSigner;
  /** Called once, at the first write error: end the process with exit code 70 and let it be started again. */
  readonly onFailure?: (cause: unknown) => void;
  /**
   * Called when the store was not closed in order the last time: write the sentence to the log. After the second such end
   * in a row it is called before LevelDB opens as well, since LevelDB may end the process again while it does.
   */
  readonly onUncleanEnd?: (end: UncleanEnd) => void;
  /**
   * Called for each damaged table of the database, which is read at the opening and every day after it: write the sentence to the
   * log. Without it tables are read only where `verify` is asked for.
   */
  readonly onDamage?: (sentence: string) => void;
  /** Called each time that all tables were read so, with the number of damages that were told. */
  readonly onScrubbed?: (damages: number) => void;
  /**
   * Called once what was written before scopes had keys is encrypted, behind the opening, with the number of scopes and of those that
   * stay as they were since they are damaged; not called where there was none. Without it they stay as they were.
   */
  readonly onEncrypted?: (older: OlderScopes) => void;
  /**
   * Called from time to time while the folder of an earlier version is carried over to today's layout, with the number of
   * entries read so far.
   */
  readonly onCarriedOver?: (entries: number) => void;
  /** In which scope an artifact belongs that an event of an earlier layout names. Without it: in that of the event's stream. */
  readonly scopeOf?: ScopeOfNamed;
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
