import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import {
  type DocRecord,
  DocRecordSchema,
  type DocumentMended,
  DocumentMendedSchema,
  type DocumentsErased,
  DocumentsErasedSchema,
  type DocumentsImported,
  DocumentsImportedSchema,
  DocumentsRereadSchema,
  type NotedPath,
  PathsNotedSchema,
} from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { NewEvent } from "../../store/store.ts";
import type { MadeDocument } from "../import/record.ts";
import type { CatalogueChange } from "./catalogue-state.ts";

/** Events carry many documents each, since a stream takes 50,000 events and a mailbox may hold more messages than that. */
const importedType = "DocumentsImported";
const notedType = "PathsNoted";
const rereadType = "DocumentsReread";
const mendedType = "DocumentMended";
/** Type of the event with which a journal begins that follows an erased one. */
export const erasedType = "DocumentsErased";
/** Paths in one event: at most 2,048 characters each, mostly a tenth of that. */
const pathsPerEvent = 25;
/** Well under the store's 256 KiB for one event; a record is at most 200 KiB. */
const eventBytesMax = 240 * 1024;

/**
 * The events that say these documents entered the strand, as few as fit; `takenInBy`: who signed in and had them taken in, which stands in
 * front of them.
 */
export const importedEvents = (
  strandId: string,
  documents: readonly Pick<MadeDocument, "record" | "encoded">[],
  takenInBy?: Principal,
): NewEvent[] => {
  const said = { strandId, ...(takenInBy ? { takenInBy } : {}) };
  const head = toBinary(DocumentsImportedSchema, create(DocumentsImportedSchema, said));
  return recordEvents(importedType, head, DocumentsImportedSchema.field.records.number, documents.map(encodedNow));
};

/** Whether an event says that documents entered a strand. */
export const importedIn = ({ type }: NewEvent): boolean => type === importedType;

/** Documents that an event says entered the strand, and who had them taken in; undefined: it says of none. Errors: as `changeOf`. */
export const takenInBy = ({ type, body }: NewEvent): DocumentsImported | undefined =>
  type === importedType ? decoded(() => fromBinary(DocumentsImportedSchema, body)) : undefined;

/** The events that say these documents were read again, as few as fit. */
export const rereadEvents = (strandId: string, records: readonly DocRecord[]): NewEvent[] => {
  const head = toBinary(DocumentsRereadSchema, create(DocumentsRereadSchema, { strandId }));
  const encoded = records.map((record) => toBinary(DocRecordSchema, record));
  return recordEvents(rereadType, head, DocumentsRereadSchema.field.records.number, encoded);
};

/** A record knows what it replaces only when it is committed; all others are as the reader has encoded them. */
export const encodedNow = ({ record, encoded }: Pick<MadeDocument, "record" | "encoded">): Uint8Array =>
  record.detail?.supersedesDocUid === "" ? encoded : toBinary(DocRecordSchema, record);

/** Events of records that are encoded already: the same bytes as of the whole message. */
const recordEvents = (type: string, head: Uint8Array, field: number, records: readonly Uint8Array[]): NewEvent[] => {
  const groups: Uint8Array[][] = [];
  let room = 0;
  for (const bytes of records) {
    const size = bytes.length + 8;
    if (size > room) {
      groups.push([]);
      room = eventBytesMax;
    }
    groups.at(-1)?.push(bytes);
    room -= size;
  }
  return groups.map((group) => {
    const writer = new BinaryWriter().raw(head);
    for (const record of group) writer.tag(field, WireType.LengthDelimited).bytes(record);
    return { type, body: writer.finish() };
  });
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

/** The event that says what a person set. */
export const mendedEvent = (mended: DocumentMended): NewEvent => ({
  type: mendedType,
  body: toBinary(DocumentMendedSchema, mended),
});

/** The event with which a journal begins that follows an erased one. */
export const erasedEvent = (erased: DocumentsErased): NewEvent => ({
  type: erasedType,
  body: toBinary(DocumentsErasedSchema, erased),
});

/** What an event adds; nothing for one of a kind that a newer program wrote. Errors: `DATA_LOSS` for one that cannot be read. */
export const changeOf = ({ type, body }: NewEvent): CatalogueChange => ({
  records: type === importedType ? decodeRecords(DocumentsImportedSchema, body) : [],
  paths: type === notedType ? decoded(() => fromBinary(PathsNotedSchema, body).paths) : [],
  rereads: type === rereadType ? decodeRecords(DocumentsRereadSchema, body) : [],
  mends: type === mendedType ? [decoded(() => fromBinary(DocumentMendedSchema, body))] : [],
  erased: type === erasedType ? decoded(() => fromBinary(DocumentsErasedSchema, body).documents) : [],
});

const decodeRecords = (
  schema: typeof DocumentsImportedSchema | typeof DocumentsRereadSchema,
  body: Uint8Array,
): CatalogueChange["records"] =>
  decoded(() => fromBinary<typeof DocumentsImportedSchema | typeof DocumentsRereadSchema>(schema, body).records).map(
    (record) => ({ record, encoded: toBinary(DocRecordSchema, record) }),
  );

const decoded = <T>(decode: () => T): T => {
  try {
    return decode();
  } catch (cause) {
    throw new DomainError(
      "DATA_LOSS",
      worded("source-error.an-event-of-the-vaults-journal-cannot-be-read"),
      {},
      { cause },
    );
  }
};
