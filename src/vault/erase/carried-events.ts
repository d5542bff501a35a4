import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { type Container, ContainerReadSchema } from "../../../gen/pincite/vault/v1/container_pb.ts";
import { DocRecordSchema } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import type { NewEvent } from "../../store/store.ts";
import { readType } from "../strand/containers.ts";
import {
  changeOf,
  erasedType,
  importedEvents,
  mendedEvent,
  notedEvents,
  rereadEvents,
  takenInBy,
} from "../strand/journal-events.ts";

/**
 * What an event of a strand's journal still says without some documents: nothing, one event, or more where it says them in another
 * order of bytes. An event that names none of them is carried as it is, byte for byte.
 */
export const withoutDocuments = (strandId: string, event: NewEvent, erased: ReadonlySet<string>): NewEvent[] => {
  if (event.type === erasedType) return [];
  const { records, paths, rereads = [], mends = [] } = changeOf(event);
  const isKept = (docUid: string | undefined): boolean => !erased.has(docUid ?? "");
  const keptRecords = records.filter(({ record }) => isKept(record.detail?.summary?.docUid));
  const keptPaths = paths.filter(({ docUid }) => isKept(docUid));
  const keptRereads = rereads.filter(({ record }) => isKept(record.detail?.summary?.docUid));
  const keptMends = mends.filter(({ docUid }) => isKept(docUid));
  const gone =
    records.length - keptRecords.length + (paths.length - keptPaths.length) + (rereads.length - keptRereads.length);
  if (gone === 0 && keptMends.length === mends.length) return [event];
  const made = keptRecords.map(({ record }) => ({ record, encoded: toBinary(DocRecordSchema, record) }));
  return [
    ...(made.length === 0 ? [] : importedEvents(strandId, made, takenInBy(event)?.takenInBy)),
    ...notedEvents(strandId, keptPaths),
    ...(keptRereads.length === 0
      ? []
      : rereadEvents(
          strandId,
          keptRereads.map(({ record }) => record),
        )),
    ...keptMends.map(mendedEvent),
  ];
};

/** The container that an event tells of; undefined for every other event. */
export const containerOf = ({ type, body }: NewEvent): Container | undefined =>
  type === readType ? fromBinary(ContainerReadSchema, body).container : undefined;
