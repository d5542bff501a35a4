import { fromBinary } from "@bufbuild/protobuf";
import { ScopeRecordSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { sha256Hex } from "../../sha256.ts";
import { writer } from "../field.ts";
import { dataLoss } from "../refusals.ts";
import { artifactKey } from "./keys.ts";
import type { Locator } from "./locator.ts";
import { unpack } from "./packing.ts";
import type { Present } from "./present.ts";
import { seal, unseal } from "./seal.ts";
import { decrypted, type Secrets } from "./secrets/cipher.ts";

/** The number of the last record of a scope that is neither a stream nor the owner's own. */
export const encodeScope = (key: string, number: number): Uint8Array => seal(key, writer.number(1, number).take());

/** Errors: DATA_LOSS. */
export const decodeScope = (key: string, value: Uint8Array): number =>
  fromBinary(ScopeRecordSchema, unseal(key, value)).number;

/** An artifact that stands by itself as it was put; undefined where its bytes do not open. Errors: those of `Secrets`. */
export const unpacked = (
  key: string,
  stored: Uint8Array | undefined,
  { packing = 0, keyId = "" }: Locator,
  secrets: Secrets,
): Uint8Array | undefined => {
  // A key that is lost is told by its own name.
  if (keyId !== "") secrets.find(keyId);
  try {
    return stored && unpack({ packing, content: decrypted(key, stored, keyId, secrets) });
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
  const key = artifactKey(owner, digest, scope);
  const bytes =
    number === 0
      ? unpacked(key, present.value(key), locator, present.records.secrets)
      : present.records.at(owner, scope, number)?.artifacts[index];
  if (!bytes) throw dataLoss(`artifact ${digest} is not where it should be`, { digest });
  if (sha256Hex(bytes) !== digest) throw dataLoss(`artifact ${digest} is damaged`, { digest });
  return bytes;
};
