import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import { VaultNodeSchema } from "../../../gen/pincite/vault/v1/vault_node_pb.ts";
import type { Store } from "../../store/store.ts";

/** One VaultNode under the name of each server. */
const space = "vault-node";
/** A server that said nothing for so long is taken to be gone. Each says it every five seconds. */
const livesMs = 20_000;
/** Most servers that are looked at. */
const nodesMax = 100;

/** The servers over one store that live: each says so there itself. Nothing is decided by it but which caches are kept. */
export class LivingNodes {
  readonly #store: Store;
  readonly #owner: string;
  readonly #clock: { now(): number };
  /** Name of this server. */
  readonly own: string;

  /** `own`: what clients reach this server by, by which others tell it from themselves. */
  constructor(store: Store, owner: string, own: string, clock: { now(): number }) {
    this.#store = store;
    this.#owner = owner;
    this.own = own;
    this.#clock = clock;
  }

  /** Says that this server lives, and gives the names of all that do, in order of name. Errors: those of the store. */
  async beat(): Promise<readonly string[]> {
    const now = this.#clock.now();
    const known = await this.#store.list(this.#owner, space, { limit: nodesMax });
    const expires = ({ value }: { readonly value: Uint8Array }): number => {
      const { expireTime } = fromBinary(VaultNodeSchema, value);
      return expireTime ? timestampMs(expireTime) : 0;
    };
    const others = known.filter(({ key }) => key !== this.own);
    const value = toBinary(VaultNodeSchema, create(VaultNodeSchema, { expireTime: timestampFromMs(now + livesMs) }));
    await this.#store.commit({
      owner: this.#owner,
      records: [
        { space, key: this.own, value },
        ...others.filter((one) => expires(one) <= now).map(({ key }) => ({ space, key, value: undefined })),
      ],
    });
    return [this.own, ...others.filter((one) => expires(one) > now).map(({ key }) => key)].sort();
  }

  /** Says that it is gone. Errors: those of the store. */
  async leave(): Promise<void> {
    await this.#store.commit({ owner: this.#owner, records: [{ space, key: this.own, value: undefined }] });
  }
}
