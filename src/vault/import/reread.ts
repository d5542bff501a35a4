import { clone, create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  type CanonicalText,
  CanonicalTextSchema,
  ChunkSchema,
} from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import { type DocRecord, DocRecordSchema } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { sha256Hex } from "../../sha256.ts";
import type { SpanSource } from "../../span/source.ts";
import { unlockedNote } from "../locked/passwords.ts";
import type { MadeDocument } from "./record.ts";

/** A document as its bytes read now. */
export interface Reread {
  readonly record: DocRecord;
  readonly encoded: Uint8Array;
  /** Stored already, with the import. */
  readonly original: undefined;
  readonly canonical: Uint8Array;
}

/**
 * The record of a document after another reading of its bytes; undefined when nothing is read otherwise. Where it stands,
 * what it replaced and when it was imported stay as they are.
 *
 * @param before the record as it was read last
 * @param text the text of that record; undefined when it can no longer be read
 */
export const rereadOf = (
  before: DocRecord,
  text: SpanSource | undefined,
  made: Pick<MadeDocument, "record" | "canonical">,
  readAtIso: string,
): Reread | undefined => {
  const record = clone(DocRecordSchema, made.record);
  const [detail, old] = [record.detail!, before.detail!];
  const canonical = withNames(made.canonical ?? new Uint8Array(), detail.summary!.sourceDigest, text);
  detail.canonicalText = {
    ...detail.canonicalText!,
    digest: sha256Hex(canonical),
    sizeBytes: BigInt(canonical.length),
  };
  detail.summary!.path = old.summary!.path;
  detail.supersedesDocUid = old.supersedesDocUid;
  detail.importedAtIso = old.importedAtIso;
  // The bytes that are read again are the opened ones.
  if (old.notes.includes(unlockedNote)) detail.notes = [unlockedNote, ...detail.notes.slice(0, 19)];
  detail.readAtIso = old.readAtIso;
  if (Buffer.compare(toBinary(DocRecordSchema, record), toBinary(DocRecordSchema, before)) === 0) return undefined;
  detail.readAtIso = readAtIso;
  return { record, encoded: toBinary(DocRecordSchema, record), original: undefined, canonical };
};

/** A chunk of the first text of a document, as it is named when the document is imported. */
const firstName = /#(\d+):(\d+)$/;

/**
 * The text with chunks that say which text they were cut from. Where the text before has the same chunks of the same words they
 * keep their names, because they are the same.
 */
const withNames = (encoded: Uint8Array, digest: string, before: SpanSource | undefined): Uint8Array => {
  const text = fromBinary(CanonicalTextSchema, encoded);
  const known =
    before?.digest === digest && hasSameChunks(text, before.canonical) ? before.canonical.chunks : undefined;
  const chunks = text.chunks.map((chunk, n) => {
    const chunkUid = known?.[n]?.chunkUid ?? chunk.chunkUid.replace(firstName, `#$1.${digest.slice(0, 16)}:$2`);
    return create(ChunkSchema, { ...chunk, chunkUid });
  });
  return toBinary(CanonicalTextSchema, { ...text, chunks });
};

const hasSameChunks = (one: CanonicalText, other: CanonicalText): boolean =>
  one.chunks.length === other.chunks.length &&
  one.chunks.every(({ startChar, endChar }, n) => {
    const chunk = other.chunks[n];
    return chunk?.startChar === startChar && chunk.endChar === endChar;
  });
