import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { Store } from "../../store/store.ts";

const space = "upload-claim";

/** Where each upload lies, for several servers over one store: its bytes are with the server that began it, and with no other. */
export class UploadClaims {
  readonly #store: Store;
  readonly #owner: string;
  readonly #replica: string;

  /** `replica`: what clients reach this server by. */
  constructor(store: Store, owner: string, replica: string) {
    this.#store = store;
    this.#owner = owner;
    this.#replica = replica;
  }

  /** Says that an upload lies here now. */
  async take(id: string): Promise<void> {
    await this.#set(id, new TextEncoder().encode(this.#replica));
  }

  /** Says that it lies nowhere any more. */
  async drop(id: string): Promise<void> {
    if ((await this.#placeOf(id)) === this.#replica) await this.#set(id, undefined);
  }

  /** Errors: UPLOAD_ELSEWHERE for an upload that another server has. */
  async refuseElsewhere(id: string): Promise<void> {
    const replica = await this.#placeOf(id);
    if (replica === undefined || replica === this.#replica) return;
    throw new DomainError("UPLOAD_ELSEWHERE", worded("source-error.the-upload-lies-at-another-server", { replica }), {
      uploadId: id,
      replica,
    });
  }

  async #placeOf(id: string): Promise<string | undefined> {
    const value = await this.#store.record(this.#owner, space, id);
    return value && new TextDecoder().decode(value);
  }

  async #set(key: string, value: Uint8Array | undefined): Promise<void> {
    await this.#store.commit({ owner: this.#owner, records: [{ space, key, value }] });
  }
}
