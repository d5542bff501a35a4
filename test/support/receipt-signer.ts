import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import type { ReceiptParts } from "../../src/engine/run/receipt-mint.ts";
import type { StatementSigner } from "../../src/proof/statement.ts";
import { sha256Hex } from "../../src/sha256.ts";

/** PKCS #8 around an Ed25519 seed (RFC 8410, section 7). */
const pkcs8 = (seed: string) =>
  createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${seed}`, "hex"),
    format: "der",
    type: "pkcs8",
  });

/** A signer that is the same in every run of a test, with its public key. Default seed: test 1 of RFC 8032, section 7.1. */
export const fixedSigner = (
  seed = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
): StatementSigner & { readonly spki: Uint8Array } => {
  const key = pkcs8(seed);
  const spki = new Uint8Array(createPublicKey(key).export({ type: "spki", format: "der" }));
  return { keyId: sha256Hex(spki).slice(0, 16), spki, sign: (bytes) => new Uint8Array(sign(null, bytes, key)) };
};

/** What a test's engine signs receipts with. */
export const fixedReceipts = (): ReceiptParts => ({ signer: fixedSigner(), serverVersion: "0.0.0-test" });
