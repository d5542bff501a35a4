import { fromBinary } from "@bufbuild/protobuf";
import {
  EventRecordSchema,
  IdempotencyRecordSchema,
  PositionedEventSchema,
  SealedRecordSchema,
} from "../../../../gen/pincite/journal/v1/record_pb.ts";
import { sha256Hex } from "../../../../src/sha256.ts";
import type { RawDatabase } from "../../folders.ts";

/** What a folder of 0.1.0 holds. */
export interface Written {
  readonly events: { owner: string; stream: string; seq: number; position: bigint; hash: string }[];
  readonly blobs: { owner: string; digest: string }[];
  readonly commands: { owner: string; key: string; answer: Uint8Array | undefined }[];
  readonly records: { owner: string; space: string; key: string; value: Uint8Array }[];
}

const bodyOf = (value: Uint8Array): Uint8Array => fromBinary(SealedRecordSchema, value).body;

/** What a database of 0.1.0 holds, read from its keys as their table lists them and by nothing of the store. */
export const writtenInDatabase = async (db: RawDatabase): Promise<Written> => {
  const found: Written = { events: [], blobs: [], commands: [], records: [] };
  for await (const [key, bytes] of db.iterator()) {
    const value = Uint8Array.from(bytes);
    const [owner = "", kind, ...rest] = key.split("!").map(decodeURIComponent);
    if (kind === "e") {
      const { record, position } = fromBinary(PositionedEventSchema, value);
      const { stream, seq } = fromBinary(EventRecordSchema, record);
      found.events.push({ owner, stream, seq, position, hash: sha256Hex(record) });
    }
    const digest = Buffer.from(rest[0] ?? "", "base64url").toString("hex");
    if (kind === "b" || kind === "f") found.blobs.push({ owner, digest });
    if (kind === "q")
      found.commands.push({
        owner,
        key: rest[0]!,
        answer: fromBinary(IdempotencyRecordSchema, bodyOf(value)).answer,
      });
    if (kind === "r")
      found.records.push({
        ...{ owner, space: rest[0]!, value: bodyOf(value) },
        key: key.slice(key.indexOf("!", key.indexOf("!r!") + 3) + 1),
      });
  }
  return found;
};
