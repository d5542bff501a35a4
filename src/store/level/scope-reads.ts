import { fromBinary } from "@bufbuild/protobuf";
import { ScopeRecordSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { sha256Hex } from "../../sha256.ts";
import { writer } from "../field.ts";
import { dataLoss } from "../refusals.ts";
import type { Locator } from "./locator.ts";
import { unpack } from "./packing.ts";
import type { Present } from "./present.ts";
import { seal, unseal } from "./seal.ts";

/** The number of the last record of a scope that is neither a stream nor the owner's own. */
export const encodeScope = (key: string, number: number): Uint8Array => seal(key, writer.number(1, number).take());

/** Errors: DATA_LOSS. */
export const decodeScope = (key: string, value: Uint8Array): number =>
  fromBinary(ScopeRecordSchema, unseal(key, value)).number;

/** An artifact that stands by itself as it was put; undefined where its bytes cannot be unpacked. */
export const unpacked = (content: Uint8Array | undefined, { packing = 0 }: Locator): Uint8Array | undefined => {
  try {
    return content && unpack({ packing, content });
  } catch {
    return undefined;
  }
};

/** The bytes of an artifact that a scope holds outside a file, hashed again. Errors: DATA_LOSS. */
export const heldArtifact = (
  present: Present,
  owner: string,
  digest: string,
  scope: string,
  locator: Locator,
): Uint8Array => {
  const { number, index } = locator;
  const bytes =
    number === 0
      ? unpacked(present.artifact(owner, digest, scope), locator)
      : present.records.at(owner, scope, number)?.artifacts[index];
  if (!bytes) throw dataLoss(`artifact ${digest} is not where it should be`, { digest });
  if (sha256Hex(bytes) !== digest) throw dataLoss(`artifact ${digest} is damaged`, { digest });
  return bytes;
};
