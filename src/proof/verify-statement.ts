import { digestOf, type Sha256 } from "#kit/digest.ts";
import type { SignedStatement } from "../../gen/pincite/receipt/v1/receipt_pb.ts";
import { preAuthEncoding } from "./statement.ts";
import { sameBytes } from "./strict-decode.ts";

/** Verifies an Ed25519 signature (RFC 8032) under a SubjectPublicKeyInfo in DER; false for whatever is malformed. */
export type VerifySignature = (spki: Uint8Array, bytes: Uint8Array, signature: Uint8Array) => boolean;

/** The functions that checking needs and a pure folder cannot have. */
export interface Crypto {
  readonly sha256: Sha256;
  readonly verify: VerifySignature;
}

/** A public key as far as a signature is checked with it. */
export interface StatementKey {
  readonly keyId: string;
  readonly spki: Uint8Array;
}

/** More are refused before one is checked: each costs a verification, and nobody here signs twice. */
const signaturesMax = 8;

/**
 * The fault of a statement's signatures, as a sentence; undefined when there is at least one and every one
 * is by a key of these and holds. One bad signature spoils all, so that nobody can hide one behind a good one.
 */
export const signatureProblem = (
  statement: SignedStatement,
  keys: readonly StatementKey[],
  crypto: Crypto,
): string | undefined => {
  const { payloadType, payload, signatures } = statement;
  if (signatures.length === 0) return "it has no signature";
  if (signatures.length > signaturesMax)
    return `it has ${signatures.length} signatures; at most ${signaturesMax} are read`;
  if (new Set(signatures.map(({ keyId }) => keyId)).size < signatures.length) return "one key signs it twice";
  const signed = preAuthEncoding(payloadType, payload);
  for (const { keyId, signature } of signatures) {
    const key = keys.find((one) => one.keyId === keyId);
    if (!key) return `it is signed by key ${printable(keyId)}, which is not among the keys given`;
    if (signature.length !== 64) return `its signature has ${signature.length} bytes; Ed25519 has 64`;
    if (!crypto.verify(key.spki, signed, signature)) return `the signature by key ${keyId} does not hold`;
  }
  return undefined;
};

/** DER of an Ed25519 SubjectPublicKeyInfo (RFC 8410) up to the key itself; nothing in it varies. */
const spkiHead = Uint8Array.of(0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00);

/** The SubjectPublicKeyInfo of the 32 bytes of an Ed25519 key. */
export const spkiOf = (key: Uint8Array): Uint8Array => Uint8Array.of(...spkiHead, ...key);

/** Whether bytes are the SubjectPublicKeyInfo of an Ed25519 key and nothing else, and the key vouches for anything. */
export const isEd25519 = (spki: Uint8Array): boolean =>
  spki.length === spkiHead.length + 32 &&
  sameBytes(spki.subarray(0, spkiHead.length), spkiHead) &&
  !isOfSmallOrder(spki.subarray(spkiHead.length));

/** How many hexadecimal digits an id of a key has: 128 bits. Keys from before have ids of 64, which stay theirs. */
const idLengths = [32, 16] as const;

/** Id of a key: the first 32 hex of the SHA-256 of its SubjectPublicKeyInfo. */
export const keyIdOf = (spki: Uint8Array, sha256: Sha256): string => digestOf(spki, sha256).slice(0, idLengths[0]);

/** Whether a key may be called that: by its id, or by one of 16 hex as keys were called before. */
export const isKeyIdOf = (id: string, spki: Uint8Array, sha256: Sha256): boolean =>
  idLengths.some((length) => digestOf(spki, sha256).slice(0, length) === id);

/** A name somebody else wrote, fit to stand in a sentence. */
export const printable = (name: string): string => (/^[0-9A-Za-z:._/+-]{1,80}$/.test(name) ? name : "(unreadable)");

/** The field and the curve of Ed25519 (RFC 8032, section 5.1): -x² + y² = 1 + d·x²·y². */
const p = 2n ** 255n - 19n;
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/**
 * Whether a public key is a point of order 1, 2, 4 or 8: under such a key a signature holds that nobody with a secret made (RFC 8032
 * leaves it to the verifier, and OpenSSL takes them). Their y are 1; -1; 0; and, since twice the point has y = 0 and so x² = -y², the roots of
 * d·y⁴ + 2·y² = 1. Numbers above p name the same points, and the sign of x does not matter.
 */
export const isOfSmallOrder = (key: Uint8Array): boolean => {
  const littleEndian = key.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const y = (littleEndian % 2n ** 255n) % p;
  const y2 = (y * y) % p;
  return y === 0n || y2 === 1n || (d * y2 * y2 + 2n * y2 - 1n) % p === 0n;
};
