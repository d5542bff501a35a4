import { sha256Hex } from "../../../sha256.ts";
import { emptyHead } from "../../store.ts";
import { encodeCommit, type NewCommitContent } from "../commit-record.ts";
import { artifactKey, commitKey, locatorKey, ownerKey, scopeKey, stateKey } from "../keys.ts";
import { encodeLocator, type Locator, recordArtifactBytesMax } from "../locator.ts";
import { pack } from "../packing.ts";
import { encodeOwner, noPlace, type OwnerPlace } from "../present.ts";
import { encodeScope } from "../scope-reads.ts";
import { sealOf } from "../seal.ts";
import { encodeTotals, moved, noTotals, resealed, type Totals } from "../totals.ts";
import type { MapWriter } from "./map-writer.ts";

/** An artifact of an older layout: its bytes, or the size of its file. */
export type OlderArtifact = { readonly bytes: Uint8Array } | { readonly fileBytes: number };

/** Finds an artifact of an older layout; undefined: there is none of this digest. */
export type FindOlder = (owner: string, digest: string) => OlderArtifact | undefined;

/** Writes what is carried over in today's layout, and counts it. */
export class NewLayout {
  readonly totals: Totals;
  /** Owner, scope and digest of the artifacts that are files. */
  readonly files: { readonly owner: string; readonly scope: string; readonly digest: string }[] = [];
  readonly #writer: MapWriter;
  readonly #owners = new Map<string, OwnerPlace>();
  /** Last record of each scope apart. */
  readonly #apart = new Map<string, { readonly owner: string; readonly scope: string; number: number }>();

  constructor(writer: MapWriter, { epoch, batch, checkpointNumber }: Totals) {
    this.#writer = writer;
    // A batch of its own: what the last checkpoint says of the totals is about the layout before.
    this.totals = { ...noTotals, epoch, checkpointNumber, batch: batch + 1n };
  }

  place(owner: string): OwnerPlace {
    return this.#owners.get(owner) ?? noPlace;
  }

  setPlace(owner: string, place: Partial<OwnerPlace>): void {
    this.#owners.set(owner, { ...this.place(owner), ...place });
  }

  /** The number of the next record of a scope apart. */
  nextApart(owner: string, scope: string): number {
    const key = `${owner}\0${scope}`;
    const known = this.#apart.get(key) ?? { owner, scope, number: 0 };
    this.#apart.set(key, known);
    known.number += 1;
    return known.number;
  }

  /** Writes a record with artifacts, and where each of them is. A damaged one stands by itself, so that it costs itself alone. */
  record(
    owner: string,
    scope: string,
    number: number,
    content: Omit<NewCommitContent, "artifacts" | "outside">,
    artifacts: ReadonlyMap<string, OlderArtifact>,
  ): void {
    const inside: Uint8Array[] = [];
    const outside: string[] = [];
    for (const [digest, artifact] of artifacts) {
      const sizeBytes = "bytes" in artifact ? artifact.bytes.length : artifact.fileBytes;
      const isInside = "bytes" in artifact && isSmallAndWhole(artifact.bytes, digest);
      const packed = "bytes" in artifact && !isInside ? pack(artifact.bytes) : undefined;
      const outsideAt = { number: 0, index: 0, packing: packed?.packing ?? 0 };
      this.#locate(owner, digest, scope, { sizeBytes, ...(isInside ? { number, index: inside.length } : outsideAt) });
      if (isInside) inside.push(artifact.bytes);
      else outside.push(digest);
      if (packed) this.put(artifactKey(owner, digest, scope), packed.content);
      if (!("bytes" in artifact)) this.files.push({ owner, scope, digest });
    }
    const key = commitKey(owner, scope, number);
    this.totals.commitCount += 1n;
    this.sealed(key, encodeCommit(key, { ...content, artifacts: inside, outside }));
  }

  /** Puts a value whose seal is in the sum. */
  sealed(key: string, value: Uint8Array): void {
    this.totals.sealsSum = resealed(this.totals.sealsSum, undefined, sealOf(value));
    this.put(key, value);
  }

  put(key: string, value: Uint8Array): void {
    this.#writer.put(key, value);
  }

  relieve(): Promise<void> | undefined {
    return this.#writer.relieve();
  }

  /** Scopes, owners and totals, last of all: a map without them is not a store. */
  async end(): Promise<Totals> {
    for (const { owner, scope, number } of this.#apart.values()) {
      const key = scopeKey(owner, scope);
      this.totals.recordCount += 1n;
      this.sealed(key, encodeScope(key, number));
    }
    for (const [owner, place] of this.#owners) this.put(ownerKey(owner), encodeOwner(ownerKey(owner), place));
    this.put(stateKey, encodeTotals(this.totals));
    await this.#writer.flush();
    return this.totals;
  }

  #locate(owner: string, digest: string, scope: string, at: Locator): void {
    const key = locatorKey(owner, digest, scope);
    this.totals.blobCount += 1n;
    this.totals.blobsRoot = moved(this.totals.blobsRoot, emptyHead.hash, digest);
    this.sealed(key, encodeLocator(key, at));
  }
}

/** Whether an artifact goes into a record: one whose bytes have changed would be found in none. */
const isSmallAndWhole = (bytes: Uint8Array, digest: string): boolean =>
  bytes.length <= recordArtifactBytesMax && sha256Hex(bytes) === digest;
