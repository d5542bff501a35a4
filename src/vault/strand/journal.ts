import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import {
  type DocRecord,
  DocRecordSchema,
  DocumentsImportedSchema,
  type NotedPath,
  PathsNotedSchema,
} from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { DomainError } from "../../error.ts";
import type { Head, NewEvent, Store } from "../../store/store.ts";
import type { MadeDocument } from "../import/record.ts";

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
export const importedEvents = (
  strandId: string,
  documents: readonly Pick<MadeDocument, "record" | "encoded">[],
): NewEvent[] => {
  const groups: Uint8Array[][] = [];
  let room = 0;
  for (const document of documents) {
    const bytes = encodedNow(document);
    const size = bytes.length + 8;
    if (size > room) {
      groups.push([]);
      room = eventBytesMax;
    }
    groups.at(-1)?.push(bytes);
    room -= size;
  }
  return groups.map((group) => ({ type: importedType, body: importedBody(strandId, group) }));
};

/** A record knows what it replaces only when it is committed; all others are as the reader has encoded them. */
const encodedNow = ({ record, encoded }: Pick<MadeDocument, "record" | "encoded">): Uint8Array =>
  record.detail?.supersedesDocUid === "" ? encoded : toBinary(DocRecordSchema, record);

/** A DocumentsImported of records that are encoded already; the same bytes as of the whole message. */
const importedBody = (strandId: string, records: readonly Uint8Array[]): Uint8Array => {
  const writer = new BinaryWriter();
  writer.raw(toBinary(DocumentsImportedSchema, create(DocumentsImportedSchema, { strandId })));
  const { number } = DocumentsImportedSchema.field.records;
  for (const record of records) writer.tag(number, WireType.LengthDelimited).bytes(record);
  return writer.finish();
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
