/** Stands in for `node:zlib` where the rules run in a browser: what they pack they keep in memory, so it stays as it is. */
export const zstdCompressSync = (bytes: Uint8Array): Uint8Array => bytes;
export const createZstdCompress = (): never => {
  throw new Error("nothing is packed here");
};
export const zstdDecompressSync = (): never => {
  throw new Error("nothing here is packed");
};
export const constants = { ZSTD_c_compressionLevel: 100 };
