import { fromBinary } from "@bufbuild/protobuf";
import { RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { Store } from "../../store/store.ts";
import { journalAfter } from "./mend-lists.ts";
import { recordedBy } from "./run-spaces.ts";

/** 64 bits of a digest: nobody meets another one by chance, and a million of them fit into some ten megabytes. */
const keptOf = (digest: string): bigint => BigInt(`0x${digest.slice(0, 16)}`);

/**
 * The digests of all artifacts that events of runs name. Asked only where the store knows nothing of one, so that what is lost is not taken for
 * what never was; the journal is read once for that, and then only what is new.
 */
export class NamedDigests {
  readonly #store: Store;
  readonly #owner: string;
  readonly #named = new Set<bigint>();
  #position = 0n;
  #reading: Promise<void> = Promise.resolve();

  constructor(store: Store, owner: string) {
    this.#store = store;
    this.#owner = owner;
  }

  /** Errors: DATA_LOSS where the journal cannot be read. */
  async has(digest: string): Promise<boolean> {
    this.#reading = this.#reading.catch(() => undefined).then(() => this.#read());
    await this.#reading;
    return this.#named.has(keptOf(digest));
  }

  async #read(): Promise<void> {
    for await (const { body, position } of journalAfter(this.#store, this.#owner, this.#position)) {
      for (const { ref } of recordedBy(fromBinary(RunEventSchema, body))) if (ref) this.#named.add(keptOf(ref.digest));
      this.#position = position;
    }
  }
}
