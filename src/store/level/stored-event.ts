import { hash } from "node:crypto";
import { fromBinary } from "@bufbuild/protobuf";
import { PositionedEventSchema, PositionRecordSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { decodeEvent, type EncodedEvent } from "../event-chain.ts";
import { plain, writer } from "../field.ts";
import { dataLoss } from "../refusals.ts";
import type { StoredEvent } from "../store.ts";
import { eventKey } from "./keys.ts";
import { checkOf } from "./seal.ts";

/** The value under an event's key: PositionedEvent. */
export const encodeStored = (key: string, event: EncodedEvent, position: bigint): Uint8Array =>
  writer
    .bytes(1, event.bytes)
    .number(2, Number(position))
    .hex(3, eventCheck(key, event.hash, position))
    .take();

/** The value under a position's key: PositionRecord. */
export const encodePosition = (stream: string, seq: number): Uint8Array =>
  writer.string(1, stream).number(2, seq).take();

/** The place that a position names, or undefined when the value is not what `encodePosition` writes. */
export const decodePosition = (value: Uint8Array): { stream: string; seq: number } | undefined => {
  try {
    const { stream, seq } = fromBinary(PositionRecordSchema, value);
    return Buffer.compare(value, encodePosition(stream, seq)) === 0 ? { stream, seq } : undefined;
  } catch {
    return undefined;
  }
};

/**
 * An event from the value under its key. That it is whole and in its place is known here; that it is the one the chain
 * names is for the caller to compare. Errors: DATA_LOSS naming owner, stream and seq.
 */
export const decodeStored = (
  owner: string,
  stream: string,
  seq: number,
  value: Uint8Array | undefined,
): StoredEvent => {
  if (!value) throw eventLost(owner, stream, seq, "is missing");
  const decoded = tryDecode(value);
  if (!decoded) throw eventLost(owner, stream, seq, "cannot be read");
  const { event, bytes } = decoded;
  // Encoded again under the key it should have and compared as a whole: that covers place, position, check and framing.
  const whole = encodeStored(eventKey(owner, stream, seq), { bytes, hash: event.hash }, event.position);
  if (Buffer.compare(value, whole) !== 0) throw eventLost(owner, stream, seq, "is damaged");
  if (event.owner !== owner || event.stream !== stream || event.seq !== seq)
    throw eventLost(owner, stream, seq, "stands in another one's place");
  return event;
};

export const eventLost = (owner: string, stream: string, seq: number, what: string) =>
  dataLoss(`event ${seq} of stream ${stream} of owner ${owner} ${what}`, { owner, stream, seq: String(seq) });

const tryDecode = (value: Uint8Array): { event: StoredEvent; bytes: Uint8Array } | undefined => {
  try {
    const { record: bytes, position } = fromBinary(PositionedEventSchema, value);
    const { owner, stream, seq, type, body, prevHash } = decodeEvent(bytes);
    const place = { prevHash: Buffer.from(prevHash).toString("hex"), hash: hash("sha256", bytes, "hex"), position };
    return { event: { owner, stream, seq, type, body: plain(body), ...place }, bytes };
  } catch {
    return undefined;
  }
};

const eventCheck = (key: string, eventHash: string, position: bigint): string => {
  const rest = Buffer.allocUnsafe(40);
  rest.write(eventHash, 0, "hex");
  rest.writeBigUInt64BE(position, 32);
  return checkOf(key, rest);
};
