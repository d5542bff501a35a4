import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import {
  DocRecordSchema,
  DocumentsImportedSchema,
  type NotedPath,
  PathsNotedSchema,
} from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { DomainError } from "../../error.ts";
import { emptyHead, type Head, type NewEvent, type Store, type StoredEvent } from "../../store/store.ts";
import type { MadeDocument } from "../import/record.ts";
import type { CatalogueChange } from "./catalogue-state.ts";

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
export const encodedNow = ({ record, encoded }: Pick<MadeDocument, "record" | "encoded">): Uint8Array =>
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

/** Takes what one event says, which follows `from` and leads to `to`; answers false when it is not at `from`. */
export type JournalFold = (change: CatalogueChange, from: Head, to: Head) => boolean;

/** What a strand's journal says, read from the store, which checks every event against its chain. */
export class StrandJournal {
  readonly #store: Store;
  readonly #owner: string;
  readonly #stream: string;

  constructor(store: Store, owner: string, strandId: string) {
    this.#store = store;
    this.#owner = owner;
    this.#stream = streamOf(strandId);
  }

  /** Gives every event after `from`, in order; answers whether all were taken. */
  async fold(from: Head, take: JournalFold): Promise<boolean> {
    let at = from;
    for await (const event of this.#after(from.seq)) {
      const to = { seq: event.seq, hash: event.hash };
      if (!take(changeOf(event), at, to)) return false;
      at = to;
    }
    return true;
  }

  /** Whether the journal has been at this head. Of the hash its beginning suffices. */
  async holds({ seq, hash }: Head): Promise<boolean> {
    if (seq === 0) return emptyHead.hash.startsWith(hash);
    const [event] = await this.#store.read(this.#owner, this.#stream, { fromSeq: seq, limit: 1 });
    return event?.seq === seq && event.hash.startsWith(hash);
  }

  /** Documents that events after this one name: imported, met again or replaced. */
  async namedSince(seq: number): Promise<string[]> {
    const named = new Set<string>();
    for await (const event of this.#after(seq)) {
      const { records, paths } = changeOf(event);
      for (const { record } of records) {
        named.add(record.detail?.summary?.docUid ?? "");
        named.add(record.detail?.supersedesDocUid ?? "");
      }
      for (const { docUid, supersedesDocUid } of paths) named.add(docUid).add(supersedesDocUid);
    }
    named.delete("");
    return [...named];
  }

  async *#after(seq: number): AsyncGenerator<StoredEvent> {
    for (let last = seq; ; ) {
      const events = await this.#store.read(this.#owner, this.#stream, { fromSeq: last + 1, limit: eventsPerRead });
      yield* events;
      last = events.at(-1)?.seq ?? last;
      if (events.length < eventsPerRead) return;
    }
  }
}

const changeOf = ({ type, body }: NewEvent): CatalogueChange => ({
  records: type === importedType ? decodeRecords(body) : [],
  paths: type === notedType ? decodePaths(body) : [],
});

const decodeRecords = (body: Uint8Array): CatalogueChange["records"] =>
  decoded(() => fromBinary(DocumentsImportedSchema, body).records).map((record) => ({
    record,
    encoded: toBinary(DocRecordSchema, record),
  }));

const decodePaths = (body: Uint8Array): readonly NotedPath[] => decoded(() => fromBinary(PathsNotedSchema, body).paths);

const decoded = <T>(decode: () => T): T => {
  try {
    return decode();
  } catch (cause) {
    throw new DomainError(
      "DATA_LOSS",
      "an event of the Vault's journal cannot be read; stop the server and run `pincite store verify`",
      {},
      { cause },
    );
  }
};
