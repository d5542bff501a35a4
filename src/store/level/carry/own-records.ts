import type { NewLayout, OlderArtifact } from "./new-layout.ts";

/** Bytes of answers or artifacts that a record of the owner's own may hold here, where no commit says what belongs together. */
const recordBytes = 64 * 1024;

/** A record of the owner's own that is being filled. */
interface Filling {
  readonly owner: string;
  readonly number: number;
  readonly artifacts: Map<string, OlderArtifact>;
  readonly answers: { key: string; answer: Uint8Array }[];
  bytes: number;
}

/** Puts what belongs to no stream into records of the owner's own, many things in each. */
export class OwnRecords {
  readonly #layout: NewLayout;
  #filling: Filling | undefined;

  constructor(layout: NewLayout) {
    this.#layout = layout;
  }

  addArtifact(owner: string, digest: string, artifact: OlderArtifact): void {
    this.#withRoom(owner, "bytes" in artifact ? artifact.bytes.length : 0).artifacts.set(digest, artifact);
  }

  /** Gives where the answer is. */
  addAnswer(owner: string, key: string, answer: Uint8Array) {
    const { number, answers } = this.#withRoom(owner, answer.length);
    answers.push({ key, answer });
    return { scope: "", number, index: answers.length - 1 };
  }

  /** Writes the record that is being filled. */
  end(): void {
    const filling = this.#filling;
    this.#filling = undefined;
    if (!filling) return;
    const { owner, number, artifacts, answers } = filling;
    this.#layout.record(owner, "", number, { events: [], firstPosition: 0n, answers }, artifacts);
  }

  /** The owner's own record with room for so much; the one before is written when it is full or another owner's. */
  #withRoom(owner: string, bytes: number): Filling {
    const known = this.#filling;
    if (known?.owner === owner && known.bytes + bytes <= recordBytes) {
      known.bytes += bytes;
      return known;
    }
    this.end();
    const number = this.#layout.place(owner).ownNumber + 1;
    this.#layout.setPlace(owner, { ownNumber: number });
    this.#filling = { owner, number, artifacts: new Map(), answers: [], bytes };
    return this.#filling;
  }
}
