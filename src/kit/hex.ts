const digits = Array.from("0123456789abcdef", (digit) => digit.charCodeAt(0));
/** So many bytes at once: a call takes no more arguments than its stack holds. */
const atOnce = 1_024;

/** Writes bytes in lower-case hexadecimal, without Node's Buffer: pure folders have none. Put together of signs and not of pieces, which would be joined when they are read. */
export const toHex = (bytes: Uint8Array): string => {
  if (bytes.length > atOnce) return toHex(bytes.subarray(0, atOnce)) + toHex(bytes.subarray(atOnce));
  const signs = new Array<number>(bytes.length * 2);
  for (const [at, byte] of bytes.entries()) {
    signs[2 * at] = digits[byte >> 4] as number;
    signs[2 * at + 1] = digits[byte & 15] as number;
  }
  return String.fromCharCode(...signs);
};
