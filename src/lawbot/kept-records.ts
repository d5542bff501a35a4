import { fromBinary } from "@bufbuild/protobuf";
import { type CanonicalText, CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import { DomainError } from "../error.ts";
import { namedBlob } from "../store/named-blob.ts";
import type { Entry, IdempotencyState, StagedBlob, Store } from "../store/store.ts";
import { erasureStream, snapshotsGone } from "./index-snapshots.ts";
import { erasedType, mendLawList } from "./mend-list.ts";

const pageSize = 1_000;

/** One change of the corpus: an event in the stream of what it is about, its entry in a list, and the blobs that both name. */
export interface CorpusChange {
  readonly stream: string;
  readonly type: string;
  readonly entry: { readonly list: string; readonly key: string; readonly value: Uint8Array };
  readonly blobs: readonly Uint8Array[];
  readonly staged?: readonly StagedBlob[];
  /** Whose blobs they are, apart from the stream's; absent: the stream's. */
  readonly scope?: string;
}

/** The event that tells of an erasure (LawErased), and the answer of the call that asked for it. */
export type ErasureTold = readonly [
  told: Uint8Array,
  answer: { readonly key: string; readonly payloadDigest: string; readonly answer: Uint8Array },
];

/** What statutes and rulings are kept in: numbered lists, their texts, and the answers of imports, all under one owner. */
export class KeptRecords {
  readonly #store: Store;
  readonly #owner: string;

  constructor(store: Store, owner: string) {
    this.#store = store;
    this.#owner = owner;
  }

  /** Every entry of a list, in order of key; a damaged list is made again from the events first. Errors: DATA_LOSS. */
  async all(list: string): Promise<Uint8Array[]> {
    try {
      return await this.#all(list);
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason !== "DATA_LOSS" || error.facts.list !== list) throw error;
      await mendLawList(this.#store, this.#owner, list);
      return this.#all(list);
    }
  }

  async #all(list: string): Promise<Uint8Array[]> {
    const entries: Entry[] = [];
    for (let after = 0; ; ) {
      const page = await this.#store.entries(this.#owner, list, { limit: pageSize, after });
      entries.push(...page);
      if (page.length < pageSize) break;
      after = page.at(-1)?.number ?? after;
    }
    return entries.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ value }) => value);
  }

  /** Puts a change on disk as a whole. Errors: RUN_VERSION_STALE when another process did so at the same time. */
  async commit({ stream, type, entry, blobs, staged = [], scope }: CorpusChange): Promise<void> {
    await this.#store.commit({
      owner: this.#owner,
      stream,
      expect: await this.#store.head(this.#owner, stream),
      events: [{ type, body: entry.value }],
      ...(scope === undefined ? { blobs, staged } : { scopes: [{ scope, blobs, staged }] }),
      entries: [entry],
    });
  }

  /**
   * The name of a stream or scope that was not erased: the one given, or what came after it. What is erased is never written to again.
   */
  async living(name: string): Promise<string> {
    for (let nth = 1; ; nth++) {
      const one = nth === 1 ? name : `${name}/${nth}`;
      if ((await this.#store.erasedAt(this.#owner, one)) === undefined) return one;
    }
  }

  /** When something of this name was erased, in milliseconds since 1970; undefined: it was not. */
  erasedAt(name: string): Promise<number | undefined> {
    return this.#store.erasedAt(this.#owner, name);
  }

  /** Takes an entry out of its list and erases the scope of its text and the indexes that servers share, with the event that tells it and the answer of the call. */
  async erase(
    { list, key, scope }: { readonly list: string; readonly key: string; readonly scope: string },
    ...[told, answer]: ErasureTold
  ): Promise<void> {
    const [store, owner] = [this.#store, this.#owner];
    const { erase, records } = await snapshotsGone(store, owner);
    await store.commit({
      owner,
      stream: erasureStream,
      expect: await store.head(owner, erasureStream),
      events: [{ type: erasedType, body: told }],
      entries: [{ list, key, value: undefined }],
      records,
      erase: [{ scope }, ...erase],
      idempotency: answer,
    });
    // One that another server put in meanwhile; from here on none of before is taken in.
    const late = await snapshotsGone(store, owner);
    if (late.erase.length > 0) await store.commit({ owner, ...late });
  }

  /** Takes bytes in, for a later change or for nothing: whoever asked for them discards them. Errors: LIMIT_EXCEEDED above 64 MiB. */
  stage(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<StagedBlob> {
    return this.#store.stageBlob(this.#owner, pieces);
  }

  /** The bytes of a digest, checked against it on every read. */
  blob(digest: string): Promise<Uint8Array> {
    return namedBlob(this.#store, this.#owner, digest);
  }

  /** The canonical text that a record names. */
  async text({ text }: { readonly text?: { readonly digest: string } | undefined }): Promise<CanonicalText> {
    return fromBinary(CanonicalTextSchema, await this.blob(text?.digest ?? ""));
  }

  answered(key: string): Promise<IdempotencyState | undefined> {
    return this.#store.idempotency(this.#owner, key);
  }

  /** Remembers the answer of an import under its idempotency key. */
  async answer(key: string, payloadDigest: string, answer: Uint8Array): Promise<void> {
    await this.#store.commit({ owner: this.#owner, idempotency: { key, payloadDigest, answer } });
  }
}

/**
 * What a store has otherwise than it was loaded: what went, and what came or came anew from other bytes. What this process has taken out
 * meanwhile is neither.
 */
export const differences = <One extends { readonly sourceDigest: string }>(
  before: readonly One[],
  now: readonly One[],
  { keyOf, isStill }: { readonly keyOf: (one: One) => string; readonly isStill: (one: One) => boolean },
): { readonly gone: One[]; readonly other: One[]; readonly isReplaced: boolean } => {
  const had = new Map(before.map((one) => [keyOf(one), one]));
  const has = new Set(now.map(keyOf));
  const gone = before.filter((one) => !has.has(keyOf(one)) && isStill(one));
  const other = now.filter((one) => {
    const known = had.get(keyOf(one));
    return !known || (known.sourceDigest !== one.sourceDigest && isStill(known));
  });
  return { gone, other, isReplaced: gone.length > 0 || other.some((one) => had.has(keyOf(one))) };
};
