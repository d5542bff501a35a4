import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import {
  type Checkpoint,
  CheckpointSchema,
  type SignedCheckpoint,
  SignedCheckpointSchema,
} from "../../gen/pincite/journal/v1/record_pb.ts";
import { DomainError } from "../error.ts";
import { worded } from "../messages/said.ts";
import type { CheckpointSigner } from "../store/checkpoint-signer.ts";
import type { AnchorPlace } from "./port.ts";

/** What an anchor is opened with. */
export interface AnchorParts {
  /** Name of the store: runs, vault or law. */
  readonly store: string;
  readonly signer: Required<CheckpointSigner>;
  readonly places: readonly AnchorPlace[];
  readonly clock: { now(): number };
  /** Told when a place could not be written; the store goes on. */
  readonly onFailure: (cause: unknown) => void;
}

/** So often an anchor is written while its store is written to; a rollback of less shows to whoever holds a version of a run. */
const everyMs = 5_000;

/**
 * Holds a store to the last checkpoint that was kept outside it. It stands in the place of the store's signer: every checkpoint
 * that the store writes or reads at opening passes there, so the store knows nothing of anchors. One is noted when the next is
 * signed, since it is on disk by then: an anchor is never ahead of its store.
 */
export class StoreAnchor {
  /** For the store, in place of the installation's own. */
  readonly signer: CheckpointSigner;
  /** The newest checkpoint that any place keeps; undefined: none does. */
  readonly known: Checkpoint | undefined;
  /** How many places keep something that cannot be read, or that this installation's key did not sign although it says so. */
  readonly damaged: number;
  readonly #parts: AnchorParts;
  /** Checkpoints that the store showed at opening, by number, as bytes. */
  readonly #shown = new Map<bigint, Uint8Array>();
  /** The checkpoint that was signed last, which may not be on disk yet. */
  #signed: SignedCheckpoint | undefined;
  #isHeld = false;
  #writtenMs = Number.NEGATIVE_INFINITY;
  #writing: Promise<void> = Promise.resolve();

  private constructor(parts: AnchorParts, known: SignedCheckpoint | undefined, damaged: number) {
    this.#parts = parts;
    this.damaged = damaged;
    this.known = known && fromBinary(CheckpointSchema, known.checkpoint);
    const { signer } = parts;
    this.signer = {
      keyId: signer.keyId,
      sign: async (bytes) => {
        const signature = await signer.sign(bytes);
        this.#note(create(SignedCheckpointSchema, { checkpoint: bytes, keyId: signer.keyId, signature }));
        return signature;
      },
      verify: async (keyId, bytes, signature) => {
        const isOwn = await signer.verify(keyId, bytes, signature);
        if (isOwn) this.#shown.set(fromBinary(CheckpointSchema, bytes).number, bytes);
        return isOwn;
      },
    };
  }

  /**
   * Reads what the places keep. What another key signed is another installation's, which lay here before, and says nothing
   * of this one.
   */
  static async open(parts: AnchorParts): Promise<StoreAnchor> {
    const entries = await Promise.all(parts.places.map((place) => place.read(parts.store)));
    let newest: SignedCheckpoint | undefined;
    let damaged = 0;
    for (const entry of entries) {
      const signed = entry && (await ownEntry(entry, parts.signer));
      if (signed === "damaged") damaged++;
      else if (signed && (!newest || numberOf(signed) > numberOf(newest))) newest = signed;
    }
    return new StoreAnchor(parts, newest, damaged);
  }

  /** When the newest kept checkpoint was taken, in milliseconds; 0: there is none. */
  get seenMs(): number {
    return this.known?.createTime ? timestampMs(this.known.createTime) : 0;
  }

  /** Refuses a store that was here and is gone: call before it is opened, which would make an empty one. Errors: DATA_LOSS. */
  requirePresent(isThere: boolean): void {
    if (isThere || !this.known || this.known.batch === 0n) return;
    throw this.#refused(`is gone and is known to have been written to (events: ${this.known.eventCount})`);
  }

  /** Refuses an opened store that is older than its anchor, or another copy of it. Errors: DATA_LOSS. */
  requireNewest(): void {
    const { known } = this;
    if (!known) return;
    const last = this.newestShown();
    if (last < known.number)
      throw this.#refused(`ends at checkpoint ${last}, and checkpoint ${known.number} was kept outside it`);
    const same = this.#shown.get(known.number);
    if (same && Buffer.compare(same, toBinary(CheckpointSchema, known)) !== 0)
      throw this.#refused(`has another checkpoint ${known.number} than the one that was kept outside it`);
  }

  /** From here on the store is taken for what it is, and its checkpoints are kept. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Keeps the last checkpoint; call when the store is closed. */
  async end(): Promise<void> {
    await this.#writing;
    if (this.#isHeld && this.#signed) await this.#write(this.#signed);
  }

  /** Whether a store that was opened holds something and nothing readable was kept of it: an older copy in its place would not show. */
  get isUnknown(): boolean {
    return this.known === undefined && this.newestShown() > 0n;
  }

  /** Number of the newest checkpoint that the store showed at opening; 0: none. */
  newestShown(): bigint {
    return [...this.#shown.keys()].reduce((most, number) => (number > most ? number : most), 0n);
  }

  /** Keeps the newest checkpoint that the store showed, whatever the places say: a person accepted the store as it is. */
  async accept(): Promise<void> {
    const bytes = this.#shown.get(this.newestShown()) ?? toBinary(CheckpointSchema, create(CheckpointSchema));
    const { signer, places, store } = this.#parts;
    const signed = { checkpoint: bytes, keyId: signer.keyId, signature: await signer.sign(bytes) };
    const entry = toBinary(SignedCheckpointSchema, create(SignedCheckpointSchema, signed));
    for (const place of places) await place.write(store, entry);
  }

  #note(next: SignedCheckpoint): void {
    const before = this.#signed;
    this.#signed = next;
    const nowMs = this.#parts.clock.now();
    if (!this.#isHeld || !before || nowMs - this.#writtenMs < everyMs) return;
    this.#writtenMs = nowMs;
    this.#writing = this.#writing.then(() => this.#write(before));
  }

  /** A place that cannot be written makes the store no worse than it was; the log says so. */
  async #write(signed: SignedCheckpoint): Promise<void> {
    const entry = toBinary(SignedCheckpointSchema, signed);
    for (const place of this.#parts.places)
      await place.write(this.#parts.store, entry).catch((error: unknown) => this.#parts.onFailure(error));
  }

  #refused(what: string): DomainError {
    const when = this.seenMs > 0 ? ` (${new Date(this.seenMs).toISOString()})` : "";
    return new DomainError(
      "DATA_LOSS",
      worded("keeping-error.the-store-it-is-an-older-copy-or-was-taken", { store: this.#parts.store, what, when }),
      { store: this.#parts.store },
    );
  }
}

const numberOf = ({ checkpoint }: SignedCheckpoint): bigint => fromBinary(CheckpointSchema, checkpoint).number;

const ownEntry = async (
  entry: Uint8Array,
  { keyId, verify }: Required<CheckpointSigner>,
): Promise<SignedCheckpoint | "damaged" | undefined> => {
  try {
    const signed = fromBinary(SignedCheckpointSchema, entry);
    if (await verify(signed.keyId, signed.checkpoint, signed.signature)) return signed;
    return signed.keyId === keyId || signed.checkpoint.length === 0 ? "damaged" : undefined;
  } catch {
    // What cannot be read keeps nobody from opening a store that is whole; it is told and written anew.
    return "damaged";
  }
};
