import { fromBinary } from "@bufbuild/protobuf";
import { KeyRecordSchema, type KeyRecord as Stored } from "../../../../gen/pincite/journal/v1/record_pb.ts";
import { writer } from "../../field.ts";
import { seal, unseal } from "../seal.ts";

/** Which key a scope has (KeyRecord). */
export type KeyRecord = Pick<Stored, "number">;

export const encodeKey = (at: string, { number }: KeyRecord): Uint8Array => seal(at, writer.number(1, number).take());

/** Errors: DATA_LOSS. */
export const decodeKey = (at: string, value: Uint8Array): KeyRecord => fromBinary(KeyRecordSchema, unseal(at, value));
