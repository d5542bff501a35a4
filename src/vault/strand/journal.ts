import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  type DocRecord,
  DocRecordSchema,
  DocumentsImportedSchema,
  type NotedPath,
  PathsNotedSchema,
} from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { DomainError } from "../../error.ts";
import type { Head, NewEvent, Store } from "../../store/store.ts";

/**
 * One stream for each strand, so that a strand's revision says nothing about others: `vault/<strand>`. Events carry many
 * documents each, since a stream takes 50,000 events and a mailbox may hold more messages than that.
 */
export const streamOf = (strandId: string): string => `vault/${strandId}`;

const importedType = "DocumentsImported";
const notedType = "PathsNoted";
/** Paths in one event: at most 2,048 characters each, mostly a tenth of that. */
const pathsPerEvent = 25;
/** Well under the store's 256 KiB for one event; a record is at most 200 KiB. */
const eventBytesMax = 240 * 1024;
const eventsPerRead = 500;

/** The events that say these documents entered the strand, as few as fit. */
export const importedEvents = (strandId: string, records: readonly DocRecord[]): NewEvent[] => {
  const groups: DocRecord[][] = [];
  let room = 0;
  for (const record of records) {
    const size = toBinary(DocRecordSchema, record).length + 8;
    if (size > room) {
      groups.push([]);
      room = eventBytesMax;
    }
    groups.at(-1)?.push(record);
    room -= size;
  }
  return groups.map((group) => ({
    type: importedType,
    body: toBinary(DocumentsImportedSchema, create(DocumentsImportedSchema, { strandId, records: group })),
  }));
};

/** The events that say these known documents were met at further paths. */
export const notedEvents = (strandId: string, paths: readonly NotedPath[]): NewEvent[] => {
  const events: NewEvent[] = [];
  for (let at = 0; at < paths.length; at += pathsPerEvent) {
    const message = create(PathsNotedSchema, { strandId, paths: paths.slice(at, at + pathsPerEvent) });
    events.push({ type: notedType, body: toBinary(PathsNotedSchema, message) });
  }
  return events;
};

/** Whoever folds the journal. */
export interface JournalFold {
  add(record: DocRecord): void;
  note(path: NotedPath): void;
}

/** Gives what the strand's journal says after `from`, in order, and answers the head it leads to. */
export const foldJournal = async (
  store: Store,
  owner: string,
  strandId: string,
  from: Head,
  fold: JournalFold,
): Promise<Head> => {
  let head = from;
  for (;;) {
    const events = await store.read(owner, streamOf(strandId), { fromSeq: head.seq + 1, limit: eventsPerRead });
    for (const event of events) {
      if (event.type === importedType) for (const record of decodeRecords(event.body)) fold.add(record);
      if (event.type === notedType) for (const path of decodePaths(event.body)) fold.note(path);
      head = { seq: event.seq, hash: event.hash };
    }
    if (events.length < eventsPerRead) return head;
  }
};

const decodeRecords = (body: Uint8Array): readonly DocRecord[] =>
  decoded(() => fromBinary(DocumentsImportedSchema, body).records);

const decodePaths = (body: Uint8Array): readonly NotedPath[] => decoded(() => fromBinary(PathsNotedSchema, body).paths);

const decoded = <T>(decode: () => T): T => {
  try {
    return decode();
  } catch (cause) {
    throw new DomainError(
      "DATA_LOSS",
      "an event of the Vault's journal cannot be read; run the store's verification",
      {},
      { cause },
    );
  }
};
