import { sha256Hex } from "../sha256.ts";
import type { BlobFiles } from "../store/level/blob-files.ts";
import { artifactKey, secretKey } from "../store/level/keys.ts";
import type { Locator } from "../store/level/locator.ts";
import { packings } from "../store/level/packing.ts";
import { unpacked } from "../store/level/scope-reads.ts";
import type { Secrets } from "../store/level/secrets/cipher.ts";
import { idOf } from "../store/level/secrets/key-file.ts";
import { decodeKey } from "../store/level/secrets/key-record.ts";
import type { RawMap } from "./raw-map.ts";

/** Reads an artifact that stands in a record; undefined where the record is not whole. */
type InRecord = () => Uint8Array | undefined;

interface ArtifactsFrom {
  readonly map: RawMap;
  readonly files: BlobFiles;
  readonly secrets: Secrets;
}

/** The artifacts of an owner: which scope has which, and the bytes, from any place that has them whole. */
export class HeldArtifacts {
  readonly #map: RawMap;
  readonly #files: BlobFiles;
  readonly #secrets: Secrets;
  readonly #owner: string;
  readonly #byScope = new Map<string, Set<string>>();
  readonly #scopes = new Map<string, Set<string>>();
  readonly #inRecords = new Map<string, InRecord>();

  constructor({ map, files, secrets }: ArtifactsFrom, owner: string) {
    this.#map = map;
    this.#files = files;
    this.#secrets = secrets;
    this.#owner = owner;
  }

  /** Something names an artifact of a scope: a locator, a record, a key. */
  named(scope: string, digest: string): void {
    setIn(this.#byScope, scope).add(digest);
    setIn(this.#scopes, digest).add(scope);
  }

  inRecord(scope: string, digest: string, read: InRecord): void {
    this.named(scope, digest);
    this.#inRecords.set(digest, read);
  }

  scopes(): string[] {
    return [...this.#byScope.keys()].sort();
  }

  /** Digests that a scope is known to have held, in order. */
  of(scope: string): string[] {
    return [...(this.#byScope.get(scope) ?? [])].sort();
  }

  /** The bytes, hashed again; undefined where no place has them whole. */
  async read(digest: string): Promise<Uint8Array | undefined> {
    const found = this.#inRecords.get(digest)?.();
    if (found && sha256Hex(found) === digest) return found;
    for (const scope of this.#scopes.get(digest) ?? []) {
      const bytes = this.#byItself(scope, digest) ?? (await this.#inFile(scope, digest));
      if (bytes) return bytes;
    }
    return undefined;
  }

  /** How it is packed and encrypted its locator says, which may be gone: the digest tells which is right. */
  #byItself(scope: string, digest: string): Uint8Array | undefined {
    const key = artifactKey(this.#owner, digest, scope);
    const content = this.#map.get(key);
    for (const keyId of content ? this.#keysOf(scope) : [])
      for (const packing of Object.values(packings)) {
        const bytes = this.#opened(key, content, { packing, keyId, sizeBytes: 0, number: 0, index: 0 });
        if (bytes && sha256Hex(bytes) === digest) return bytes;
      }
    return undefined;
  }

  #opened(key: string, content: Uint8Array | undefined, locator: Locator): Uint8Array | undefined {
    try {
      return unpacked(key, content, locator, this.#secrets);
    } catch {
      return undefined;
    }
  }

  /** Names of keys that an artifact of a scope may be encrypted with; "" for none. */
  #keysOf(scope: string): string[] {
    const at = secretKey(this.#owner, scope);
    const value = this.#map.get(at);
    try {
      return value ? [idOf(decodeKey(at, value).number), ""] : [""];
    } catch {
      return [""];
    }
  }

  #inFile(scope: string, digest: string): Promise<Uint8Array | undefined> {
    return this.#files.read(this.#owner, scope, digest).catch(() => undefined);
  }
}

/** The set under a key, made where there is none. */
export const setIn = (sets: Map<string, Set<string>>, key: string): Set<string> => {
  const known = sets.get(key);
  if (known) return known;
  const fresh = new Set<string>();
  sets.set(key, fresh);
  return fresh;
};
