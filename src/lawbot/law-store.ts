import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { type LawVersion, LawVersionSchema } from "../../gen/pincite/lawbot/v1/law_pb.ts";
import { type CanonicalText, CanonicalTextSchema } from "../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { IdempotencyState, Store } from "../store/store.ts";

/** Derived records: one LawVersion under each doc_uid. The events tell the same story in order. */
const space = "lawbot-version";
const eventType = "law-version-imported";
const pageSize = 1_000;

/** What LawBot keeps: for each version the imported bytes, the canonical text, and one event. */
export class LawStore {
  readonly #store: Store;
  readonly #owner: string;

  constructor(store: Store, owner: string) {
    this.#store = store;
    this.#owner = owner;
  }

  /** Every loaded version, in order of doc_uid. */
  async versions(): Promise<LawVersion[]> {
    const versions: LawVersion[] = [];
    for (let after = ""; ; ) {
      const page = await this.#store.list(this.#owner, space, { limit: pageSize, ...(after && { after }) });
      for (const { value } of page) versions.push(fromBinary(LawVersionSchema, value));
      if (page.length < pageSize) return versions;
      after = page.at(-1)?.key ?? "";
    }
  }

  /** Puts a version on disk as a whole: original, text, event, record. Errors: RUN_VERSION_STALE when another process did so at the same time. */
  async save(version: LawVersion, original: Uint8Array, text: Uint8Array): Promise<void> {
    const stream = `law/${version.lawId}`;
    const body = toBinary(LawVersionSchema, version);
    await this.#store.commit({
      owner: this.#owner,
      stream,
      expect: await this.#store.head(this.#owner, stream),
      events: [{ type: eventType, body }],
      blobs: [original, text],
      records: [{ space, key: version.docUid, value: body }],
    });
  }

  /** The canonical text of a version; its bytes are checked against their digest on every read. */
  async text(version: LawVersion): Promise<CanonicalText> {
    const bytes = await this.#store.getBlob(this.#owner, version.text?.digest ?? "");
    return fromBinary(CanonicalTextSchema, bytes);
  }

  answered(key: string): Promise<IdempotencyState | undefined> {
    return this.#store.idempotency(this.#owner, key);
  }

  /** Remembers the answer of an import under its idempotency key. */
  async answer(key: string, payloadDigest: string, answer: Uint8Array): Promise<void> {
    await this.#store.commit({ owner: this.#owner, idempotency: { key, payloadDigest, answer } });
  }
}
