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
