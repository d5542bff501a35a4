/** The bytes as numbers are read from them, without copying: of these alone, wherever they lie in their buffer. */
export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
