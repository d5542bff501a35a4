import type { DocRecord } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import type { IndexEntry } from "../../search/full-text-index.ts";

/** Raise it when entries are made differently: every index is then rebuilt at its next opening. */
export const indexRevision = "i2";

/** Kinds as the index knows them. */
export const threadKind = "thread";
export const docKind = "doc";
export const eventKind = "event";

/** Types of the calendar; all other types but mail are documents. */
const calendarTypes: ReadonlySet<string> = new Set(["event", "task", "journal"]);

/**
 * What the index knows of a document. The body is the whole canonical text, the header block of a message included, so
 * that the place of a match is a place in the canonical text.
 */
export const entryOf = (record: DocRecord, text: string): IndexEntry => {
  const summary = record.detail?.summary;
  return {
    id: summary?.docUid ?? "",
    kind: kindOf(summary?.docType ?? ""),
    date: summary?.authoredAtIso ?? "",
    title: summary?.title ?? "",
    body: text,
    people: [...(summary?.participants ?? [])],
    facets: {},
  };
};

const kindOf = (docType: string): string =>
  docType === "email" ? threadKind : calendarTypes.has(docType) ? eventKind : docKind;
