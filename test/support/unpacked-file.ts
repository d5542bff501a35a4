import { deflateRawSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { MemoProofSchema } from "../../gen/pincite/proof/v1/memo_proof_pb.ts";
import { inflated } from "../../src/deflate.ts";
import { unpackedProof } from "../../src/proof/packed.ts";
import { sha256, sha256Hex } from "../../src/sha256.ts";

/** The encoded proof of a file as it is handed over. */
export const unpackedFile = (bytes: Uint8Array): Promise<Uint8Array> =>
  unpackedProof(bytes, { inflate: inflated, sha256 });

/** A file around any bytes, with their right digest, as somebody makes it who need not be Pincite. */
export const fileAround = (packed: Uint8Array): Uint8Array =>
  toBinary(MemoProofSchema, create(MemoProofSchema, { format: 3, packed, packedSha256: sha256Hex(packed) }));

/** An encoded proof packed by another hand than the product's. */
export const packedFile = (proof: Uint8Array): Uint8Array => fileAround(deflateRawSync(proof));
