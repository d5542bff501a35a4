import { fromBinary } from "@bufbuild/protobuf";
import { type CanonicalText, CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { IdempotencyState, StagedBlob, Store } from "../store/store.ts";

const pageSize = 1_000;

/** One change of the corpus: an event in the stream of what it is about, its record, and the blobs that both name. */
export interface CorpusChange {
  readonly stream: string;
  readonly type: string;
  readonly record: { readonly space: string; readonly key: string; readonly value: Uint8Array };
  readonly blobs: readonly Uint8Array[];
  readonly staged?: readonly StagedBlob[];
  /** Whose blobs they are, apart from the stream's; absent: the stream's. */
  readonly scope?: string;
}

/** What statutes and rulings are kept in: records, their texts, and the answers of imports, all under one owner. */
export class KeptRecords {
  readonly #store: Store;
  readonly #owner: string;

  constructor(store: Store, owner: string) {
    this.#store = store;
    this.#owner = owner;
  }

  /** Every record of a space, in order of key. */
  async all(space: string): Promise<Uint8Array[]> {
    const values: Uint8Array[] = [];
    for (let after = ""; ; ) {
      const page = await this.#store.list(this.#owner, space, { limit: pageSize, ...(after && { after }) });
      for (const { value } of page) values.push(value);
      if (page.length < pageSize) return values;
      after = page.at(-1)?.key ?? "";
    }
  }

  /** Puts a change on disk as a whole. Errors: RUN_VERSION_STALE when another process did so at the same time. */
  async commit({ stream, type, record, blobs, staged = [], scope }: CorpusChange): Promise<void> {
    await this.#store.commit({
      owner: this.#owner,
      stream,
      expect: await this.#store.head(this.#owner, stream),
      events: [{ type, body: record.value }],
      ...(scope === undefined ? { blobs, staged } : { scopes: [{ scope, blobs, staged }] }),
      records: [record],
    });
  }

  /** Takes bytes in, for a later change or for nothing: whoever asked for them discards them. Errors: LIMIT_EXCEEDED above 64 MiB. */
  stage(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<StagedBlob> {
    return this.#store.stageBlob(this.#owner, pieces);
  }

  /** The bytes of a digest, checked against it on every read. */
  blob(digest: string): Promise<Uint8Array> {
    return this.#store.getBlob(this.#owner, digest);
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
