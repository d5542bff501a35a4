import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { Recent } from "#kit/recent.ts";
import {
  BlobFileRecordSchema,
  HeadRecordSchema,
  IdempotencyRecordSchema,
  OwnerRecordSchema,
} from "../../../gen/pincite/journal/v1/record_pb.ts";
import { writer } from "../field.ts";
import { dataLoss } from "../refusals.ts";
import type { Head, IdempotencyState } from "../store.ts";
import { emptyHead } from "../store.ts";
import { type Database, storedValue } from "./database.ts";
import { blobFileKey, eventKey, headKey, ownerKey, positionKey } from "./keys.ts";
import { seal, sealOf, unseal } from "./seal.ts";

/**
 * What is durable now, read synchronously and checked. Heads, positions, the seals of records and which commands are new are
 * remembered: only the committer changes them, and it tells us after each batch is on disk.
 */
export class Present {
  readonly #db: Database;
  readonly #heads: Recent<string, Head>;
  readonly #positions: Recent<string, bigint>;
  readonly #seals: Recent<string, bigint | null>;
  /** Commands that were looked up and not there: each is looked up again when it is committed. */
  readonly #unseen: Recent<string, true>;

  constructor(db: Database, headsCached: number) {
    this.#db = db;
    this.#heads = new Recent(headsCached);
    this.#positions = new Recent(headsCached);
    this.#seals = new Recent(headsCached);
    this.#unseen = new Recent(headsCached);
  }

  /** Errors: DATA_LOSS also where the head is missing and the first event is not. */
  head(owner: string, stream: string): Head {
    const key = headKey(owner, stream);
    const known = this.#heads.get(key);
    if (known) return known;
    const body = this.sealed(key);
    if (!body && storedValue(this.#db, eventKey(owner, stream, 1)))
      throw dataLoss(`the head of stream ${stream} of owner ${owner} is missing`, { owner, stream });
    const head = body ? decodeHead(body) : emptyHead;
    this.#heads.set(key, head);
    return head;
  }

  position(owner: string): bigint {
    const known = this.#positions.get(owner);
    if (known !== undefined) return known;
    const body = this.sealed(ownerKey(owner));
    if (!body && storedValue(this.#db, positionKey(owner, 1n)))
      throw dataLoss(`the position of owner ${owner} is missing`, { owner });
    const position = body ? decodeOwner(body) : 0n;
    this.#positions.set(owner, position);
    return position;
  }

  /** What became of the command under this key of the database. */
  idempotency(key: string): IdempotencyState | undefined {
    if (this.#unseen.get(key)) return undefined;
    const body = this.sealed(key);
    if (!body) {
      this.#unseen.set(key, true);
      return undefined;
    }
    const { payloadDigest, answer } = fromBinary(IdempotencyRecordSchema, body);
    return answer ? { payloadDigest, answer } : { payloadDigest };
  }

  /** Size in bytes of a blob that is a file, or undefined. */
  blobFileSize(owner: string, digest: string): number | undefined {
    const body = this.sealed(blobFileKey(owner, digest));
    return body && Number(fromBinary(BlobFileRecordSchema, body).sizeBytes);
  }

  /** The seal of the record under a key, null for "no record": what a change takes out of the sum of seals. */
  recordSeal(key: string): bigint | null {
    const known = this.#seals.get(key);
    if (known !== undefined) return known;
    const value = storedValue(this.#db, key);
    return value ? sealOf(value) : null;
  }

  value(key: string): Uint8Array | undefined {
    return storedValue(this.#db, key);
  }

  /** The body under a key whose values are sealed, or undefined. */
  sealed(key: string): Uint8Array | undefined {
    const value = storedValue(this.#db, key);
    return value && unseal(key, value);
  }

  setHead(key: string, head: Head): void {
    this.#heads.set(key, head);
  }

  setRecordSeal(key: string, recordSeal: bigint | null): void {
    this.#seals.set(key, recordSeal);
  }

  /** A command is on disk from now on. */
  setSeen(key: string): void {
    this.#unseen.delete(key);
  }

  setPosition(owner: string, position: bigint): void {
    this.#positions.set(owner, position);
  }
}

export const decodeHead = (body: Uint8Array): Head => {
  const { seq, hash } = fromBinary(HeadRecordSchema, body);
  return { seq, hash: Buffer.from(hash).toString("hex") };
};

export const encodeHead = (key: string, head: Head): Uint8Array =>
  seal(key, writer.number(1, head.seq).hex(2, head.hash).take());

export const decodeOwner = (body: Uint8Array): bigint => fromBinary(OwnerRecordSchema, body).position;

export const encodeOwner = (key: string, position: bigint): Uint8Array =>
  seal(key, writer.number(1, Number(position)).take());

export const encodeIdempotency = (key: string, { payloadDigest, answer }: IdempotencyState): Uint8Array => {
  writer.string(1, payloadDigest);
  if (answer) writer.presentBytes(2, answer);
  return seal(key, writer.take());
};

export const encodeBlobFile = (key: string, sizeBytes: number): Uint8Array =>
  seal(key, toBinary(BlobFileRecordSchema, create(BlobFileRecordSchema, { sizeBytes: BigInt(sizeBytes) })));
