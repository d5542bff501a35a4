import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { type StoredHead, StoredHeadSchema, StoredPart } from "../../gen/pincite/artifact/v1/stored_head_pb.ts";
import { piecesOf } from "./pieces.ts";

/** Large enough that a file of 64 MiB is 64 messages, small enough for any client's limit. */
const pieceBytesMax = 1024 * 1024;

/** One message of an answer that gives stored bytes. */
export interface StoredPiece {
  readonly part:
    | { readonly case: "head"; readonly value: StoredHead }
    | { readonly case: "content"; readonly value: Uint8Array };
}

/** What is known of stored bytes without reading them. */
interface About {
  readonly ref: ArtifactRef | undefined;
  readonly part: StoredPart;
  /** Media type of the original. */
  readonly mediaType: string;
  /** Name of the original, as the source has it. */
  readonly name: string;
}

/** Stored bytes as a stream: what they are, then their pieces. `read` checks them against their digest. */
export async function* storedPieces(
  { ref, part, mediaType, name }: About,
  read: (digest: string) => Promise<Uint8Array>,
): AsyncGenerator<StoredPiece> {
  const bytes = await read(ref?.digest ?? "");
  const isText = part === StoredPart.CANONICAL_TEXT;
  const head = create(StoredHeadSchema, {
    digest: ref?.digest ?? "",
    sizeBytes: BigInt(bytes.length),
    mediaType: isText ? "application/x-protobuf" : mediaType,
    name: isText ? `${fileName(name)}.text.pb` : fileName(name),
  });
  yield { part: { case: "head", value: head } };
  for (const value of piecesOf(bytes, pieceBytesMax)) yield { part: { case: "content", value } };
}

/** The last part of a path as every file system takes it, never a hidden file: names come from strangers. */
export const fileName = (path: string): string => {
  const last = path.split(/[/\\]/u).at(-1) ?? "";
  const safe = last.replace(/[^\p{L}\p{N}._ ()-]/gu, "_").replace(/^[. ]+|[. ]+$/gu, "");
  return [...safe].slice(-120).join("") || "original";
};
