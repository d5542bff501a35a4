import { sha256 } from "@noble/hashes/sha2.js";
import { toHex } from "#kit/hex.ts";

/** Stands in for `node:crypto` where the rules run in a browser: SHA-256 and nothing else. */
export const hash = (_: "sha256", bytes: Uint8Array, form: "hex" | "buffer"): string | Uint8Array =>
  form === "hex" ? toHex(sha256(bytes)) : sha256(bytes);

export const createHash = (_: "sha256") => {
  const running = sha256.create();
  return {
    update: (bytes: Uint8Array) => void running.update(bytes),
    digest: () => toHex(running.digest()),
  };
};
