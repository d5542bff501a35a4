import type { Installation } from "../installation.ts";
import { signingKeyId } from "../receipt-keys.ts";
import { sha256Hex } from "../sha256.ts";
import type { KeyIds } from "../store/postgres/key-ids.ts";

/** Names of the keys in a folder that must be the same on every server of a database; that of receipts where there is one. */
export const keyIdsOf = (dataDir: string, { tokenKey, signer }: Installation): KeyIds => {
  const receipts = signingKeyId(dataDir);
  return new Map([
    ["checkpoint.pem", signer.keyId],
    // Of 32 random bytes a digest tells nothing.
    ["token.key", sha256Hex(Buffer.concat([Buffer.from("pincite page tokens "), tokenKey])).slice(0, 16)],
    ...(receipts === undefined ? [] : [["receipt-keys.pb", receipts] as const]),
  ]);
};
