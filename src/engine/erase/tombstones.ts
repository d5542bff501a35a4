import type { ErasureReason } from "../../../gen/pincite/audit/v1/erasure_reason_pb.ts";

/** What was erased, by its id alone. No law: its text is public, and one that was erased may be loaded again. */
export interface Tombstone {
  readonly kind: "run" | "document";
  readonly id: string;
  /** Part of the Vault that a document was in; empty for others. */
  readonly strandId: string;
  readonly reason: ErasureReason;
}

/** What was erased of a data folder, kept outside it: a backup or a copy from before holds it again, and knows nothing of the erasure. */
export interface Tombstones {
  all(): readonly Tombstone[];
  /** What stands there already is not added again. On disk when it returns. */
  add(ones: readonly Tombstone[]): void;
}

/** Nothing is kept: of a server without a folder. */
export const noTombstones: Tombstones = { all: () => [], add: () => undefined };
