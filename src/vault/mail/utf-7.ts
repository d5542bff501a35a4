/** UTF-7 (RFC 2152) as text; undefined for bytes beyond ASCII, which it has none of, and for a shift that is no UTF-16. */
export const decodeUtf7 = (bytes: Uint8Array): string | undefined => {
  if (bytes.some((byte) => byte >= 0x80)) return undefined;
  const given = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  let isValid = true;
  const text = given.replace(/\+([A-Za-z0-9+/]*)-?/g, (shift, code: string) => {
    if (code === "") return shift === "+-" ? "+" : shift;
    const units = Buffer.from(code, "base64");
    if (units.length < 2) isValid = false;
    return units
      .subarray(0, units.length - (units.length % 2))
      .swap16()
      .toString("utf16le");
  });
  return isValid && text.isWellFormed() ? text : undefined;
};
