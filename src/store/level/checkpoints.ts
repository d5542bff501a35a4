import type { CheckpointSigner } from "../checkpoint-signer.ts";
import { checkpointOf, Moved, signCheckpoint } from "./checkpoint.ts";
import type { CheckpointFile } from "./checkpoint-file.ts";
import type { Totals } from "./totals.ts";

/** Takes a checkpoint when something changed since the last one; one at a time. */
export class Checkpoints {
  readonly moved = new Moved();
  /** Number of the last one on disk. */
  number: bigint;
  #batch = -1n;
  #writing: Promise<void> = Promise.resolve();
  readonly #file: CheckpointFile;
  readonly #clock: { now(): number };
  readonly #signer: CheckpointSigner | undefined;

  constructor(file: CheckpointFile, number: bigint, clock: { now(): number }, signer: CheckpointSigner | undefined) {
    this.#file = file;
    this.number = number;
    this.#clock = clock;
    this.#signer = signer;
  }

  /** Resolves when it is on disk. `totals` is asked for once the one before is done. Throws the file system's own error. */
  take(totals: () => Totals): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write(totals()));
    return this.#writing;
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  async #write(totals: Totals): Promise<void> {
    if (totals.batch === this.#batch) return;
    const checkpoint = checkpointOf(this.number + 1n, totals, this.moved, this.#clock.now());
    this.#batch = totals.batch;
    this.moved.clear();
    await this.#file.append(await signCheckpoint(checkpoint, this.#signer));
    this.number = checkpoint.number;
  }
}
