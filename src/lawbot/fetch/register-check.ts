import { hash } from "node:crypto";
import type { RegisteredVersion } from "../../../gen/pincite/lawbot/v1/law_pb.ts";

/** Why bytes are not those that a register names: another size or another SHA-512 of the whole file; undefined when they are. */
export const hashFault = (
  bytes: Uint8Array,
  { sizeBytes, sha512 }: RegisteredVersion,
): { readonly why: "SIZE_MISMATCH" | "HASH_MISMATCH"; readonly message: string } | undefined => {
  if (sizeBytes > 0n && BigInt(bytes.length) !== sizeBytes)
    return { why: "SIZE_MISMATCH", message: `has ${bytes.length} bytes where the register says ${sizeBytes}` };
  if (sha512 && hash("sha512", bytes, "hex") !== sha512)
    return { why: "HASH_MISMATCH", message: "has another SHA-512 than the register says" };
  return undefined;
};
