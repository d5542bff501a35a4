import {
  type Entry,
  type EntryChange,
  type ErasedScope,
  emptyHead,
  type Head,
  type IdempotencyState,
  type RecordChange,
  type StoredEvent,
  type WantedEntry,
} from "../store.ts";

/** Everything one owner has, as plain maps: no key of another owner can be reached from here. */
export class OwnerData {
  /** Stream to its events; event n stands at index n - 1. */
  readonly streams = new Map<string, StoredEvent[]>();
  /** All events; position p stands at index p - 1. In the place of an erased one there is nothing. */
  readonly events: (StoredEvent | undefined)[] = [];
  readonly blobs = new Map<string, Uint8Array>();
  /** Scope to the digests of the blobs that it holds, in the order in which they came. */
  readonly scopes = new Map<string, Set<string>>();
  /** Scopes that are no streams. */
  readonly apart = new Set<string>();
  /** Streams to the ids of commits, by the number of the first event that each brought. */
  readonly commitIds = new Map<string, Map<number, string>>();
  readonly idempotency = new Map<string, IdempotencyState>();
  /** Scopes in which answers of commands were recorded. */
  readonly answerScopes = new Map<string, string>();
  readonly erased = new Map<string, ErasedScope>();
  /** When the last scope that held a blob was erased. */
  readonly erasedBlobs = new Map<string, number>();
  readonly #spaces = new Map<string, RecordSpace>();
  readonly #lists = new Map<string, NumberedList>();

  /** Where a stream stands, or stood when it was erased. */
  head(stream: string): Head {
    const last = this.streams.get(stream)?.at(-1);
    return this.erased.get(stream)?.head ?? (last ? { seq: last.seq, hash: last.hash } : emptyHead);
  }

  /** A list, which is empty where it never had an entry. */
  list(name: string): NumberedList {
    return this.#lists.get(name) ?? new NumberedList();
  }

  setEntry({ list, key, value }: EntryChange): void {
    this.openList(list).set(key, value);
  }

  openList(name: string): NumberedList {
    const list = this.list(name);
    this.#lists.set(name, list);
    return list;
  }

  setRecord(change: RecordChange): void {
    const space = this.#spaces.get(change.space) ?? new RecordSpace();
    this.#spaces.set(change.space, space);
    space.set(change.key, change.value, change.scope);
  }

  /** Removes the derived records that hold words of a scope. */
  eraseRecords(scope: string): void {
    for (const space of this.#spaces.values()) space.erase(scope);
  }

  space(name: string): RecordSpace {
    return this.#spaces.get(name) ?? new RecordSpace();
  }

  /** A copy of the present data: later additions go to the original alone. Bytes are shared, since nothing changes them. */
  copy(): OwnerData {
    const copy = new OwnerData();
    for (const [stream, events] of this.streams) copy.streams.set(stream, [...events]);
    copy.events.push(...this.events);
    for (const [digest, bytes] of this.blobs) copy.blobs.set(digest, bytes);
    for (const [scope, digests] of this.scopes) copy.scopes.set(scope, new Set(digests));
    for (const scope of this.apart) copy.apart.add(scope);
    for (const [key, state] of this.idempotency) copy.idempotency.set(key, state);
    for (const [key, scope] of this.answerScopes) copy.answerScopes.set(key, scope);
    for (const [scope, erased] of this.erased) copy.erased.set(scope, erased);
    for (const [name, space] of this.#spaces) copy.#spaces.set(name, space.copy());
    for (const [name, list] of this.#lists) copy.#lists.set(name, list.copy());
    return copy;
  }

  /** Names of spaces that have records, and of lists that have entries or had them. */
  spaces(): string[] {
    return [...this.#spaces].flatMap(([name, { size }]) => (size > 0 ? [name] : []));
  }

  lists(): string[] {
    return [...this.#lists.keys()];
  }

  isEmpty(): boolean {
    const { events, blobs, idempotency, erased } = this;
    return events.length + blobs.size + idempotency.size + erased.size + this.recordCount() + this.#lists.size === 0;
  }

  recordCount(): number {
    return [...this.#spaces.values(), ...this.#lists.values()].reduce((sum, { size }) => sum + size, 0);
  }
}

/** Records of one space; the order by UTF-8 bytes is worked out when somebody lists, and kept until the next new key. */
export class RecordSpace {
  readonly #values = new Map<string, Uint8Array>();
  readonly #scopes = new Map<string, string>();
  #sorted: readonly string[] | undefined;

  get size(): number {
    return this.#values.size;
  }

  copy(): RecordSpace {
    const copy = new RecordSpace();
    for (const [key, value] of this.#values) copy.#values.set(key, value);
    return copy;
  }

  erase(scope: string): void {
    for (const [key, within] of this.#scopes) if (within === scope) this.set(key, undefined);
  }

  get(key: string): Uint8Array | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: Uint8Array | undefined, scope?: string): void {
    if (value && scope !== undefined) this.#scopes.set(key, scope);
    else this.#scopes.delete(key);
    if (this.#values.has(key) !== (value !== undefined)) this.#sorted = undefined;
    if (value) this.#values.set(key, value.slice());
    else this.#values.delete(key);
  }

  keys(): readonly string[] {
    this.#sorted ??= [...this.#values.keys()].sort(byUtf8);
    return this.#sorted;
  }
}

/** The order LevelDB has. JavaScript's own compares UTF-16, which puts U+1F600 before U+FF5E. */
export const byUtf8 = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** A numbered list as an array: what was taken out leaves a hole. */
class NumberedList {
  /** Number n stands at index n - 1. */
  readonly #keys: (string | undefined)[] = [];
  readonly #entries = new Map<string, Entry>();

  get size(): number {
    return this.#entries.size;
  }

  copy(): NumberedList {
    const copy = new NumberedList();
    copy.#keys.push(...this.#keys);
    for (const [key, entry] of this.#entries) copy.#entries.set(key, entry);
    return copy;
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: Uint8Array | undefined): void {
    const known = this.#entries.get(key);
    if (value) {
      const number = known?.number ?? this.#keys.push(key);
      this.#entries.set(key, { key, number, value: value.slice() });
    } else if (known) {
      this.#keys[known.number - 1] = undefined;
      this.#entries.delete(key);
    }
  }

  /** All entries in order of number. */
  all(): Entry[] {
    return this.#keys.flatMap((key) => (key === undefined ? [] : [this.#entries.get(key)!]));
  }

  /** Makes it hold what is wanted; gives how much was otherwise. */
  mend(wanted: readonly WantedEntry[]): number {
    const keys = new Set(wanted.map(({ key }) => key));
    const gone = this.all().filter(({ key }) => !keys.has(key));
    const other = wanted.filter(({ key, value }) => !isSame(this.get(key), value));
    for (const { key } of gone) this.set(key, undefined);
    for (const { key, value } of wanted) this.set(key, value);
    return gone.length + other.length;
  }
}

const isSame = (entry: Entry | undefined, value: Uint8Array): boolean =>
  entry !== undefined && Buffer.compare(entry.value, value) === 0;
