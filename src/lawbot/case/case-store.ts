import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { type Ruling, RulingSchema } from "../../../gen/pincite/lawbot/v1/case_law_pb.ts";
import { type CanonicalText, CanonicalTextSchema } from "../../../gen/pincite/span/v1/canonical_text_pb.ts";
import type { IdempotencyState, Store } from "../../store/store.ts";

/** Derived records: one Ruling under each ECLI. Statutes are kept in other spaces and streams. */
const space = "lawbot-ruling";
const pageSize = 1_000;

/** What LawBot keeps of case law: for each ruling the imported bytes, the canonical text, and one event. */
export class CaseStore {
  readonly #store: Store;
  readonly #owner: string;

  constructor(store: Store, owner: string) {
    this.#store = store;
    this.#owner = owner;
  }

  /** Every loaded ruling, in order of ECLI. */
  async rulings(): Promise<Ruling[]> {
    const rulings: Ruling[] = [];
    for (let after = ""; ; ) {
      const page = await this.#store.list(this.#owner, space, { limit: pageSize, ...(after && { after }) });
      for (const { value } of page) rulings.push(fromBinary(RulingSchema, value));
      if (page.length < pageSize) return rulings;
      after = page.at(-1)?.key ?? "";
    }
  }

  /** Puts a ruling on disk as a whole. Errors: RUN_VERSION_STALE when another process did so at the same time. */
  async save(ruling: Ruling, original: Uint8Array, text: Uint8Array): Promise<void> {
    const stream = `case/${ruling.ecli}`;
    const body = toBinary(RulingSchema, ruling);
    await this.#store.commit({
      owner: this.#owner,
      stream,
      expect: await this.#store.head(this.#owner, stream),
      events: [{ type: "ruling-imported", body }],
      blobs: [original, text],
      records: [{ space, key: ruling.ecli, value: body }],
    });
  }

  /** The canonical text of a ruling; its bytes are checked against their digest on every read. */
  async text(ruling: Ruling): Promise<CanonicalText> {
    return fromBinary(CanonicalTextSchema, await this.#store.getBlob(this.#owner, ruling.text?.digest ?? ""));
  }

  answered(key: string): Promise<IdempotencyState | undefined> {
    return this.#store.idempotency(this.#owner, key);
  }

  /** Remembers the answer of an import under its idempotency key. */
  async answer(key: string, payloadDigest: string, answer: Uint8Array): Promise<void> {
    await this.#store.commit({ owner: this.#owner, idempotency: { key, payloadDigest, answer } });
  }
}
