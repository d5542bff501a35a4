import type { DocRecord } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import type { IndexEntry } from "../../search/index.ts";

/** Raise it when entries are made differently: every index is then rebuilt at its next opening. */
export const indexRevision = "i1";

/** Kinds as the index knows them. */
export const threadKind = "thread";
export const docKind = "doc";

/**
 * What the index knows of a document. The body is the whole canonical text, the header block of a message included, so
 * that the place of a match is a place in the canonical text.
 */
export const entryOf = (record: DocRecord, text: string): IndexEntry => {
  const summary = record.detail?.summary;
  return {
    id: summary?.docUid ?? "",
    kind: summary?.docType === "email" ? threadKind : docKind,
    date: summary?.authoredAtIso ?? "",
    title: summary?.title ?? "",
    body: text,
    people: [...(summary?.participants ?? [])],
    facets: {},
  };
};
