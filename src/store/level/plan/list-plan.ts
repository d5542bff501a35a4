import { dataLoss } from "../../refusals.ts";
import type { EntryChange } from "../../store.ts";
import { entryKey, listKey } from "../keys.ts";
import {
  decodeEntry,
  decodeListEntry,
  emptyList,
  encodeEntry,
  encodeListEntry,
  type ListPlace,
  type ListPlaces,
} from "../list-entry.ts";
import { type BatchWriter, DraftChanges, type SealedChange } from "./batch-writer.ts";

/** Changes of lists, thought out. */
export interface PlannedLists {
  readonly changes: Iterable<SealedChange>;
  readonly places: ListPlaces;
}

/** Numbers that a commit clears away below the first entry, so that no commit takes long. */
const clearedAtOnce = 1_000;

/** What changes of lists come to. Nothing is changed here. Errors: DATA_LOSS where an entry that they touch is damaged. */
export const planEntries = (
  writer: BatchWriter,
  owner: string,
  places: ListPlaces,
  changes: readonly EntryChange[],
): PlannedLists => {
  const draft = new DraftChanges(writer);
  const after = new Map(places);
  for (const { list, key, value } of changes) {
    const place = after.get(list) ?? emptyList;
    after.set(list, value ? put(draft, owner, list, place, key, value) : takeOut(draft, owner, list, place, key));
  }
  return { changes: draft.all(), places: after };
};

const put = (
  draft: DraftChanges,
  owner: string,
  list: string,
  { first, last }: ListPlace,
  key: string,
  value: Uint8Array,
): ListPlace => {
  const known = numberOf(draft, owner, list, key);
  const number = known ?? last + 1;
  const at = entryKey(owner, list, key);
  draft.set(at, encodeEntry(at, number, value));
  if (known !== undefined) return { first, last };
  const place = listKey(owner, list, number);
  draft.set(place, encodeListEntry(place, key));
  return { first, last: number };
};

const takeOut = (draft: DraftChanges, owner: string, list: string, place: ListPlace, key: string): ListPlace => {
  const number = numberOf(draft, owner, list, key);
  if (number === undefined) return place;
  draft.set(entryKey(owner, list, key), undefined);
  const at = listKey(owner, list, number);
  draft.set(at, encodeListEntry(at, ""));
  return clearBelow(draft, owner, list, place);
};

/** An entry that was taken out at the beginning of a list needs no marker: the list begins behind it. */
export const clearBelow = (draft: DraftChanges, owner: string, list: string, { first, last }: ListPlace): ListPlace => {
  let now = first;
  for (; now <= last && now - first < clearedAtOnce; now++) {
    const at = listKey(owner, list, now);
    const stored = draft.value(at);
    if (!stored || decodeListEntry(at, stored) !== "") break;
    draft.set(at, undefined);
  }
  return { first: now, last };
};

const numberOf = (draft: DraftChanges, owner: string, list: string, key: string): number | undefined => {
  const at = entryKey(owner, list, key);
  const stored = draft.value(at);
  if (!stored) return undefined;
  try {
    return decodeEntry(at, stored).number;
  } catch (cause) {
    throw dataLoss(`an entry of the list ${list} of owner ${owner} is damaged`, { owner, list }, cause);
  }
};
