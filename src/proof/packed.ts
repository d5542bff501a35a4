import { create, toBinary } from "@bufbuild/protobuf";
import { digestOf, type Sha256 } from "#kit/digest.ts";
import { MemoProofSchema } from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { packedFormat, proofBytesMax } from "./formats.ts";
import { must } from "./memo/broken.ts";
import { sameBytes, strictDecode } from "./strict-decode.ts";

/** Compresses bytes as one stream of raw DEFLATE (RFC 1951). */
export type Deflate = (bytes: Uint8Array) => Promise<Uint8Array>;

/** Gives what such a stream holds; undefined where it is none, does not end with the bytes, or holds more than `bytesMax`. */
export type Inflate = (packed: Uint8Array, bytesMax: number) => Promise<Uint8Array | undefined>;

/** The functions that unpack a proof file. */
export interface Unpacking {
  readonly inflate: Inflate;
  readonly sha256: Sha256;
}

/** An encoded proof as the file that is handed over: nine parts of ten of a run are said more than once. */
export const packedProof = async (proof: Uint8Array, deflate: Deflate, sha256: Sha256): Promise<Uint8Array> => {
  const packed = await deflate(proof);
  return encoded(packed, digestOf(packed, sha256));
};

const encoded = (packed: Uint8Array, packedSha256: string): Uint8Array =>
  toBinary(MemoProofSchema, create(MemoProofSchema, { format: packedFormat, packed, packedSha256 }));

/** The encoded proof of a file, packed or as it is. Errors: Broken. */
export const unpackedProof = async (bytes: Uint8Array, { inflate, sha256 }: Unpacking): Promise<Uint8Array> => {
  must(bytes.length <= proofBytesMax, `it has ${bytes.length} bytes; at most ${proofBytesMax} are read`);
  if (!startsPacked(bytes)) return bytes;
  const file = strictDecode(MemoProofSchema, bytes);
  must(
    file && sameBytes(encoded(file.packed, file.packedSha256), bytes),
    "it is no proof of a memo, or a byte of it was changed",
  );
  const { packed, packedSha256 } = file;
  must(digestOf(packed, sha256) === packedSha256, "what is packed in it is not what its digest names");
  const proof = await inflate(packed, proofBytesMax);
  must(proof, `what is packed in it is damaged, or has more than ${proofBytesMax} bytes`);
  must(!startsPacked(proof), "what is packed in it is packed once more");
  return proof;
};

/** A MemoProof begins with the number of its form. */
const startsPacked = ([tag, format]: Uint8Array): boolean => tag === 0x08 && format === packedFormat;
