import { refuseScope } from "../../check-commit.ts";
import { emptyHead } from "../../store.ts";
import type { PreparedBlob } from "../blob-files.ts";
import { encodeCommit, type NewCommitContent } from "../commit-record.ts";
import { artifactKey, commitKey, locatorKey, scopeKey } from "../keys.ts";
import { encodeLocator, type Locator, recordArtifactBytesMax } from "../locator.ts";
import { pack } from "../packing.ts";
import type { Present } from "../present.ts";
import { decodeScope, encodeScope, heldArtifact } from "../scope-reads.ts";
import { sealOf } from "../seal.ts";
import { encrypt } from "../secrets/cipher.ts";
import { moved } from "../totals.ts";
import type { BatchWriter } from "./batch-writer.ts";
import type { KeyPlan } from "./key-plan.ts";

/** An artifact that its scope does not hold yet, or holds damaged: `before` is the seal of its locator. */
export interface NewArtifact extends PreparedBlob {
  readonly key: string;
  readonly before: bigint | null;
}

/** A record of a scope, artifacts apart. */
export interface NewRecord extends Omit<NewCommitContent, "artifacts" | "outside"> {
  readonly number: number;
}

/** Blobs for a scope that is neither a stream nor the owner's own. */
export interface PreparedScope {
  readonly scope: string;
  readonly blobs: readonly PreparedBlob[];
}

/** Records of scopes in a batch, with the artifacts that they bring and the locators of those. */
export class ScopePlan {
  readonly #writer: BatchWriter;
  readonly #present: Present;
  readonly #keys: KeyPlan;
  /** Locators that the batch sets. */
  readonly #located = new Set<string>();

  constructor(writer: BatchWriter, present: Present, keys: KeyPlan) {
    this.#writer = writer;
    this.#present = present;
    this.#keys = keys;
  }

  /** Those that the scope does not hold, each once, and those it holds damaged: putting one again heals it. */
  newArtifacts(owner: string, scope: string, blobs: readonly PreparedBlob[]): NewArtifact[] {
    const found = new Map<string, NewArtifact>();
    for (const blob of blobs) {
      const key = locatorKey(owner, blob.digest, scope);
      if (found.has(key) || this.#located.has(key)) continue;
      const stored = this.#present.value(key);
      if (stored && this.#isWhole(owner, scope, blob)) continue;
      found.set(key, { ...blob, key, before: stored ? sealOf(stored) : null });
    }
    return [...found.values()];
  }

  /** The number of the last record of a scope that is no stream, 0 for none. Errors: REQUEST_INVALID where the name is a stream's. */
  numberOf(owner: string, scope: string, isStream: (scope: string) => boolean): number {
    if (isStream(scope)) refuseScope(scope);
    const key = scopeKey(owner, scope);
    const stored = this.#writer.value(key);
    return stored ? decodeScope(key, stored) : 0;
  }

  /** Refuses a new stream that has the name of a scope. */
  refuseNewStream(owner: string, stream: string): void {
    if (this.#writer.value(scopeKey(owner, stream))) refuseScope(stream);
  }

  /** Writes a record with its artifacts, inside or beside it. */
  put(owner: string, scope: string, record: NewRecord, artifacts: readonly NewArtifact[]): void {
    const { number } = record;
    const secret = this.#keys.of(owner, scope);
    const inside: Uint8Array[] = [];
    const outside: string[] = [];
    for (const artifact of artifacts) {
      const { bytes, digest } = artifact;
      if (bytes && bytes.length <= recordArtifactBytesMax) {
        this.#locate(artifact, { number, index: inside.length });
        inside.push(bytes);
        continue;
      }
      outside.push(digest);
      const packed = bytes && pack(bytes);
      const at = { number: 0, index: 0, packing: packed?.packing ?? 0, keyId: (packed && secret?.id) ?? "" };
      this.#locate(artifact, at);
      if (!packed) continue;
      const place = artifactKey(owner, digest, scope);
      this.#writer.put(place, secret ? encrypt(secret, place, packed.content) : packed.content);
    }
    const key = commitKey(owner, scope, number);
    this.#writer.change({
      key,
      sealed: encodeCommit(key, { ...record, artifacts: inside, outside }, secret),
      before: null,
    });
    this.#writer.totals.commitCount += 1n;
  }

  /** Says where a scope stands that is neither a stream nor the owner's own. */
  setNumber(owner: string, scope: string, number: number): void {
    const key = scopeKey(owner, scope);
    const stored = this.#writer.value(key);
    this.#writer.changeRecord({ key, sealed: encodeScope(key, number), before: stored ? sealOf(stored) : null });
  }

  #locate({ key, digest, sizeBytes, before }: NewArtifact, at: Omit<Locator, "sizeBytes">): void {
    const { totals } = this.#writer;
    this.#located.add(key);
    this.#writer.change({ key, sealed: encodeLocator(key, { sizeBytes, ...at }), before });
    if (before !== null) return;
    totals.blobCount += 1n;
    totals.blobsRoot = moved(totals.blobsRoot, emptyHead.hash, digest);
  }

  /** Of one in a file, the file was looked at when it was readied for the commit. */
  #isWhole(owner: string, scope: string, { digest, bytes }: PreparedBlob): boolean {
    try {
      const locator = this.#present.locator(owner, digest, scope);
      if (locator && bytes) heldArtifact(this.#present, owner, digest, scope, locator);
      return locator !== undefined;
    } catch {
      return false;
    }
  }
}
