import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { DomainError } from "../error.ts";
import type { NewArtifact } from "../run/kernel.ts";
import type { Store } from "../store/store.ts";
import { LruMap } from "./lru-map.ts";

/**
 * Reads artifacts as messages. The store hashes what it reads; what was verified or written once is kept decoded, and
 * treated as immutable by everybody.
 */
export class ArtifactReader {
  readonly #store: Store;
  readonly #owner: string;
  readonly #bytes = new LruMap<string, Uint8Array>(5_000);
  readonly #decoded = new LruMap<string, unknown>(5_000);

  constructor(store: Store, owner: string) {
    this.#store = store;
    this.#owner = owner;
  }

  /** Keeps what was just committed, so that the next command need not read it back. Large ones are not kept. */
  remember({ ref, bytes }: NewArtifact): void {
    if (bytes.length <= 64 * 1024) this.#bytes.set(ref.digest, bytes);
  }

  /** The message under this reference. Errors: ARTIFACT_NOT_FOUND, DATA_LOSS. */
  async read<D extends DescMessage>(schema: D, ref: ArtifactRef): Promise<MessageShape<D>> {
    const known = this.#decoded.get(ref.digest);
    if (known) return known as MessageShape<D>;
    if (ref.kind !== schema.typeName)
      throw new DomainError("ARTIFACT_NOT_FOUND", `${ref.digest} is a ${ref.kind}, not a ${schema.typeName}.`);
    const message = fromBinary(schema, await this.bytes(ref.digest));
    this.#decoded.set(ref.digest, message);
    return message;
  }

  /** The message, or undefined where there is no reference. */
  async maybe<D extends DescMessage>(schema: D, ref: ArtifactRef | undefined): Promise<MessageShape<D> | undefined> {
    return ref ? this.read(schema, ref) : undefined;
  }

  /** The bytes as stored. Errors: ARTIFACT_NOT_FOUND, DATA_LOSS. */
  async bytes(digest: string): Promise<Uint8Array> {
    return this.#bytes.get(digest) ?? (await this.#store.getBlob(this.#owner, digest));
  }
}
