const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Writes bytes in lower-case hexadecimal, without Node's Buffer: pure folders have none. */
export const toHex = (bytes: Uint8Array): string => {
  let text = "";
  for (const byte of bytes) text += pairs[byte];
  return text;
};
