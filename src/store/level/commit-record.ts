import { hash } from "node:crypto";
import { fromBinary } from "@bufbuild/protobuf";
import { CodedRecordSchema, type CommitRecord, CommitRecordSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { decodeEvent } from "../event-chain.ts";
import { plain, writer } from "../field.ts";
import { dataLoss } from "../refusals.ts";
import type { StoredEvent } from "../store.ts";
import { numberIn } from "./keys.ts";
import { type Packed, pack, packWell, unpack } from "./packing.ts";
import { type CommitContent, type NewCommitContent, partsBytes, recordBytes } from "./record-bytes.ts";
import { seal, unseal } from "./seal.ts";
import { decrypted, encrypt, type Secret, type Secrets } from "./secrets/cipher.ts";

export type { CommitContent, NewCommitContent } from "./record-bytes.ts";

/** A record of a scope with its number. */
export interface NumberedRecord {
  readonly number: number;
  readonly record: CommitContent;
}

/** The value under a key of `commitKey`, encrypted where the scope has a key. */
export const encodeCommit = (key: string, content: NewCommitContent, secret?: Secret): Uint8Array =>
  seal(key, coded(key, pack(recordBytes(content)), secret));

/** The value under the key of the first of several records, given as `bytesIn` gives them. */
export const encodePack = async (
  key: string,
  parts: readonly Uint8Array[],
  secret: Secret | undefined,
): Promise<Uint8Array> => {
  const packed = await packWell(partsBytes(parts));
  return seal(key, coded(key, packed, secret));
};

/** The one record under a key. Errors: DATA_LOSS when a bit changed, and for what is packed or encrypted in a way that only a later program knows. */
export const decodeCommit = (key: string, value: Uint8Array, secrets: Secrets): CommitContent =>
  contentOf(opened(key, value, secrets));

/** The records under a key, in order. Errors: those of `decodeCommit`. */
export const decodeRecords = (key: string, value: Uint8Array, secrets: Secrets): NumberedRecord[] =>
  recordsOf(key, bytesIn(key, value, secrets));

/** The records that the bytes under a key are, in order. Errors: those of `decodeCommit`. */
export const recordsOf = (key: string, parts: readonly Uint8Array[]): NumberedRecord[] => {
  let number = numberIn(key);
  return parts.map((bytes) => {
    const one = { number, record: contentOf(fromBinary(CommitRecordSchema, bytes)) };
    number = after(one);
    return one;
  });
};

/** The bytes of the records under a key as they were before they were coded. Errors: those of `decodeCommit`. */
export const bytesIn = (key: string, value: Uint8Array, secrets: Secrets): readonly Uint8Array[] => {
  const bytes = uncoded(key, value, secrets);
  const { parts } = fromBinary(CommitRecordSchema, bytes);
  return parts.length > 0 ? parts : [bytes];
};

/** The number of the record that follows. */
export const after = ({ number, record }: NumberedRecord): number => number + Math.max(1, record.events.length);

const opened = (key: string, value: Uint8Array, secrets: Secrets): CommitRecord =>
  fromBinary(CommitRecordSchema, uncoded(key, value, secrets));

const uncoded = (key: string, value: Uint8Array, secrets: Secrets): Uint8Array => {
  const { keyId, packing, content: stored } = fromBinary(CodedRecordSchema, unseal(key, value));
  const content = unpack({ packing, content: decrypted(key, stored, keyId, secrets) });
  if (content) return content;
  throw dataLoss(`the record ${key} is packed in a way that this program does not know`, { key });
};

const contentOf = ({ outside, ...record }: CommitRecord): CommitContent => ({
  ...record,
  outside: outside.map((digest) => Buffer.from(digest).toString("hex")),
});

/** A record's events, each in its place; the caller compares them with the chain. Errors: DATA_LOSS naming owner, stream and seq. */
export const eventsIn = (owner: string, stream: string, number: number, record: CommitContent): StoredEvent[] =>
  record.events.map((bytes, at) => {
    const place = { position: record.firstPosition + BigInt(at), hash: hash("sha256", bytes, "hex") };
    const event = decoded(owner, stream, number + at, bytes);
    if (event.owner !== owner || event.stream !== stream || event.seq !== number + at)
      throw eventLost(owner, stream, number + at, "stands in another one's place");
    return { ...event, ...place };
  });

export const eventLost = (owner: string, stream: string, seq: number, what: string, cause?: unknown) =>
  dataLoss(`event ${seq} of stream ${stream} of owner ${owner} ${what}`, { owner, stream, seq: String(seq) }, cause);

const coded = (key: string, { packing, content }: Packed, secret: Secret | undefined): Uint8Array =>
  writer
    .number(1, packing)
    .string(2, secret?.id ?? "")
    .bytes(3, secret ? encrypt(secret, key, content) : content)
    .take();

const decoded = (owner: string, stream: string, seq: number, bytes: Uint8Array) => {
  try {
    const event = decodeEvent(bytes);
    const prevHash = Buffer.from(event.prevHash).toString("hex");
    return {
      owner: event.owner,
      stream: event.stream,
      seq: event.seq,
      type: event.type,
      body: plain(event.body),
      prevHash,
    };
  } catch (error) {
    throw eventLost(owner, stream, seq, "cannot be read", error);
  }
};
