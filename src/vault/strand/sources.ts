import { fromBinary } from "@bufbuild/protobuf";
import { CanonicalTextSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { DocRecord } from "../../../gen/pincite/vault/v1/doc_pb.ts";
import { DomainError } from "../../error.ts";
import { sha256 } from "../../sha256.ts";
import { openSource, type SpanSource } from "../../span/source.ts";
import type { Store } from "../../store/store.ts";

/** Characters of text kept open, over all documents; folded text and index maps come on top for those quoted from. */
const charsMax = 16 * 1024 * 1024;

/**
 * Opened canonical texts, the ones used last kept. Opening means reading the blob (which checks its hash), decoding and
 * hashing the text; quotes of one memo come from few documents, so most calls find them open.
 */
export class Sources {
  private readonly store: Store;
  private readonly owner: string;
  /** In order of last use, oldest first: a Map keeps the order of insertion. */
  private readonly open = new Map<string, SpanSource>();
  private chars = 0;

  constructor(store: Store, owner: string) {
    this.store = store;
    this.owner = owner;
  }

  /** The text of a record. Errors: `DATA_LOSS` when the stored bytes no longer say what was imported. */
  async source(record: DocRecord): Promise<SpanSource> {
    const digest = record.detail?.canonicalText?.digest ?? "";
    const known = this.open.get(digest);
    if (known !== undefined) {
      this.open.delete(digest);
      this.open.set(digest, known);
      return known;
    }
    const source = await this.load(digest);
    if (source.digest !== record.detail?.summary?.sourceDigest) throw damaged();
    if (!this.open.has(digest)) this.keep(digest, source);
    return source;
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

  private async load(digest: string): Promise<SpanSource> {
    const bytes = await this.store.getBlob(this.owner, digest);
    return openSource(fromBinary(CanonicalTextSchema, bytes), sha256);
  }

  private keep(digest: string, source: SpanSource): void {
    this.open.set(digest, source);
    this.chars += source.text.length;
    for (const [oldest, old] of this.open) {
      if (this.chars <= charsMax || oldest === digest) return;
      this.open.delete(oldest);
      this.chars -= old.text.length;
    }
  }
}

const damaged = (): DomainError =>
  new DomainError(
    "DATA_LOSS",
    "a stored text does not have the digest under which it was imported; run the store's verification",
  );
