import type { MapView } from "../ordered-map.ts";
import { entryKey, listKey } from "./keys.ts";
import { decodeEntry, decodeListEntry, emptyList, type ListPlace } from "./list-entry.ts";

/** Looks at what lists hold while a map is read through; errors say what is damaged. */
export class ListScan {
  readonly #view: Pick<MapView, "get">;
  /** Lists of owners whose own record has not come yet, by what was seen. */
  readonly #seen = new Map<string, Map<string, ListPlace>>();

  constructor(view: Pick<MapView, "get">) {
    this.#view = view;
  }

  entry(owner: string, list: string, key: string, at: string, value: Uint8Array): void {
    const { number } = decodeEntry(at, value);
    const place = listKey(owner, list, number);
    const stored = this.#view.get(place);
    if (!stored || decodeListEntry(place, stored) !== key)
      throw new Error(`number ${number} of the list ${list} of owner ${owner} is missing or another's`);
  }

  number(owner: string, list: string, number: number, at: string, value: Uint8Array): void {
    const lists = this.#seen.get(owner) ?? new Map<string, ListPlace>();
    this.#seen.set(owner, lists);
    const before = lists.get(list);
    lists.set(list, { first: before?.first ?? number, last: number });
    if (before && number !== before.last + 1)
      throw new Error(`an entry before ${number} of the list ${list} of owner ${owner} is missing`);
    const key = decodeListEntry(at, value);
    if (key === "") return;
    const entry = entryKey(owner, list, key);
    const stored = this.#view.get(entry);
    if (!stored || decodeEntry(entry, stored).number !== number)
      throw new Error(`entry ${number} of the list ${list} of owner ${owner} is missing`);
  }

  /** Compares what was seen of an owner's lists with where they stand. */
  owner(owner: string, places: ReadonlyMap<string, ListPlace>): void {
    const seen = this.#seen.get(owner) ?? new Map<string, ListPlace>();
    this.#seen.delete(owner);
    for (const list of new Set([...places.keys(), ...seen.keys()])) {
      const { first, last } = places.get(list) ?? emptyList;
      const found = seen.get(list) ?? { first: last + 1, last };
      if (first !== found.first || last !== found.last)
        throw new Error(`the list ${list} of owner ${owner} does not begin or end where it should`);
    }
  }
}
