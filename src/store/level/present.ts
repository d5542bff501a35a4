import { fromBinary } from "@bufbuild/protobuf";
import { Recent } from "#kit/recent.ts";
import { HeadRecordSchema, OwnerRecordSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { writer } from "../field.ts";
import type { OrderedMap } from "../ordered-map.ts";
import { dataLoss, scopeErased } from "../refusals.ts";
import type { Head } from "../store.ts";
import { emptyHead } from "../store.ts";
import { type CommandRecord, decodeCommand } from "./command-record.ts";
import { decodeErased, type ErasedRecord } from "./erased-record.ts";
import { commitKey, erasedKey, headKey, locatorKey, ownerKey, positionKey, scopeKey, secretKey } from "./keys.ts";
import type { ListPlaces } from "./list-entry.ts";
import { decodeLocator, type Locator } from "./locator.ts";
import { Records } from "./records.ts";
import { seal, sealOf, unseal, unsealed } from "./seal.ts";
import { decrypted, type Secrets } from "./secrets/cipher.ts";
import { decodeKey, type KeyRecord } from "./secrets/key-record.ts";

/** Where an owner stands: the position of its last event, the number of the last record in its own scope, and its lists. */
export interface OwnerPlace {
  readonly position: bigint;
  readonly ownNumber: number;
  readonly lists: ListPlaces;
}

/** Where an owner stands of whom there is nothing. */
export const noPlace: OwnerPlace = { position: 0n, ownNumber: 0, lists: new Map() };

/** Heads and keys of scopes that were decoded, by the keys of the map: good for as long as what they were decoded from. */
export interface Decoded {
  readonly heads: Recent<string, Head>;
  readonly secrets: Recent<string, KeyRecord | null>;
}

/**
 * The durable state of now, read synchronously and checked. Heads, places of owners, the seals of records and which commands are new
 * are remembered: only the committer changes them, and it tells us after each batch is on disk.
 */
export class Present {
  readonly records: Records;
  readonly #map: OrderedMap;
  readonly #heads: Recent<string, Head>;
  readonly #owners: Recent<string, OwnerPlace>;
  readonly #seals: Recent<string, bigint | null>;
  /** Commands that were looked up and not there: each is looked up again when it is committed. */
  readonly #unseen: Recent<string, true>;
  readonly #erased: Recent<string, ErasedRecord | null>;
  readonly #secrets: Recent<string, KeyRecord | null>;

  /** `decoded`: what another view of the same values decoded. */
  constructor(map: OrderedMap, headsCached: number, secrets: Secrets, decoded?: Decoded) {
    this.#map = map;
    this.records = new Records(map, secrets);
    this.#heads = decoded?.heads ?? new Recent(headsCached);
    this.#owners = new Recent(headsCached);
    this.#seals = new Recent(headsCached);
    this.#unseen = new Recent(headsCached);
    this.#erased = new Recent(headsCached);
    this.#secrets = decoded?.secrets ?? new Recent(headsCached);
  }

  /** Errors: DATA_LOSS also where the head is missing and the first record is not. */
  head(owner: string, stream: string): Head {
    const key = headKey(owner, stream);
    const known = this.#heads.get(key);
    if (known) return known;
    const body = this.sealed(key);
    if (!body && this.#map.get(commitKey(owner, stream, 1)) && !this.#map.get(scopeKey(owner, stream)))
      throw dataLoss(`the head of stream ${stream} of owner ${owner} is missing`, { owner, stream });
    const head = body ? decodeHead(body) : emptyHead;
    this.#heads.set(key, head);
    return head;
  }

  /** Errors: DATA_LOSS also where the owner's place is missing and its first event or record is not. */
  owner(owner: string): OwnerPlace {
    const known = this.#owners.get(owner);
    if (known !== undefined) return known;
    const place = this.storedOwner(owner);
    this.#owners.set(owner, place);
    return place;
  }

  /** As it is in the map, whatever is remembered. */
  storedOwner(owner: string): OwnerPlace {
    const body = this.sealed(ownerKey(owner));
    if (!body && (this.#map.get(positionKey(owner, 1n)) || this.#map.get(commitKey(owner, "", 1))))
      throw dataLoss(`the position of owner ${owner} is missing`, { owner });
    return body ? decodeOwner(body) : noPlace;
  }

  /** The record of the command under this key of the map. */
  command(key: string): CommandRecord | undefined {
    if (this.#unseen.get(key)) return undefined;
    const body = this.sealed(key);
    if (body) return decodeCommand(body);
    this.#unseen.set(key, true);
    return undefined;
  }

  /** That a scope was erased; undefined: it was not. */
  erased(owner: string, scope: string): ErasedRecord | undefined {
    if (scope === "") return undefined;
    const key = erasedKey(owner, scope);
    let known = this.#erased.get(key);
    if (known === undefined) {
      const value = this.#map.get(key);
      known = value ? decodeErased(key, value) : null;
      this.#erased.set(key, known);
    }
    return known ?? undefined;
  }

  /** Which key a scope has; undefined: none yet. */
  secret(owner: string, scope: string): KeyRecord | undefined {
    const key = secretKey(owner, scope);
    let known = this.#secrets.get(key);
    if (known === undefined) {
      const value = this.#map.get(key);
      known = value ? decodeKey(key, value) : null;
      this.#secrets.set(key, known);
    }
    return known ?? undefined;
  }

  /** Errors: ERASED. */
  refuseErased(owner: string, scope: string): void {
    const erased = this.erased(owner, scope);
    if (erased) throw scopeErased(scope, erased.timeMs);
  }

  /** Where a scope holds an artifact; undefined where it does not. */
  locator(owner: string, digest: string, scope: string): Locator | undefined {
    const key = locatorKey(owner, digest, scope);
    const value = this.#map.get(key);
    return value && decodeLocator(key, value);
  }

  /** The seal of the record under a key, null for "no record": what a change takes out of the sum of seals. */
  recordSeal(key: string): bigint | null {
    const known = this.#seals.get(key);
    if (known !== undefined) return known;
    const value = this.#map.get(key);
    return value ? sealOf(value) : null;
  }

  value(key: string): Uint8Array | undefined {
    return this.#map.get(key);
  }

  /** The body under a key whose values are sealed, or undefined. */
  sealed(key: string): Uint8Array | undefined {
    const value = this.#map.get(key);
    return value && unseal(key, value);
  }

  setHead(key: string, head: Head): void {
    this.#heads.set(key, head);
  }

  setRecordSeal(key: string, recordSeal: bigint | null): void {
    this.#seals.set(key, recordSeal);
  }

  setErased(key: string, erased: ErasedRecord): void {
    this.#erased.set(key, erased);
  }

  /** Null: it has none any more. */
  setSecret(key: string, record: KeyRecord | null): void {
    this.#secrets.set(key, record);
  }

  /** The derived record under a key, decrypted; undefined also where its scope was erased. Errors: DATA_LOSS. */
  derived(key: string): Uint8Array | undefined {
    const value = this.#map.get(key);
    return value && this.derivedIn(key, value);
  }

  derivedIn(key: string, value: Uint8Array): Uint8Array | undefined {
    const { body, keyId } = unsealed(key, value);
    if (keyId !== "" && this.records.secrets.isDestroyed(keyId)) return undefined;
    return decrypted(key, body, keyId, this.records.secrets);
  }

  /** A command is on disk from now on. */
  setSeen(key: string): void {
    this.#unseen.delete(key);
  }

  setOwner(owner: string, place: OwnerPlace): void {
    this.#owners.set(owner, place);
  }
}

export const decodeHead = (body: Uint8Array): Head => {
  const { seq, hash } = fromBinary(HeadRecordSchema, body);
  return { seq, hash: Buffer.from(hash).toString("hex") };
};

export const encodeHead = (key: string, head: Head): Uint8Array =>
  seal(key, writer.number(1, head.seq).hex(2, head.hash).take());

export const decodeOwner = (body: Uint8Array): OwnerPlace => {
  const { position, ownNumber, lists } = fromBinary(OwnerRecordSchema, body);
  return { position, ownNumber, lists: new Map(lists.map(({ list, first, last }) => [list, { first, last }])) };
};

export const encodeOwner = (key: string, { position, ownNumber, lists }: OwnerPlace): Uint8Array => {
  // Each is a message of its own, and the writer writes one message at a time.
  const places = [...lists]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([list, { first, last }]) => writer.string(1, list).number(2, first).number(3, last).take());
  writer.number(1, Number(position)).number(2, ownNumber);
  for (const place of places) writer.presentBytes(3, place);
  return seal(key, writer.take());
};
