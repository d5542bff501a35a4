import type { Operation } from "../../ordered-map.ts";
import type { Present } from "../present.ts";
import { sealOf } from "../seal.ts";
import { resealed, type Totals } from "../totals.ts";

/** A change of a sealed value: what it becomes, and the seal that it had; null for none. */
export interface SealedChange {
  readonly key: string;
  readonly sealed: Uint8Array | undefined;
  readonly before: bigint | null;
}

/** The operations of a batch in the making, and what its keys hold once it is on disk. */
export class BatchWriter {
  readonly operations: Operation[] = [];
  readonly totals: Totals;
  bytes = 0;
  readonly #changed = new Map<string, Uint8Array | undefined>();
  readonly #present: Present;

  constructor(present: Present, totals: Totals) {
    this.#present = present;
    this.totals = totals;
  }

  /** The value under a key after all that was put so far. */
  value(key: string): Uint8Array | undefined {
    return this.#changed.has(key) ? this.#changed.get(key) : this.#present.value(key);
  }

  put(key: string, value: Uint8Array): void {
    this.operations.push({ type: "put", key, value });
    this.#changed.set(key, value);
    this.bytes += key.length + value.length;
  }

  /** Sets or removes a value whose seal is in the sum. */
  change({ key, sealed, before }: SealedChange): void {
    this.totals.sealsSum = resealed(this.totals.sealsSum, before ?? undefined, sealed && sealOf(sealed));
    if (sealed) this.put(key, sealed);
    else {
      this.operations.push({ type: "del", key });
      this.#changed.set(key, undefined);
    }
  }

  /** As `change`, for what the count of derived records counts too. */
  changeRecord(change: SealedChange): void {
    this.totals.recordCount += (change.sealed ? 1n : 0n) - (change.before === null ? 0n : 1n);
    this.change(change);
  }
}

/** Changes that are thought out but not made: reads see them, and dropping them leaves no trace. */
export class DraftChanges {
  readonly #writer: BatchWriter;
  readonly #changes = new Map<string, SealedChange>();

  constructor(writer: BatchWriter) {
    this.#writer = writer;
  }

  value(key: string): Uint8Array | undefined {
    const change = this.#changes.get(key);
    return change ? change.sealed : this.#writer.value(key);
  }

  set(key: string, sealed: Uint8Array | undefined): void {
    const known = this.#changes.get(key);
    const stored = known ? undefined : this.#writer.value(key);
    const before = known ? known.before : stored ? sealOf(stored) : null;
    this.#changes.set(key, { key, sealed, before });
  }

  /** Puts back what was there before and was counted then, so that no total changes. */
  restore(key: string, sealed: Uint8Array): void {
    this.#changes.set(key, { key, sealed, before: sealOf(sealed) });
  }

  all(): Iterable<SealedChange> {
    return this.#changes.values();
  }
}
