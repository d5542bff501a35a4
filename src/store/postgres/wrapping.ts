import { randomBytes } from "node:crypto";
import { decrypted, encrypt, type Secret } from "../level/secrets/cipher.ts";
import { dataLoss } from "../refusals.ts";

const keyBytes = 32;

/** A key of a scope as it is stored; `wrappedBy` names the key of the installation that it is encrypted with, "" for none. */
export interface WrappedKey {
  readonly key: Uint8Array;
  readonly wrappedBy: string;
}

/**
 * Encrypts the keys of scopes with a key of the installation, which the database never sees: what its log and its backups hold of an erased
 * scope opens for nobody once that key is replaced and destroyed.
 */
export class Wrapping {
  /** The first one wraps; the others open what they wrapped. None: keys are stored as they are. */
  readonly keys: readonly Secret[];

  constructor(keys: readonly Secret[] = []) {
    this.keys = keys;
  }

  /** Name of the key that wraps; "": none does. */
  get current(): string {
    return this.keys[0]?.id ?? "";
  }

  /** `place`: where the key is to stand; it opens nowhere else. */
  wrap(place: string, key: Uint8Array): WrappedKey {
    const [current] = this.keys;
    return current ? { key: encrypt(current, place, key), wrappedBy: current.id } : { key, wrappedBy: "" };
  }

  /** Errors: DATA_LOSS for a key that this server has not, or that does not open there. */
  unwrap(place: string, { key, wrappedBy }: WrappedKey): Uint8Array {
    return decrypted(place, key, wrappedBy, { find: (id) => this.#find(id), isDestroyed: () => false });
  }

  #find(id: string): Uint8Array {
    const found = this.keys.find((key) => key.id === id);
    if (found) return found.key;
    throw dataLoss(`keys in the database are wrapped with the key ${id}, which this server has not`, { wrapKey: id });
  }
}

/** A new key of an installation, named at random. */
export const newWrapKey = (): Secret => ({
  id: randomBytes(4).toString("hex"),
  key: new Uint8Array(randomBytes(keyBytes)),
});
