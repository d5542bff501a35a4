/** CRC-32C (Castagnoli, RFC 3720 appendix B.4), as LevelDB writes it: masked, so that a CRC of CRCs stays meaningful. */
export const maskedCrc32c = (bytes: Uint8Array): number => {
  let crc = 0xffffffff;
  let at = 0;
  // Eight bytes a step, by eight tables: whole databases are checked with this, and one byte a step takes more than twice as long.
  for (const end = bytes.length - 7; at < end; at += 8) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    crc =
      behind7[crc & 0xff]! ^
      behind6[(crc >>> 8) & 0xff]! ^
      behind5[(crc >>> 16) & 0xff]! ^
      behind4[crc >>> 24]! ^
      behind3[bytes[at + 4]!]! ^
      behind2[bytes[at + 5]!]! ^
      behind1[bytes[at + 6]!]! ^
      table[bytes[at + 7]!]!;
  }
  for (; at < bytes.length; at += 1) crc = table[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
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
const table = Int32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value | 0;
});

/** The effect of a byte on the check when one more zero byte follows it than in the table given. */
const behind = (before: Int32Array): Int32Array =>
  Int32Array.from(before, (value) => (value >>> 8) ^ table[value & 0xff]!);

const behind1 = behind(table);
const behind2 = behind(behind1);
const behind3 = behind(behind2);
const behind4 = behind(behind3);
const behind5 = behind(behind4);
const behind6 = behind(behind5);
const behind7 = behind(behind6);
