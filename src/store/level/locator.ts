import { fromBinary } from "@bufbuild/protobuf";
import { type LocatorRecord, LocatorRecordSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { writer } from "../field.ts";
import { storeLimits } from "../limits.ts";
import { seal, unseal } from "./seal.ts";

/** Where a scope holds an artifact: in a record of its own number, by itself, or in a file. */
export type Locator = Pick<LocatorRecord, "sizeBytes" | "number" | "index"> &
  Partial<Pick<LocatorRecord, "packing" | "keyId" | "isErased">>;

/**
 * Artifacts of at most so many bytes stand in the record of the commit that brought them: what reads the events there reads them
 * too, so they are to be small; most artifacts of a run are below 1 KiB.
 */
export const recordArtifactBytesMax = 4 * 1024;

/** Whether a scope's locator says that the artifact is a file. */
export const isInFile = ({ sizeBytes }: Locator): boolean => sizeBytes > storeLimits.inlineBlobBytesMax;

export const encodeLocator = (key: string, locator: Locator): Uint8Array => {
  const { sizeBytes, number, index, packing = 0, keyId = "" } = locator;
  writer.number(1, sizeBytes).number(2, number).number(3, index).number(4, packing).string(5, keyId);
  return seal(key, writer.take());
};

/** The remains of the locator of an artifact that an erased scope held. */
export const encodeErasedLocator = (key: string): Uint8Array => seal(key, writer.number(6, 1).take());

/** Errors: DATA_LOSS. */
export const decodeLocator = (key: string, value: Uint8Array): Locator =>
  fromBinary(LocatorRecordSchema, unseal(key, value));
