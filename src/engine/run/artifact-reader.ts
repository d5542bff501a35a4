import { type DescMessage, fromBinary, type MessageShape } from "@bufbuild/protobuf";
import { Recent } from "#kit/recent.ts";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { NewArtifact } from "../../run/kernel.ts";
import { artifactLost, isNotFound } from "../../store/named-blob.ts";
import type { Store } from "../../store/store.ts";
import { EvidenceSets } from "./evidence-sets.ts";

/** What is known of an artifact: its bytes, the message they decode to, or both. */
interface Known {
  readonly sizeBytes: number;
  readonly bytes?: Uint8Array;
  readonly message?: MessageShape<DescMessage>;
}

/**
 * Memory for artifacts, in bytes. A decoded message takes some four times its encoding, and each artifact a kilobyte; the entries
 * of an evidence set keep their encoding beside them, which counts here as a fifth time for every message.
 */
const memoryMax = 64 * 1024 * 1024;
const memoryOf = ({ sizeBytes, bytes, message }: Known): number =>
  1024 + (bytes ? sizeBytes : 0) + (message ? 5 * sizeBytes : 0);

/** Reads artifacts as messages, hashed by the store; what was verified or written once is kept, and treated as immutable. */
export class ArtifactReader {
  readonly #store: Store;
  readonly #owner: string;
  readonly #known = new Recent<string, Known>(memoryMax, memoryOf);
  /** The evidence sets of runs. */
  readonly evidence: EvidenceSets = new EvidenceSets(this);

  readonly #isNamed: (digest: string) => Promise<boolean>;

  /** `isNamed` says of an artifact that is not there whether an event names it: then it is lost. */
  constructor(store: Store, owner: string, isNamed: (digest: string) => Promise<boolean> = async () => false) {
    this.#store = store;
    this.#owner = owner;
    this.#isNamed = isNamed;
  }

  /**
   * Keeps what was just committed, so that the next command need not read it back. Of a large one only its message is kept:
   * the evidence of a long run is needed, decoded, by every command after.
   */
  remember({ ref, bytes, message }: NewArtifact): void {
    if (bytes.length > 64 * 1024) {
      if (message) this.#known.set(ref.digest, { sizeBytes: bytes.length, message });
      return;
    }
    // Bytes of their own: small messages share memory with others that nobody needs any more.
    const own = { sizeBytes: bytes.length, bytes: bytes.slice() };
    this.#known.set(ref.digest, message ? { ...own, message } : own);
  }

  /** Lets go of everything: which of it only an erased run had is not known here. */
  forget(): void {
    this.#known.clear();
    this.evidence.forget();
  }

  /** The message under this reference if it is in memory; undefined: `read` has to look. */
  known<D extends DescMessage>(schema: D, ref: ArtifactRef): MessageShape<D> | undefined {
    const known = this.#known.get(ref.digest);
    // Equal bytes may be of two kinds, as those of all empty messages are.
    if (known?.message?.$typeName === schema.typeName) return known.message as MessageShape<D>;
    return known?.bytes && this.#decode(schema, ref, known.bytes, known);
  }

  /** The message under this reference. Errors: ARTIFACT_NOT_FOUND, DATA_LOSS. */
  async read<D extends DescMessage>(schema: D, ref: ArtifactRef): Promise<MessageShape<D>> {
    return this.known(schema, ref) ?? this.#decode(schema, ref, await this.bytes(ref.digest));
  }

  /** The message, or undefined where there is no reference. */
  async maybe<D extends DescMessage>(schema: D, ref: ArtifactRef | undefined): Promise<MessageShape<D> | undefined> {
    return ref ? this.read(schema, ref) : undefined;
  }

  /** The bytes as stored. Errors: ARTIFACT_NOT_FOUND, DATA_LOSS. */
  async bytes(digest: string): Promise<Uint8Array> {
    const known = this.#known.get(digest)?.bytes;
    if (known) return known;
    try {
      return await this.#store.getBlob(this.#owner, digest);
    } catch (error) {
      throw isNotFound(error) && (await this.#isNamed(digest)) ? artifactLost(digest, error) : error;
    }
  }

  #decode<D extends DescMessage>(schema: D, ref: ArtifactRef, bytes: Uint8Array, known?: Known): MessageShape<D> {
    if (ref.kind !== schema.typeName)
      throw new DomainError(
        "ARTIFACT_NOT_FOUND",
        worded("error.is-a-not-a", { refDigest: ref.digest, kind: ref.kind, typeName: schema.typeName }),
      );
    const message = fromBinary(schema, bytes);
    this.#known.set(ref.digest, { ...known, sizeBytes: bytes.length, message });
    return message;
  }
}
