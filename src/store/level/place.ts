import { fromBinary } from "@bufbuild/protobuf";
import { type PlaceRecord, PlaceRecordSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { writer } from "../field.ts";
import { seal, unseal } from "./seal.ts";

/** The record of a stream that begins at a position. */
export type Place = Pick<PlaceRecord, "scope" | "number" | "events">;

export const encodePlace = (key: string, { scope, number, events }: Place): Uint8Array =>
  seal(key, writer.string(1, scope).number(2, number).number(3, events).take());

/** Errors: DATA_LOSS. */
export const decodePlace = (key: string, value: Uint8Array): Place => fromBinary(PlaceRecordSchema, unseal(key, value));
