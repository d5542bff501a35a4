import { promisify } from "node:util";
import { constants, type ZstdOptions, zstdCompress, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { plain } from "../field.ts";

/** How stored bytes are packed (CodedRecord.packing). */
export const packings = { none: 0, zstd: 1 } as const;

/** Bytes as they are stored. */
export interface Packed {
  readonly packing: number;
  readonly content: Uint8Array;
}

/** Below so many bytes a frame gains less than it costs. */
const packedMin = 256;
/** The largest record that a commit can make: many events, artifacts and answers of their largest size stay well below. */
const unpackedMax = 128 * 1024 * 1024;
const compress = promisify(zstdCompress);
/** Above it a run gains 1 % more at several times the cost. */
const thorough = { params: { [constants.ZSTD_c_compressionLevel]: 9 } };
const fast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** Packs bytes where that makes them smaller. */
export const pack = (bytes: Uint8Array): Packed => {
  if (bytes.length < packedMin) return { packing: packings.none, content: bytes };
  const content = plain(zstdCompressSync(bytes, fast));
  return content.length < bytes.length
    ? { packing: packings.zstd, content }
    : { packing: packings.none, content: bytes };
};

/** As `pack`, smaller and off the thread: for what is packed once and behind everybody's back. The frame says how long it is, as all do. */
export const packWell = async (bytes: Uint8Array): Promise<Packed> => {
  // Known to Node 24, not to its types.
  const options: ZstdOptions & { pledgedSrcSize: number } = { ...thorough, pledgedSrcSize: bytes.length };
  const content = plain(await compress(bytes, options));
  return content.length < bytes.length
    ? { packing: packings.zstd, content }
    : { packing: packings.none, content: bytes };
};

/** The bytes as they were; undefined for a packing that this program does not know. Throws where a frame is damaged. */
export const unpack = ({ packing, content }: Packed): Uint8Array | undefined => {
  if (packing === packings.none) return content;
  if (packing !== packings.zstd) return undefined;
  return plain(zstdDecompressSync(content, { maxOutputLength: unpackedMax }));
};
