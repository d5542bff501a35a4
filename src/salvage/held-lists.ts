import { decodeEntry, decodeListEntry, type ListPlaces } from "../store/level/list-entry.ts";
import type { Entry } from "../store/store.ts";

/** The numbered lists of an owner, put together from both places in which each entry stands. */
export class HeldLists {
  /** Keys by number, "" where an entry was taken out. */
  readonly #keys = new Map<string, Map<number, string>>();
  readonly #entries = new Map<string, Map<number, Entry>>();
  #places: ListPlaces = new Map();

  number(list: string, number: number, at: string, value: Uint8Array): void {
    mapIn(this.#keys, list).set(number, decodeListEntry(at, value));
  }

  entry(list: string, key: string, at: string, stored: Uint8Array): void {
    const { number, value } = decodeEntry(at, stored);
    mapIn(this.#entries, list).set(number, { number, key, value });
  }

  /** Where each list begins and ends. */
  standAt(places: ListPlaces): void {
    this.#places = places;
  }

  names(): string[] {
    return [...new Set([...this.#keys.keys(), ...this.#entries.keys(), ...this.#places.keys()])].sort();
  }

  /** Entries that hold, in order: of one whose number is lost, its own word is taken; one that its number contradicts is not. */
  of(list: string): Entry[] {
    const keys = this.#keys.get(list);
    const held = [...(this.#entries.get(list)?.values() ?? [])];
    return held.filter(({ number, key }) => (keys?.get(number) ?? key) === key).sort((a, b) => a.number - b.number);
  }

  /** Numbers of entries that were there and do not hold. */
  lostOf(list: string): number[] {
    const keys = this.#keys.get(list) ?? new Map<number, string>();
    const held = new Set(this.of(list).map(({ number }) => number));
    const place = this.#places.get(list);
    const told = [...keys.keys(), ...(place ? span(place.first, place.last) : [])];
    return [...new Set(told)].filter((number) => !held.has(number) && keys.get(number) !== "").sort((a, b) => a - b);
  }
}

const span = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);

const mapIn = <V>(maps: Map<string, Map<number, V>>, key: string): Map<number, V> => {
  const known = maps.get(key);
  if (known) return known;
  const fresh = new Map<number, V>();
  maps.set(key, fresh);
  return fresh;
};
