import type { DocRecord } from "../../../gen/pincite/vault/v1/doc_pb.ts";

/** Bytes of encoded records whose decoded ones are kept: some three times as many in memory. */
const keptBytesMax = 2 * 1024 * 1024;

/** Decoded records, the longest unused dropped first: the hits of a search are looked at several times each. */
export class RecentRecords {
  /** In order of last use, oldest first: a Map keeps the order of insertion. */
  readonly #kept = new Map<string, { readonly record: DocRecord; readonly sizeBytes: number }>();
  #sizeBytes = 0;

  get(docUid: string): DocRecord | undefined {
    const kept = this.#kept.get(docUid);
    if (kept === undefined) return undefined;
    this.#kept.delete(docUid);
    this.#kept.set(docUid, kept);
    return kept.record;
  }

  /** Keeps a record that is not kept yet. */
  add(docUid: string, record: DocRecord, sizeBytes: number): void {
    this.#kept.set(docUid, { record, sizeBytes });
    this.#sizeBytes += sizeBytes;
    for (const [oldest, old] of this.#kept) {
      if (this.#sizeBytes <= keptBytesMax) return;
      this.#kept.delete(oldest);
      this.#sizeBytes -= old.sizeBytes;
    }
  }
}
