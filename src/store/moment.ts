import type { Content, Entry, EntryRange, ErasedScope, HeldArtifact, IdempotencyState, ListRange } from "./store.ts";
import type { EventPage } from "./watch-feed.ts";

/** The reads that the contents of a moment are made of. Names come in the order of their URI-encoded forms. */
export interface MomentReads {
  owners(): Promise<readonly string[]>;
  /** Events after a position; where there are none, `upTo` is that position. */
  page(owner: string, after: bigint): Promise<EventPage>;
  erased(owner: string): AsyncIterable<ErasedScope>;
  artifactsOf(owner: string, scope: string): Promise<readonly string[]>;
  /** Number of events of a stream. */
  eventCount(owner: string, stream: string): number | Promise<number>;
  blobSize(owner: string, digest: string): Promise<number | undefined>;
  /** Scopes that are neither a stream nor the owner's own. */
  apart(owner: string): AsyncIterable<string>;
  spaces(owner: string): AsyncIterable<string>;
  records(
    owner: string,
    space: string,
    range: ListRange,
  ): Promise<readonly { readonly key: string; readonly value: Uint8Array }[]>;
  lists(owner: string): readonly string[] | Promise<readonly string[]>;
  entries(owner: string, list: string, range: EntryRange): Promise<readonly Entry[]>;
  commands(owner: string): AsyncIterable<string>;
  idempotency(owner: string, key: string): Promise<IdempotencyState | undefined>;
}

/** So many artifacts are named at once, so that no item grows with its scope. */
const artifactsAtOnce = 1_000;
/** Values may have 4 MiB each. */
const valuesAtOnce = 64;

/** All contents, in the order that a moment promises. */
export async function* contentsOf(reads: MomentReads): AsyncGenerator<Content> {
  for (const owner of [...(await reads.owners())].sort()) {
    yield { kind: "owner", owner };
    for await (const erased of reads.erased(owner)) yield { kind: "erased", erased };
    yield* eventsOf(reads, owner);
    for await (const scope of reads.apart(owner)) yield* scopeOf(reads, owner, scope, 0);
    yield* scopeOf(reads, owner, "", 0);
    yield* recordsOf(reads, owner);
    for (const list of await reads.lists(owner)) yield* entriesOf(reads, owner, list);
    for await (const key of reads.commands(owner)) {
      const state = await reads.idempotency(owner, key);
      if (state) yield { kind: "command", key, state };
    }
  }
}

async function* eventsOf(reads: MomentReads, owner: string): AsyncGenerator<Content> {
  for (let after = 0n; ; ) {
    const { events, upTo } = await reads.page(owner, after);
    for (const event of events) {
      if (event.seq === 1) yield* scopeOf(reads, owner, event.stream, await reads.eventCount(owner, event.stream));
      yield { kind: "event", event };
    }
    if (upTo === after) return;
    after = upTo;
  }
}

async function* scopeOf(reads: MomentReads, owner: string, scope: string, eventCount: number): AsyncGenerator<Content> {
  // By digest: in which order artifacts of one commit came, not every store can tell.
  const digests = [...(await reads.artifactsOf(owner, scope))].sort();
  // A stream without artifacts is named too: how many events are to come is said here.
  for (let at = 0; at < digests.length || (at === 0 && eventCount > 0); at += artifactsAtOnce) {
    const artifacts: HeldArtifact[] = [];
    for (const digest of digests.slice(at, at + artifactsAtOnce))
      artifacts.push({ digest, sizeBytes: (await reads.blobSize(owner, digest)) ?? 0 });
    yield { kind: "scope", scope, eventCount, artifacts };
  }
}

async function* recordsOf(reads: MomentReads, owner: string): AsyncGenerator<Content> {
  for await (const space of reads.spaces(owner))
    for (let after: string | undefined; ; ) {
      const range = { limit: valuesAtOnce, ...(after === undefined ? {} : { after }) };
      const page = await reads.records(owner, space, range);
      for (const { key, value } of page) yield { kind: "record", space, key, value };
      after = page.at(-1)?.key;
      if (after === undefined) break;
    }
}

async function* entriesOf(reads: MomentReads, owner: string, list: string): AsyncGenerator<Content> {
  for (let after = 0; ; ) {
    const page = await reads.entries(owner, list, { after, limit: valuesAtOnce });
    for (const entry of page) yield { kind: "entry", list, entry };
    const last = page.at(-1);
    if (!last) return;
    after = last.number;
  }
}
