import { fromBinary } from "@bufbuild/protobuf";
import { Recent } from "#kit/recent.ts";
import { CanonicalTextSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { DocRecord } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { sha256 } from "../../sha256.ts";
import { openSource, type SpanSource } from "../../span/source.ts";
import { namedBlob } from "../../store/named-blob.ts";
import type { Store } from "../../store/store.ts";

/** Characters of text kept open, over all documents; folded text and index maps come on top for those quoted from. */
const charsMax = 16 * 1024 * 1024;

/**
 * Opened canonical texts, the ones used last kept. Opening means reading the blob (which checks its hash), decoding and
 * hashing the text; quotes of one memo come from few documents, so most calls find them open.
 */
export class Sources {
  readonly #store: Store;
  readonly #owner: string;
  readonly #open = new Recent<string, SpanSource>(charsMax, ({ text }) => text.length);

  constructor(store: Store, owner: string) {
    this.#store = store;
    this.#owner = owner;
  }

  /** The newest text of a record. Errors: `DATA_LOSS` when the stored bytes no longer say what was imported. */
  source({ detail }: DocRecord): Promise<SpanSource> {
    return this.text(detail?.canonicalText?.digest ?? "", detail?.summary?.sourceDigest ?? "");
  }

  /** A text by the digests of its artifact and of its words. Errors: `DATA_LOSS`, as for `source`. */
  async text(artifactDigest: string, sourceDigest: string): Promise<SpanSource> {
    const known = this.#open.get(artifactDigest);
    if (known !== undefined) return known;
    const source = await this.#load(artifactDigest);
    if (source.digest !== sourceDigest) throw damaged();
    this.#open.set(artifactDigest, source);
    return source;
  }

  /** Lets go of every text in memory. */
  forget(): void {
    this.#open.clear();
  }

  /** Stored bytes: a document as it was imported, by its id, or a text's artifact. Errors: `DATA_LOSS`. */
  stored(digest: string): Promise<Uint8Array> {
    return namedBlob(this.#store, this.#owner, digest);
  }

  /** The text of a record, or undefined when it can no longer be read: a damaged document costs itself, not an answer. */
  async readable(record: DocRecord): Promise<SpanSource | undefined> {
    try {
      return await this.source(record);
    } catch (error) {
      if (error instanceof DomainError && error.reason === "DATA_LOSS") return undefined;
      throw error;
    }
  }

  async #load(digest: string): Promise<SpanSource> {
    const bytes = await namedBlob(this.#store, this.#owner, digest);
    return openSource(fromBinary(CanonicalTextSchema, bytes), sha256);
  }
}

const damaged = (): DomainError =>
  new DomainError("DATA_LOSS", worded("source-error.a-stored-text-does-not-have-the-digest-under"));
