import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type DocRecord, DocRecordSchema, DocumentsImportedSchema } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { DomainError } from "../../error.ts";
import type { Head, NewEvent, Store } from "../../store/store.ts";

/**
 * One stream for each strand, so that a strand's revision says nothing about others: `vault/<strand>`. Events carry many
 * documents each, since a stream takes 50,000 events and a mailbox may hold more messages than that.
 */
export const streamOf = (strandId: string): string => `vault/${strandId}`;

const importedType = "DocumentsImported";
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

/** Records of the strand's journal after `from`, in order, and the head they lead to. */
export const readRecords = async (
  store: Store,
  owner: string,
  strandId: string,
  from: Head,
): Promise<{ records: DocRecord[]; head: Head }> => {
  const records: DocRecord[] = [];
  let head = from;
  for (;;) {
    const events = await store.read(owner, streamOf(strandId), { fromSeq: head.seq + 1, limit: eventsPerRead });
    for (const event of events) {
      if (event.type === importedType) for (const record of decode(event.body)) records.push(record);
      head = { seq: event.seq, hash: event.hash };
    }
    if (events.length < eventsPerRead) return { records, head };
  }
};

const decode = (body: Uint8Array): readonly DocRecord[] => {
  try {
    return fromBinary(DocumentsImportedSchema, body).records;
  } catch (cause) {
    throw new DomainError(
      "DATA_LOSS",
      "an event of the Vault's journal cannot be read; run the store's verification",
      {},
      { cause },
    );
  }
};
