/**
 * A map that forgets what was not used for longest once all together weigh more than `weightMax`: bytes, characters, or
 * entries where nothing is weighed. The entry used last stays, whatever it weighs. A Map keeps the order of insertion, so its
 * first key is the oldest. Values are never undefined.
 */
export class Recent<K, V> {
  readonly #values = new Map<K, V>();
  readonly #weightMax: number;
  readonly #weigh: (value: V) => number;
  #weight = 0;

  constructor(weightMax: number, weigh: (value: V) => number = () => 1) {
    this.#weightMax = weightMax;
    this.#weigh = weigh;
  }

  get(key: K): V | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  /** A value weighs what it weighed when it was set: it is set again when it has changed. */
  set(key: K, value: V): void {
    this.delete(key);
    this.#values.set(key, value);
    this.#weight += this.#weigh(value);
    while (this.#weight > this.#weightMax && this.#values.size > 1) this.delete(this.#values.keys().next().value as K);
  }

  /** Its keys, the longest unused first. */
  keys(): K[] {
    return [...this.#values.keys()];
  }

  delete(key: K): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#weight -= this.#weigh(value);
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
    this.#weight = 0;
  }
}
