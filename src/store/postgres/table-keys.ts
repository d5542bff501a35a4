import { randomBytes } from "node:crypto";
import { fromBinary } from "@bufbuild/protobuf";
import { ScopeKeyRecordSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { writer } from "../field.ts";
import { escapeName } from "../level/keys.ts";
import { seal, unseal } from "../level/seal.ts";
import type { ScopeKeys, Secret, Secrets } from "../level/secrets/cipher.ts";
import { idOf, keyLost, numberOf } from "../level/secrets/key-file.ts";
import type { OrderedMap } from "../ordered-map.ts";
import type { WrappedKey, Wrapping } from "./wrapping.ts";

const keyBytes = 32;

/** The key of the map under which a scope's key stands; no owner's keys begin so. */
export const scopeKeyKey = (owner: string, number: number): string => `!key!${escapeName(owner)}!${number}`;

/** What the keys of the map begin with under which keys of scopes stand. */
export const scopeKeys = "!key!";

/** Encodes the key of a scope; without a key, for one that was destroyed. */
export const encodeScopeKey = (at: string, { key, wrappedBy }: WrappedKey): Uint8Array =>
  seal(at, writer.bytes(1, key).string(2, wrappedBy).take());

/** Decodes the key of a scope. Errors: DATA_LOSS. */
export const decodeScopeKey = (at: string, value: Uint8Array): WrappedKey =>
  fromBinary(ScopeKeyRecordSchema, unseal(at, value));

/** The keys of one owner's scopes, each a row of its own beside what it encrypts. */
export class TableKeys implements Secrets, ScopeKeys {
  /** Keys made for scopes that had none, by where they are to stand. */
  readonly made = new Map<string, Uint8Array>();
  readonly #map: Pick<OrderedMap, "get">;
  readonly #owner: string;
  readonly #wrapping: Wrapping;
  /** Numbers up to this one have keys; a higher one is made when it is asked for. */
  readonly #given: number;
  readonly #opened: WeakMap<Uint8Array, Uint8Array>;

  /** `opened`: what was opened already, by the values that it stood in. */
  constructor(
    map: Pick<OrderedMap, "get">,
    owner: string,
    wrapping: Wrapping,
    given = Number.POSITIVE_INFINITY,
    opened = new WeakMap<Uint8Array, Uint8Array>(),
  ) {
    this.#opened = opened;
    this.#map = map;
    this.#owner = owner;
    this.#wrapping = wrapping;
    this.#given = given;
  }

  secret(number: number): Secret {
    if (number <= this.#given) return { id: idOf(number), key: this.#stored(number) };
    const at = scopeKeyKey(this.#owner, number);
    const key = this.made.get(at) ?? new Uint8Array(randomBytes(keyBytes));
    this.made.set(at, key);
    return { id: idOf(number), key };
  }

  find(id: string): Uint8Array {
    return this.secret(numberOf(id)).key;
  }

  isDestroyed(id: string): boolean {
    const at = scopeKeyKey(this.#owner, numberOf(id));
    const value = this.#map.get(at);
    return value !== undefined && decodeScopeKey(at, value).key.length === 0;
  }

  #stored(number: number): Uint8Array {
    const at = scopeKeyKey(this.#owner, number);
    const value = this.#map.get(at);
    const opened = value && this.#opened.get(value);
    if (opened) return opened;
    const stored = value && decodeScopeKey(at, value);
    if (!value || !stored || stored.key.length === 0) throw keyLost(number);
    const key = this.#wrapping.unwrap(at, stored);
    if (key.length !== keyBytes) throw keyLost(number);
    this.#opened.set(value, key);
    return key;
  }
}
