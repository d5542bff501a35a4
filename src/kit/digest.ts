import { toHex } from "./hex.ts";

/** SHA-256 (FIPS 180-4): 32 bytes. Handed in, since pure folders import no Node module. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

/** Names bytes by their SHA-256, 64 lower-case hex: the form in which messages hold a digest. */
export const digestOf = (bytes: Uint8Array, sha256: Sha256): string => toHex(sha256(bytes));

/** Tells whether a text has the form of a digest: 64 lower-case hex. */
export const isDigest = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
