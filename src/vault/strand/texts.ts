import type { DocRecord, EarlierText } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { SpanSource } from "../../span/source.ts";
import { presentText } from "./later-words.ts";
import type { Sources } from "./sources.ts";

/** How a locator may name one of a document's texts; empty: not named. */
export interface NamedText {
  readonly sourceDigest?: string;
  readonly chunkUid?: string;
}

/**
 * Opens the text that is named: of those with the digest, or of all where none is given, the newest that has the chunk; the
 * newest of them where no chunk is named or none has it.
 */
export const textNamed = async (
  sources: Sources,
  record: DocRecord,
  earlier: readonly EarlierText[],
  { sourceDigest = "", chunkUid = "" }: NamedText,
): Promise<SpanSource> => {
  const texts = [presentText(record), ...earlier.toReversed()].filter(
    (text) => sourceDigest === "" || text.sourceDigest === sourceDigest,
  );
  const [newest] = texts;
  if (newest === undefined) throw neverHad(record.detail?.summary?.docUid ?? "", sourceDigest);
  const opened = await open(sources, newest);
  if (chunkUid === "" || opened.structure.chunk(chunkUid) !== undefined) return opened;
  for (const text of texts.slice(1)) {
    const older = await open(sources, text);
    if (older.structure.chunk(chunkUid) !== undefined) return older;
  }
  return opened;
};

const open = (sources: Sources, { canonicalText, sourceDigest }: EarlierText): Promise<SpanSource> =>
  sources.text(canonicalText?.digest ?? "", sourceDigest);

const neverHad = (docUid: string, sourceDigest: string): DomainError =>
  new DomainError("DOCUMENT_NOT_FOUND", worded("source-error.the-document-never-had-a-text-of-this-digest"), {
    docUid,
    sourceDigest,
  });
