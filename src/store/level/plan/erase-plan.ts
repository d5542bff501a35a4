import { refuseScope } from "../../check-commit.ts";
import { scopeErased, staleHead } from "../../refusals.ts";
import type { Commit, Head, ScopeErasure } from "../../store.ts";
import { decodeErased, type ErasedRecord, encodeErased } from "../erased-record.ts";
import { erasedKey, scopeKey } from "../keys.ts";
import { encodeErasedLocator } from "../locator.ts";
import type { PreparedErasure } from "../prepare-erasure.ts";
import type { Present } from "../present.ts";
import { decodeScope } from "../scope-reads.ts";
import { sealOf } from "../seal.ts";
import type { BatchWriter } from "./batch-writer.ts";
import type { KeyPlan } from "./key-plan.ts";

/** Thrown where a scope is no longer what it was when its erasure was readied: it is to be readied again. */
export class ScopeMoved extends Error {}

/** Erasures of a batch, and what must not be written because of them. */
export class ErasePlan {
  /** Scopes that the batch erases, by the key that says so. */
  readonly erased = new Map<string, ErasedRecord>();
  readonly #writer: BatchWriter;
  readonly #present: Present;
  readonly #keys: KeyPlan;

  constructor(writer: BatchWriter, present: Present, keys: KeyPlan) {
    this.#writer = writer;
    this.#present = present;
    this.#keys = keys;
  }

  /** Refuses what would add to an erased scope, and an erasure of something else than what was meant. Errors: ERASED. */
  check({ owner, stream, events = [], scopes = [], erase = [] }: Commit, headOf: (stream: string) => Head): void {
    for (const { scope } of scopes) this.refuse(owner, scope);
    if (stream !== undefined && events.length > 0) this.refuse(owner, stream);
    for (const one of erase) if (!this.#of(owner, one.scope)) this.#checkMeant(owner, one, headOf(one.scope));
  }

  /** Errors: ERASED. */
  refuse(owner: string, scope: string): void {
    const erased = this.#of(owner, scope);
    if (erased) throw scopeErased(scope, erased.timeMs);
  }

  /** Refuses an erasure whose scope has moved since. One that was erased meanwhile is left as it is. */
  standing(owner: string, prepared: readonly PreparedErasure[], headOf: (stream: string) => Head): PreparedErasure[] {
    const open = prepared.filter(({ scope }) => !this.#of(owner, scope));
    if (!open.every((one) => this.#stands(owner, one, headOf(one.scope)))) throw new ScopeMoved();
    return open;
  }

  /** Takes away all that the scope holds, but for its head and the places of its events. */
  put(owner: string, { scope, timeMs, restored, sealed, derived, artifacts, locators }: PreparedErasure): void {
    const { operations, totals } = this.#writer;
    for (const { key, seal } of sealed) {
      const change = { key, sealed: undefined, before: seal };
      if (kindOf(key) === "c") {
        totals.commitCount -= 1n;
        this.#writer.change(change);
      } else this.#writer.changeRecord(change);
    }
    for (const { key, seal } of derived) {
      // A value that the same commit puts in its place stays.
      const value = this.#writer.value(key);
      if (value && sealOf(value) === seal) this.#writer.changeRecord({ key, sealed: undefined, before: seal });
    }
    for (const key of artifacts) operations.push({ type: "del", key });
    for (const key of locators) {
      const before = this.#writer.value(key);
      this.#writer.change({ key, sealed: encodeErasedLocator(key), before: before ? sealOf(before) : null });
    }
    const key = erasedKey(owner, scope);
    const erased = { timeMs: restored?.timeMs ?? timeMs, key: this.#keys.drop(owner, scope), isCleared: false };
    this.erased.set(key, erased);
    this.#writer.changeRecord({ key, sealed: encodeErased(key, erased), before: null });
  }

  /** Says that nothing of an erased scope is left anywhere. */
  clear(owner: string, scope: string): void {
    const key = erasedKey(owner, scope);
    const before = this.#writer.value(key);
    if (!before) return;
    const erased = { ...decodeErased(key, before), isCleared: true };
    this.erased.set(key, erased);
    this.#writer.changeRecord({ key, sealed: encodeErased(key, erased), before: sealOf(before) });
  }

  #of(owner: string, scope: string): ErasedRecord | undefined {
    return this.erased.get(erasedKey(owner, scope)) ?? this.#present.erased(owner, scope);
  }

  #checkMeant(owner: string, { scope, expect, restored }: ScopeErasure, head: Head): void {
    if (expect && (expect.seq !== head.seq || expect.hash !== head.hash)) throw staleHead(scope, head);
    if (restored && (head.seq > 0 || this.#writer.value(scopeKey(owner, scope)))) refuseScope(scope);
  }

  #stands(owner: string, { scope, last, sealed }: PreparedErasure, head: Head): boolean {
    const key = scopeKey(owner, scope);
    const stored = this.#writer.value(key);
    if ((stored ? decodeScope(key, stored) : head.seq) !== last) return false;
    return sealed.every((one) => {
      const value = this.#writer.value(one.key);
      return value !== undefined && sealOf(value) === one.seal;
    });
  }
}

const kindOf = (key: string): string => key.split("!")[1] ?? "";
