import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type FileHead, FileHeadSchema } from "../../gen/pincite/export/v1/export_service_pb.ts";
import { sha256Hex } from "../sha256.ts";
import { piecesOf } from "../wire/pieces.ts";

/** A page of a browser and a client of another language take messages of this size without being told. */
const pieceBytesMax = 256 * 1024;

/** What is told of a file besides what its bytes say themselves. */
export type FileFacts = Omit<MessageInitShape<typeof FileHeadSchema>, "$typeName" | "sizeBytes" | "sha256">;

/** One message of an answer that gives a file. */
export type FilePart =
  | { readonly case: "head"; readonly value: FileHead }
  | { readonly case: "content"; readonly value: Uint8Array };

/** A file as a stream: its head, then its bytes in pieces. */
export function* fileParts(facts: FileFacts, bytes: Uint8Array): Generator<FilePart> {
  const told = { sizeBytes: BigInt(bytes.length), sha256: sha256Hex(bytes) };
  yield { case: "head", value: create(FileHeadSchema, { ...facts, ...told }) };
  for (const value of piecesOf(bytes, pieceBytesMax)) yield { case: "content", value };
}
