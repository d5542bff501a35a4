import { hash } from "node:crypto";
import { fromBinary } from "@bufbuild/protobuf";
import {
  BlobFileRecordSchema,
  IdempotencyRecordSchema,
  PositionedEventSchema,
} from "../../../../gen/pincite/journal/v1/record_pb.ts";
import { decodeEvent } from "../../event-chain.ts";
import { plain, writer } from "../../field.ts";
import type { OrderedMap } from "../../ordered-map.ts";
import type { Head } from "../../store.ts";
import { emptyHead } from "../../store.ts";
import { eventLost } from "../commit-record.ts";
import type { Standing } from "../compare-checkpoints.ts";
import { escapeName, headKey, ownerKey, shortDigest } from "../keys.ts";
import { decodeHead, decodeOwner } from "../present.ts";
import { checkOf, unseal } from "../seal.ts";

/** An event of layout 1 or 2, with the bytes that its hash is of. */
export interface OlderEvent {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly body: Uint8Array;
  readonly hash: string;
  readonly prevHash: string;
  readonly position: bigint;
}

export const olderEventKey = (owner: string, stream: string, seq: number): string =>
  `${escapeName(owner)}!e!${escapeName(stream)}!${seq.toString(16).padStart(8, "0")}`;

export const olderBlobKey = (owner: string, digest: string): string => `${escapeName(owner)}!b!${shortDigest(digest)}`;

export const olderFileKey = (owner: string, digest: string): string => `${escapeName(owner)}!f!${shortDigest(digest)}`;

/** The event under its key. Errors: DATA_LOSS where it is missing, damaged or another one's. */
export const olderEvent = (owner: string, stream: string, seq: number, value: Uint8Array | undefined): OlderEvent => {
  if (!value) throw eventLost(owner, stream, seq, "is missing");
  const { record: bytes, position, event } = decoded(owner, stream, seq, value);
  const { type } = event;
  const found = { bytes: plain(bytes), type, body: plain(event.body), hash: hash("sha256", bytes, "hex"), position };
  // Encoded again under the key it should have and compared as a whole: that covers place, position, check and framing.
  if (Buffer.compare(value, encodeOlder(olderEventKey(owner, stream, seq), found)) !== 0)
    throw eventLost(owner, stream, seq, "is damaged");
  if (event.owner !== owner || event.stream !== stream || event.seq !== seq)
    throw eventLost(owner, stream, seq, "stands in another one's place");
  return { ...found, prevHash: Buffer.from(event.prevHash).toString("hex") };
};

/** The value under an event's key (PositionedEvent). */
export const encodeOlder = (key: string, event: Pick<OlderEvent, "bytes" | "hash" | "position">): Uint8Array => {
  const rest = Buffer.allocUnsafe(40);
  rest.write(event.hash, 0, "hex");
  rest.writeBigUInt64BE(event.position, 32);
  return writer.bytes(1, event.bytes).number(2, Number(event.position)).hex(3, checkOf(key, rest)).take();
};

/** Size in bytes of an artifact of layout 1 or 2, or undefined. Errors: DATA_LOSS. */
export const olderFileSize = (map: OrderedMap, owner: string, digest: string): number | undefined => {
  const key = olderFileKey(owner, digest);
  const value = map.get(key);
  return value && Number(fromBinary(BlobFileRecordSchema, unseal(key, value)).sizeBytes);
};

/** A command of layout 1 or 2. Errors: DATA_LOSS. */
export const olderCommand = (key: string, value: Uint8Array) => fromBinary(IdempotencyRecordSchema, unseal(key, value));

/** Where a map of layout 1 or 2 stands. */
export const olderStanding = (map: OrderedMap): Standing => {
  const body = (key: string): Uint8Array | undefined => {
    const value = map.get(key);
    return value && unseal(key, value);
  };
  return {
    eventHash: async (owner, stream, seq) =>
      olderEvent(owner, stream, seq, map.get(olderEventKey(owner, stream, seq))).hash,
    head: (owner, stream): Head => {
      const found = body(headKey(owner, stream));
      return found ? decodeHead(found) : emptyHead;
    },
    position: (owner) => {
      const found = body(ownerKey(owner));
      return found ? decodeOwner(found).position : 0n;
    },
  };
};

const decoded = (owner: string, stream: string, seq: number, value: Uint8Array) => {
  try {
    const { record, position } = fromBinary(PositionedEventSchema, value);
    return { record, position, event: decodeEvent(record) };
  } catch (error) {
    throw eventLost(owner, stream, seq, "cannot be read", error);
  }
};
