import { createHash, createPublicKey, verify } from "node:crypto";
import { verifyEd25519 } from "./ed25519.ts";
import type { ActCrypto } from "./proof/ssh-signature.ts";
import { sha256 } from "./sha256.ts";

/** What a person's signature is checked with, by Node's own cryptography. */
export const actCrypto: ActCrypto = {
  sha256,
  sha512: (bytes) => new Uint8Array(createHash("sha512").update(bytes).digest()),
  verify: verifyEd25519,
  verifyP256: (point, bytes, signature) => {
    try {
      const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((one) => Buffer.from(one).toString("base64url"));
      const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, format: "jwk" });
      return verify("sha256", bytes, { key, dsaEncoding: "ieee-p1363" }, signature);
    } catch {
      return false;
    }
  },
};
