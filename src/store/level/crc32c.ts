/** CRC-32C (Castagnoli, RFC 3720 appendix B.4), as LevelDB writes it: masked, so that a CRC of CRCs stays meaningful. */
export const maskedCrc32c = (bytes: Uint8Array): number => {
  let crc = 0xffffffff;
  // By index: an iterator takes ten times as long, and whole databases are checked with this.
  for (let at = 0; at < bytes.length; at += 1) crc = table[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
  return masked(crc);
};

/**
 * Where bytes from `from` on end that `isEnd` says are followed by their own masked CRC; undefined: nowhere. One pass, for
 * whoever does not know how long something is.
 */
export const endOfChecked = (
  bytes: Uint8Array,
  from: number,
  isEnd: (end: number, check: number) => boolean,
): number | undefined => {
  let crc = 0xffffffff;
  for (let at = from; at < bytes.length; at += 1) {
    crc = table[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
    if (isEnd(at + 1, masked(crc))) return at + 1;
  }
  return undefined;
};

const masked = (crc: number): number => {
  const plain = ~crc >>> 0;
  return (((plain >>> 15) | (plain << 17)) + 0xa282ead8) >>> 0;
};

// Reflected polynomial 0x1EDC6F41.
const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value >>> 0;
});
