/** The values used last, at most `entriesMax` of them: a Map keeps the order of insertion, so its first key is the oldest. */
export class Recent<V> {
  private readonly values = new Map<string, V>();
  private readonly entriesMax: number;

  constructor(entriesMax: number) {
    this.entriesMax = entriesMax;
  }

  get(key: string): V | undefined {
    const value = this.values.get(key);
    if (value === undefined) return undefined;
    this.values.delete(key);
    this.values.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.values.delete(key);
    this.values.set(key, value);
    if (this.values.size > this.entriesMax) this.values.delete(this.values.keys().next().value!);
  }
}
