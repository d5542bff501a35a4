import { secretKey } from "../keys.ts";
import type { Present } from "../present.ts";
import { sealOf } from "../seal.ts";
import type { ScopeKeys, Secret } from "../secrets/cipher.ts";
import { encodeKey, type KeyRecord } from "../secrets/key-record.ts";
import type { BatchWriter } from "./batch-writer.ts";

/** Keys of scopes in a batch: those that they have, and the next ones of the file for scopes that have none. */
export class KeyPlan {
  /** The changes of the batch, by the key of the map; null for a scope that has no key any more. */
  readonly changed = new Map<string, KeyRecord | null>();
  readonly #writer: BatchWriter;
  readonly #present: Present;
  readonly #keys: ScopeKeys;

  constructor(writer: BatchWriter, present: Present, keys: ScopeKeys) {
    this.#writer = writer;
    this.#present = present;
    this.#keys = keys;
  }

  /** The secret that a scope is encrypted with; undefined for the owner's own, which nobody erases. Errors: DATA_LOSS where the key is lost. */
  of(owner: string, scope: string): Secret | undefined {
    if (scope === "") return undefined;
    const known = this.known(owner, scope);
    return this.#keys.secret((known ?? this.#give(owner, scope)).number);
  }

  /** Which key a scope has. */
  known(owner: string, scope: string): KeyRecord | undefined {
    const changed = this.changed.get(secretKey(owner, scope));
    return changed === undefined ? this.#present.secret(owner, scope) : (changed ?? undefined);
  }

  /** Takes the key of a scope away; gives its number, 0 where it had none. */
  drop(owner: string, scope: string): number {
    const known = this.known(owner, scope);
    if (!known) return 0;
    const key = secretKey(owner, scope);
    const before = this.#writer.value(key);
    this.changed.set(key, null);
    this.#writer.changeRecord({ key, sealed: undefined, before: before ? sealOf(before) : null });
    return known.number;
  }

  #give(owner: string, scope: string): KeyRecord {
    const { totals } = this.#writer;
    totals.keyCount += 1;
    const given = { number: totals.keyCount };
    const key = secretKey(owner, scope);
    this.changed.set(key, given);
    this.#writer.changeRecord({ key, sealed: encodeKey(key, given), before: null });
    return given;
  }
}
