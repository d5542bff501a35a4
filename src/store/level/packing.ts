import { promisify } from "node:util";
import { constants, type ZstdOptions, zstdCompress, zstdDecompressSync } from "node:zlib";
import { fromBinary } from "@bufbuild/protobuf";
import { HalvedRecordSchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { plain, writer } from "../field.ts";
import { quickFrame } from "../quick-frame.ts";
import { dictionaryOf, type Halves, halved, whole } from "./halved-pack.ts";

/** How stored bytes are packed (CodedRecord.packing). */
export const packings = { none: 0, zstd: 1, halved: 2 } as const;

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

/** Packs bytes where that makes them smaller. */
export const pack = (bytes: Uint8Array): Packed => {
  if (bytes.length < packedMin) return { packing: packings.none, content: bytes };
  const content = quickFrame(bytes);
  return content.length < bytes.length
    ? { packing: packings.zstd, content }
    : { packing: packings.none, content: bytes };
};

/** As `pack`, smaller and off the thread: for many records that are packed once and behind everybody's back. */
export const packWell = async (bytes: Uint8Array): Promise<Packed> => {
  const halves = halved(bytes);
  const packed = halves
    ? { packing: packings.halved, content: await framesOf(halves) }
    : { packing: packings.zstd, content: await frameOf(bytes) };
  return packed.content.length < bytes.length ? packed : { packing: packings.none, content: bytes };
};

const framesOf = async ({ artifacts, rest }: Halves): Promise<Uint8Array> => {
  const [first, second] = await Promise.all([frameOf(artifacts), frameOf(rest, dictionaryOf(artifacts))]);
  return writer.bytes(1, first).bytes(2, second).take();
};

/** A frame says how long it is, as all do. */
const frameOf = async (bytes: Uint8Array, dictionary?: Uint8Array): Promise<Uint8Array> =>
  plain(await compress(bytes, { ...thorough, ...withDictionary(dictionary), pledgedSrcSize: bytes.length } as Options));

/** Known to Node 24, not to its types. */
type Options = ZstdOptions & { readonly pledgedSrcSize: number; readonly dictionary?: Uint8Array };

const withDictionary = (dictionary?: Uint8Array) => (dictionary && dictionary.length > 0 ? { dictionary } : {});

const opened = (content: Uint8Array, dictionary?: Uint8Array): Uint8Array =>
  plain(zstdDecompressSync(content, { maxOutputLength: unpackedMax, ...withDictionary(dictionary) } as ZstdOptions));

/** The bytes as they were; undefined for a packing that this program does not know. Throws where a frame is damaged. */
export const unpack = ({ packing, content }: Packed): Uint8Array | undefined => {
  if (packing === packings.none) return content;
  if (packing === packings.zstd) return opened(content);
  if (packing !== packings.halved) return undefined;
  const packed = fromBinary(HalvedRecordSchema, content);
  const artifacts = opened(packed.artifacts);
  return whole({ artifacts, rest: opened(packed.rest, dictionaryOf(artifacts)) });
};
