import { fromBinary } from "@bufbuild/protobuf";
import { ErasedRecordSchema, type ErasedRecord as Stored } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { writer } from "../field.ts";
import { seal, unseal } from "./seal.ts";

/** That a scope was erased (ErasedRecord). */
export interface ErasedRecord extends Pick<Stored, "key" | "isCleared"> {
  readonly timeMs: number;
}

export const encodeErased = (at: string, { timeMs, key, isCleared }: ErasedRecord): Uint8Array =>
  seal(
    at,
    writer
      .number(1, timeMs)
      .number(2, key)
      .number(3, isCleared ? 1 : 0)
      .take(),
  );

/** Errors: DATA_LOSS. */
export const decodeErased = (at: string, value: Uint8Array): ErasedRecord => {
  const { timeMs, key, isCleared } = fromBinary(ErasedRecordSchema, unseal(at, value));
  return { timeMs: Number(timeMs), key, isCleared };
};
