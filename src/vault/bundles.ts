import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { type Bundle, BundleCreatedSchema, BundleSchema } from "../../gen/pincite/vault/v1/vault_bundle_service_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import { emptyHead, type Head, type Store } from "../store/store.ts";

/** One stream for all bundles of an owner. Its name is none a strand can have. */
const stream = "vault-bundles";
const createdType = "BundleCreated";
const eventsPerRead = 500;

/** Bundles of one owner: a fold of their journal, read when first asked for and caught up at every call. */
export class Bundles {
  readonly #store: Store;
  readonly #owner: string;
  readonly #bundles = new Map<string, Bundle>();
  readonly #hides: (strandId: string) => boolean;
  #head: Head = emptyHead;
  #reading: Promise<void> = Promise.resolve();

  constructor(store: Store, owner: string, hides: (strandId: string) => boolean = () => false) {
    this.#store = store;
    this.#owner = owner;
    this.#hides = hides;
  }

  /** A bundle that was offered to the strand. Errors: `EVIDENCE_NOT_FOUND`, the same whether it exists or not. */
  async offeredTo(strandId: string, bundleUid: string): Promise<Bundle> {
    await this.#catchUp();
    const bundle = this.#bundles.get(bundleUid);
    if (bundle?.offeredStrandIds.includes(strandId) && !this.#hides(strandId)) return bundle;
    throw new DomainError(
      "EVIDENCE_NOT_FOUND",
      worded("source-error.no-bundle-of-this-name-was-offered-to-strand", { strandId }),
      { bundleUid: bundleUid.slice(0, 128), strandId },
    );
  }

  /** Makes a bundle; the same one again changes nothing. Errors: `ALREADY_EXISTS` for another one of this name. */
  async create(wanted: Bundle): Promise<Bundle> {
    await this.#catchUp();
    const known = this.#bundles.get(wanted.bundleUid);
    if (known !== undefined && isSame(known, wanted)) return known;
    if (known !== undefined) {
      throw new DomainError("ALREADY_EXISTS", worded("source-error.another-bundle-has-this-name-choose-another"), {
        bundleUid: wanted.bundleUid,
      });
    }
    const body = toBinary(BundleCreatedSchema, create(BundleCreatedSchema, { bundle: wanted }));
    await this.#store.commit({ owner: this.#owner, stream, expect: this.#head, events: [{ type: createdType, body }] });
    await this.#catchUp();
    return wanted;
  }

  #catchUp(): Promise<void> {
    this.#reading = this.#reading.then(
      () => this.#read(),
      () => this.#read(),
    );
    return this.#reading;
  }

  async #read(): Promise<void> {
    for (;;) {
      const events = await this.#store.read(this.#owner, stream, { fromSeq: this.#head.seq + 1, limit: eventsPerRead });
      for (const event of events) {
        const { bundle } = fromBinary(BundleCreatedSchema, event.body);
        if (event.type === createdType && bundle !== undefined) this.#bundles.set(bundle.bundleUid, bundle);
        this.#head = { seq: event.seq, hash: event.hash };
      }
      if (events.length < eventsPerRead) return;
    }
  }
}

const isSame = (a: Bundle, b: Bundle): boolean =>
  Buffer.compare(toBinary(BundleSchema, a), toBinary(BundleSchema, b)) === 0;
