import { fromBinary } from "@bufbuild/protobuf";
import { isDigest } from "#kit/digest.ts";
import { IdempotencyRecordSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { writer } from "../field.ts";
import { seal } from "./seal.ts";

/** Where the answer of a command is (AnswerPlace). */
export interface AnswerPlace {
  readonly scope: string;
  readonly number: number;
  readonly index: number;
}

/** The record under a command's key. Without a place the command is in progress. */
export interface CommandRecord {
  readonly payloadDigest: string;
  readonly answerAt?: AnswerPlace;
}

export const encodeCommand = (key: string, { payloadDigest, answerAt }: CommandRecord): Uint8Array => {
  const at = answerAt && writer.string(1, answerAt.scope).number(2, answerAt.number).number(3, answerAt.index).take();
  const isHash = isDigest(payloadDigest);
  if (!isHash) writer.string(1, payloadDigest);
  if (at) writer.presentBytes(3, at);
  if (isHash) writer.hex(4, payloadDigest);
  return seal(key, writer.take());
};

export const decodeCommand = (body: Uint8Array): CommandRecord => {
  const { payloadHash, answerAt, ...record } = fromBinary(IdempotencyRecordSchema, body);
  const payloadDigest = record.payloadDigest || Buffer.from(payloadHash).toString("hex");
  return answerAt ? { payloadDigest, answerAt } : { payloadDigest };
};
