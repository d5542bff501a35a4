import { createHash } from "node:crypto";
import type {
  Command,
  Entry,
  ErasedScope,
  Event,
  Scope,
  StoreItem,
} from "../../gen/pincite/backup/v1/store_item_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import {
  type EntryChange,
  emptyHead,
  type Head,
  type NewEvent,
  type RecordChange,
  type StagedBlob,
  type Store,
} from "../store/store.ts";
import { encodeItem } from "./items.ts";

/** The bytes of an artifact of a backup. Errors: DATA_LOSS. */
export type ReadArtifact = (digest: string) => Promise<Uint8Array>;

/** So much waits for one commit: large enough that its fsync does not matter, small enough for any store. */
const [bytesAtOnce, changesAtOnce, eventsAtOnce] = [4 * 1024 * 1024, 500, 8];

/**
 * Which scope's words are in a record, of the streams of its owner that have events; undefined: of none, or it is not known. A backup does not say it, and a record
 * that is put back without it stands in clear.
 */
export type ScopeOfRecord = (record: RecordChange, streams: ReadonlySet<string>) => string | undefined;

/**
 * Puts what a backup says of a store into an empty one, of whatever kind, through the commits of its port: each event is hashed and
 * chained again and must come to the hash that it had. Errors: DATA_LOSS where it does not.
 */
export const restoreStore = async (
  store: Pick<Store, "commit" | "stageBlob">,
  items: AsyncIterable<StoreItem>,
  read: ReadArtifact,
  scopeOf: ScopeOfRecord = () => undefined,
): Promise<void> => {
  let owner: OwnerRestore | undefined;
  for await (const { item } of items) {
    if (item.case === "owner") {
      await owner?.flush();
      owner = new OwnerRestore(store, item.value.owner, read, scopeOf);
    } else if (item.case === undefined || !owner) throw damaged("an item that belongs to nobody");
    else await owner.take(item);
  }
  await owner?.flush();
};

/** SHA-256 of everything that a store holds, as a backup of it would say: equal where two stores hold the same. */
export const digestOfStore = async (store: Store): Promise<string> => {
  const moment = store.moment();
  const hash = createHash("sha256");
  try {
    for await (const content of moment.contents()) hash.update(encodeItem(content));
  } finally {
    await moment.close();
  }
  return hash.digest("hex");
};

/** Where a stream stands, and how many of its artifacts have come along with its events. */
interface OpenStream {
  head: Head;
  readonly eventCount: number;
  readonly artifacts: string[];
  given: number;
}

class OwnerRestore {
  readonly #store: Pick<Store, "commit" | "stageBlob">;
  readonly #owner: string;
  readonly #read: ReadArtifact;
  /** Streams whose last event has not come. */
  readonly #streams = new Map<string, OpenStream>();
  /** Events of one stream that wait for their commit. */
  #events: Event[] = [];
  #records: RecordChange[] = [];
  #entries: EntryChange[] = [];
  #bytes = 0;
  readonly #lastNumbers = new Map<string, number>();
  readonly #scopeOf: ScopeOfRecord;
  /** Streams that have events; records come behind these. */
  readonly #withEvents = new Set<string>();

  constructor(store: Pick<Store, "commit" | "stageBlob">, owner: string, read: ReadArtifact, scopeOf: ScopeOfRecord) {
    this.#scopeOf = scopeOf;
    this.#store = store;
    this.#owner = owner;
    this.#read = read;
  }

  async take(item: Exclude<StoreItem["item"], { case: undefined } | { case: "owner" }>): Promise<void> {
    if (item.case === "event") return this.#event(item.value);
    await this.#flushEvents();
    if (item.case === "scope") return this.#scope(item.value);
    if (item.case === "erased") return this.#erased(item.value);
    if (item.case === "command") return this.#command(item.value);
    if (item.case === "record") this.#record(item.value);
    else this.#entry(item.value);
    this.#bytes += item.value.value.length;
    if (this.#records.length + this.#entries.length >= changesAtOnce || this.#bytes >= bytesAtOnce)
      await this.#flushChanges();
  }

  async flush(): Promise<void> {
    await this.#flushEvents();
    await this.#flushChanges();
    if (this.#streams.size > 0) throw damaged(`events of ${this.#streams.size} streams are missing`);
  }

  #record(record: RecordChange): void {
    const scope = this.#scopeOf(record, this.#withEvents);
    const { space, key, value } = record;
    this.#records.push(scope === undefined ? record : { space, key, value, scope });
  }

  async #scope({ scope, eventCount, artifacts }: Scope): Promise<void> {
    const digests = artifacts.map(({ digest }) => Buffer.from(digest).toString("hex"));
    const owner = this.#owner;
    if (eventCount > 0) {
      const known = this.#streams.get(scope)?.artifacts ?? [];
      this.#streams.set(scope, { head: emptyHead, eventCount, artifacts: [...known, ...digests], given: 0 });
      return;
    }
    for (const group of grouped(artifacts))
      await this.#withStaged(group, (staged) =>
        this.#store.commit(scope === "" ? { owner, staged } : { owner, scopes: [{ scope, staged }] }),
      );
  }

  async #erased({ scope, timeMs, eventCount, headHash }: ErasedScope): Promise<void> {
    const head = eventCount > 0 ? { seq: eventCount, hash: Buffer.from(headHash).toString("hex") } : emptyHead;
    await this.#store.commit({ owner: this.#owner, erase: [{ scope, restored: { timeMs: Number(timeMs), head } }] });
  }

  async #event(event: Event): Promise<void> {
    const [first] = this.#events;
    if (first && (first.stream !== event.stream || this.#events.length >= eventsAtOnce)) await this.#flushEvents();
    this.#events.push(event);
  }

  /**
   * Artifacts of a stream come with its events, but which came with which is not in a backup: by each event stands the share of
   * them that its place gives, so that no commit has them all.
   */
  async #flushEvents(): Promise<void> {
    const events = this.#events;
    const last = events.at(-1);
    if (!last) return;
    this.#events = [];
    const name = last.stream;
    this.#withEvents.add(name);
    const stream = this.#streams.get(name);
    if (!stream) throw damaged(`event ${last.seq} of stream ${name} is one too many`);
    const share = Math.ceil((stream.artifacts.length * last.seq) / stream.eventCount);
    const group = stream.artifacts.slice(stream.given, share);
    const head = await this.#withStaged(group, async (staged) => {
      const commit = { owner: this.#owner, stream: name, expect: stream.head, events: events.map(newEvent), staged };
      return (await this.#store.commit(commit)).head;
    });
    if (head.hash !== Buffer.from(last.hash).toString("hex"))
      throw damaged(`event ${last.seq} of stream ${name} does not come to the hash that it had`);
    if (last.seq < stream.eventCount) this.#streams.set(name, { ...stream, head, given: share });
    else this.#streams.delete(name);
  }

  async #flushChanges(): Promise<void> {
    const [records, entries] = [this.#records, this.#entries];
    [this.#records, this.#entries, this.#bytes] = [[], [], 0];
    if (records.length + entries.length > 0) await this.#store.commit({ owner: this.#owner, records, entries });
  }

  /** An entry keeps its number: what was taken out before it is put in and taken out again. */
  #entry({ list, number, key, value }: Entry): void {
    const last = this.#lastNumbers.get(list) ?? 0;
    for (let gap = last + 1; gap < number; gap++)
      this.#entries.push(
        { list, key: `${gapName}${gap}`, value: new Uint8Array() },
        { list, key: `${gapName}${gap}`, value: undefined },
      );
    this.#entries.push({ list, key, value });
    this.#lastNumbers.set(list, number);
  }

  async #command({ key, payloadDigest, answer }: Command): Promise<void> {
    await this.#flushChanges();
    const idempotency = { key, payloadDigest, ...(answer ? { answer } : {}) };
    await this.#store.commit({ owner: this.#owner, idempotency });
  }

  /** Hands artifacts to a commit and lets go of them, whatever becomes of it. */
  async #withStaged<T>(digests: readonly string[], work: (staged: StagedBlob[]) => Promise<T>): Promise<T> {
    const staged: StagedBlob[] = [];
    try {
      for (const digest of digests) {
        const blob = await this.#store.stageBlob(this.#owner, [await this.#read(digest)]);
        staged.push(blob);
        if (blob.digest !== digest) throw damaged(`artifact ${digest} has other bytes than its digest says`);
      }
      return await work(staged);
    } finally {
      for (const blob of staged) await blob.discard();
    }
  }
}

/** No key of a list that Pincite writes begins with a control character. */
const gapName = "\u0001gap ";

const newEvent = ({ type, body }: Event): NewEvent => ({ type, body });

/** Digests in order, in groups of a few MiB. */
function* grouped(artifacts: Scope["artifacts"]): Generator<string[]> {
  let group: string[] = [];
  let bytes = 0;
  for (const { digest, sizeBytes } of artifacts) {
    if (group.length > 0 && bytes + Number(sizeBytes) > bytesAtOnce) {
      yield group;
      [group, bytes] = [[], 0];
    }
    group.push(Buffer.from(digest).toString("hex"));
    bytes += Number(sizeBytes);
  }
  if (group.length > 0) yield group;
}

const damaged = (what: string): DomainError =>
  new DomainError("DATA_LOSS", worded("keeping-error.the-backup-is-damaged-take-another-backup", { what }));
