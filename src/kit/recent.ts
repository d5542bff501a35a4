/** A place in the order of use. */
interface Place<K, V> {
  readonly key: K;
  readonly value: V;
  readonly weight: number;
  older: Place<K, V> | undefined;
  newer: Place<K, V> | undefined;
}

/**
 * A map that forgets what was not used for longest once all together weigh more than `weightMax`: bytes, characters, or
 * entries where nothing is weighed. The entry used last stays, whatever it weighs. The order of use is a chain beside the map: to take
 * a key out of a map and put it back, at each use, costs the map more than all it is asked. Values are never undefined.
 */
export class Recent<K, V> {
  readonly #places = new Map<K, Place<K, V>>();
  readonly #weightMax: number;
  readonly #weigh: (value: V) => number;
  #oldest: Place<K, V> | undefined;
  #newest: Place<K, V> | undefined;
  #weight = 0;

  constructor(weightMax: number, weigh: (value: V) => number = () => 1) {
    this.#weightMax = weightMax;
    this.#weigh = weigh;
  }

  get(key: K): V | undefined {
    const place = this.#places.get(key);
    if (place === undefined) return undefined;
    if (place !== this.#newest) {
      this.#unlink(place);
      this.#append(place);
    }
    return place.value;
  }

  /** A value weighs what it weighed when it was set: it is set again when it has changed. */
  set(key: K, value: V): void {
    this.delete(key);
    const place = { key, value, weight: this.#weigh(value), older: undefined, newer: undefined };
    this.#places.set(key, place);
    this.#append(place);
    this.#weight += place.weight;
    while (this.#weight > this.#weightMax && this.#oldest && this.#oldest !== this.#newest)
      this.delete(this.#oldest.key);
  }

  /** Its keys, the longest unused first. */
  keys(): K[] {
    const keys: K[] = [];
    for (let place = this.#oldest; place; place = place.newer) keys.push(place.key);
    return keys;
  }

  delete(key: K): void {
    const place = this.#places.get(key);
    if (place === undefined) return;
    this.#weight -= place.weight;
    this.#places.delete(key);
    this.#unlink(place);
  }

  clear(): void {
    this.#places.clear();
    [this.#oldest, this.#newest] = [undefined, undefined];
    this.#weight = 0;
  }

  #append(place: Place<K, V>): void {
    place.older = this.#newest;
    place.newer = undefined;
    if (this.#newest) this.#newest.newer = place;
    else this.#oldest = place;
    this.#newest = place;
  }

  #unlink({ older, newer }: Place<K, V>): void {
    if (older) older.newer = newer;
    else this.#oldest = newer;
    if (newer) newer.older = older;
    else this.#newest = older;
  }
}
