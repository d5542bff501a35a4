import { fromBinary } from "@bufbuild/protobuf";
import { EntryRecordSchema, ListEntrySchema } from "../../../gen/pincite/journal/v1/record_pb.ts";
import { writer } from "../field.ts";
import { seal, unseal } from "./seal.ts";

/** The first number of a list and the last one given; the next entry gets the one after it. */
export interface ListPlace {
  readonly first: number;
  readonly last: number;
}

/** Where each list of an owner stands. */
export type ListPlaces = ReadonlyMap<string, ListPlace>;

/** Where a list stands that never had an entry. */
export const emptyList: ListPlace = { first: 1, last: 0 };

/** The value under a number of a list; an empty key says that the entry was taken out. */
export const encodeListEntry = (at: string, key: string): Uint8Array => seal(at, writer.string(1, key).take());

/** The key of what has a number, "" for what was taken out. Errors: DATA_LOSS. */
export const decodeListEntry = (at: string, stored: Uint8Array): string =>
  fromBinary(ListEntrySchema, unseal(at, stored)).key;

export const encodeEntry = (at: string, number: number, value: Uint8Array): Uint8Array =>
  seal(at, writer.number(1, number).bytes(2, value).take());

/** An entry by its key. Errors: DATA_LOSS. */
export const decodeEntry = (
  at: string,
  stored: Uint8Array,
): { readonly number: number; readonly value: Uint8Array } => {
  const { number, value } = fromBinary(EntryRecordSchema, unseal(at, stored));
  return { number, value };
};
