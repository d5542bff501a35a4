import type { Checkpoint } from "../store/level/checkpoint.ts";
import { sealOf } from "../store/level/seal.ts";
import { moved, noTotals, resealed, rootBytes, type Totals } from "../store/level/totals.ts";
import { emptyHead } from "../store/store.ts";

/** Kinds of keys, and what each is counted as; all but these carry no count. */
const countOf: Readonly<Record<string, "commitCount" | "blobCount" | "idempotencyCount" | "recordCount">> = {
  c: "commitCount",
  l: "blobCount",
  q: "idempotencyCount",
  r: "recordCount",
  n: "recordCount",
  k: "recordCount",
  p: "recordCount",
  s: "recordCount",
  x: "recordCount",
  y: "recordCount",
};

/** What the totals of a store say of it, in words. */
const named = {
  commitCount: "records of commits",
  eventCount: "events",
  blobCount: "places of artifacts",
  idempotencyCount: "commands",
  recordCount: "derived records and list entries",
} as const;

/** Counts what was found, as the store counts what it has. */
export class Account {
  readonly #found: Totals = { ...noTotals };

  key(kind: string, value: Uint8Array): void {
    const name = countOf[kind];
    if (!name) return;
    this.#found[name] += 1n;
    this.#found.sealsSum = resealed(this.#found.sealsSum, undefined, sealOf(value));
  }

  stream(events: number, headHash: string): void {
    this.#found.eventCount += BigInt(events);
    this.#found.headsRoot = moved(this.#found.headsRoot, emptyHead.hash, headHash);
  }

  /** Whether the streams end where the newest word about them says, so that no stream can be longer than what is known of it. */
  hasAllHeads(stored: Totals | undefined, last: Checkpoint | undefined): boolean {
    if (!stored || !last) return false;
    const root = last.batch > stored.batch ? last.headsRoot : rootBytes(stored.headsRoot);
    return Buffer.compare(root, rootBytes(this.#found.headsRoot)) === 0;
  }

  /** What is missing by the store's own count and by its last checkpoint, a sentence each; none: it is all here. */
  missing(stored: Totals | undefined, last: Checkpoint | undefined): string[] {
    if (!stored) return ["the record of totals is lost: how much there was cannot be told"];
    const sentences: string[] = [];
    if (!last) sentences.push("there is no checkpoint to tell whether the newest commits are here");
    else if (last.batch > stored.batch)
      sentences.push(
        `the newest commits are lost: batch ${last.batch} had been acknowledged, what is here ends at ${stored.batch}`,
      );
    for (const [name, what] of Object.entries(named) as [keyof typeof named, string][])
      if (stored[name] !== this.#found[name])
        sentences.push(`${stored[name]} ${what} had been counted, ${this.#found[name]} were found`);
    if (sentences.length === 0 && (stored.sealsSum !== this.#found.sealsSum || !this.hasAllHeads(stored, last)))
      sentences.push("the numbers fit, and something is older than it was");
    return sentences;
  }
}
