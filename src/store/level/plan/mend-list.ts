import type { WantedEntry } from "../../store.ts";
import { entryKey, listKey } from "../keys.ts";
import {
  decodeEntry,
  decodeListEntry,
  emptyList,
  encodeEntry,
  encodeListEntry,
  type ListPlaces,
} from "../list-entry.ts";
import { type BatchWriter, DraftChanges } from "./batch-writer.ts";
import { clearBelow, type PlannedLists } from "./list-plan.ts";

/**
 * What puts a list right (see Store.mendList). A key is believed where its entry says its number, or the number says its key;
 * either is stored far from the other. Keys of which both are lost get the numbers that are left, in their order.
 */
export const planMend = (
  writer: BatchWriter,
  owner: string,
  list: string,
  places: ListPlaces,
  wanted: readonly WantedEntry[],
): { readonly planned: PlannedLists; readonly mended: number } => {
  const draft = new DraftChanges(writer);
  const { first, last } = places.get(list) ?? emptyList;
  const keyAt = (number: number): string | undefined =>
    maybe(draft, listKey(owner, list, number), (at, stored) => decodeListEntry(at, stored));
  const isLost = (at: string): boolean => maybe(draft, at, decodeEntry) === undefined;
  const numbers = numbered(draft, owner, list, { first, last }, wanted, keyAt);
  let mended = 0;
  for (const { key, value } of wanted) {
    const number = numbers.get(key) ?? 0;
    const [at, place] = [entryKey(owner, list, key), listKey(owner, list, number)];
    const sealed = encodeEntry(at, number, value);
    const isWhole = Buffer.compare(draft.value(at) ?? none, sealed) === 0;
    if (isWhole && keyAt(number) === key) continue;
    mended += 1;
    // An entry that is lost under a number given before had been counted.
    const isNew = number > last;
    if (!isNew && isLost(at)) draft.restore(at, sealed);
    else if (!isWhole) draft.set(at, sealed);
    if (!isNew && keyAt(number) === undefined) draft.restore(place, encodeListEntry(place, key));
    else if (keyAt(number) !== key) draft.set(place, encodeListEntry(place, key));
  }
  const newLast = Math.max(last, ...numbers.values());
  const taken = new Set(numbers.values());
  for (let number = first; number <= last; number++) {
    if (taken.has(number)) continue;
    const key = keyAt(number);
    if (key === "") continue;
    if (key !== undefined && !numbers.has(key)) draft.set(entryKey(owner, list, key), undefined);
    const place = listKey(owner, list, number);
    // A lost number that no wanted entry takes had been taken out.
    if (key === undefined) draft.restore(place, encodeListEntry(place, ""));
    else draft.set(place, encodeListEntry(place, ""));
    mended += 1;
  }
  const place = clearBelow(draft, owner, list, { first, last: newLast });
  return { planned: { changes: draft.all(), places: new Map(places).set(list, place) }, mended };
};

const none = new Uint8Array();

/** The number of every wanted key. */
const numbered = (
  draft: DraftChanges,
  owner: string,
  list: string,
  { first, last }: { readonly first: number; readonly last: number },
  wanted: readonly WantedEntry[],
  keyAt: (number: number) => string | undefined,
): ReadonlyMap<string, number> => {
  const numbers = new Map<string, number>();
  const taken = new Set<number>();
  const take = (key: string, number: number): void => {
    numbers.set(key, number);
    taken.add(number);
  };
  const isFree = (number: number): boolean => number >= first && number <= last && !taken.has(number);
  for (const { key } of wanted) {
    const number = maybe(draft, entryKey(owner, list, key), (at, stored) => decodeEntry(at, stored).number);
    if (number !== undefined && isFree(number)) take(key, number);
  }
  const lost = new Set(wanted.map(({ key }) => key).filter((key) => !numbers.has(key)));
  const holes: number[] = [];
  for (let number = first; number <= last; number++) {
    const key = isFree(number) ? keyAt(number) : "";
    if (key === undefined) holes.push(number);
    else if (lost.delete(key)) take(key, number);
  }
  let next = last;
  for (const key of lost) take(key, holes.shift() ?? ++next);
  return numbers;
};

/** The decoded value; undefined where it is missing or damaged. */
const maybe = <T>(draft: DraftChanges, at: string, decode: (at: string, stored: Uint8Array) => T): T | undefined => {
  try {
    const stored = draft.value(at);
    return stored && decode(at, stored);
  } catch {
    return undefined;
  }
};
