import type { Operation } from "../ordered-map.ts";
import { storeClosed, storeFailed } from "../refusals.ts";
import type { BatchPlan } from "./plan/batch-plan.ts";

/** Most commits and bytes of one batch. More gains nothing over the cost of its fsync, and holds back those behind. */
const commitsMax = 1_024;
const bytesMax = 8 * 1024 * 1024;

interface Waiting {
  readonly plan: (batch: BatchPlan) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** The target of the committer: the store behind it, seen as three steps of a batch. */
export interface BatchTarget {
  begin(): BatchPlan;
  /** Resolves when the operations are on disk, all of them. */
  write(operations: readonly Operation[]): Promise<void>;
  /** The batch is durable: remember heads, tell watchers. */
  done(batch: BatchPlan): void;
  /** The first write error; nothing is written any more. */
  failed(cause: unknown): void;
}

/**
 * The only writer. One batch is in flight; commits that arrive meanwhile wait and go into the next one together, because the
 * fsync costs the same for one commit as for a thousand. No caller learns the outcome of a commit, not even a refusal, before
 * its batch is on disk: a refusal may rest on a neighbour that is not durable yet.
 */
export class Committer {
  readonly #target: BatchTarget;
  #waiting: Waiting[] = [];
  #running = false;
  #ended: Error | undefined;
  #idleWaiters: (() => void)[] = [];

  constructor(target: BatchTarget) {
    this.#target = target;
  }

  /** Runs `plan` in the next batch and gives what it returned, once that is durable. An error that it throws is the refusal. */
  submit<T>(plan: (batch: BatchPlan) => T): Promise<T> {
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ plan, resolve: resolve as Waiting["resolve"], reject });
      this.#schedule();
    });
  }

  /** Takes nothing more; resolves when what was taken is settled. */
  async drain(): Promise<void> {
    this.#ended ??= storeClosed();
    if (this.#running) await new Promise<void>((resolve) => this.#idleWaiters.push(resolve));
  }

  /** After a write error, here or at the checkpoint: everything waiting and everything later is refused. */
  stop(cause: unknown): void {
    this.#ended = storeFailed(cause);
    for (const { reject } of this.#waiting) reject(this.#ended);
    this.#waiting = [];
  }

  #schedule(): void {
    if (this.#running) return;
    this.#running = true;
    // One turn of the loop: whoever is about to commit in this turn comes along.
    setImmediate(() => void this.#run());
  }

  async #run(): Promise<void> {
    const batch = this.#target.begin();
    const taken = this.#take(batch);
    try {
      const operations = batch.finish();
      if (operations.length > 0) {
        await this.#target.write(operations);
        this.#target.done(batch);
      }
    } catch (error) {
      return this.#fail(error, taken);
    }
    for (const settle of taken.settle) settle();
    this.#next();
  }

  #take(batch: BatchPlan) {
    const settle: (() => void)[] = [];
    const taken: Waiting[] = [];
    for (const waiting of this.#waiting) {
      if (taken.length === commitsMax || batch.bytes >= bytesMax) break;
      taken.push(waiting);
      settle.push(planned(waiting, batch));
    }
    this.#waiting = this.#waiting.slice(taken.length);
    return { settle, taken };
  }

  #next(): void {
    this.#running = false;
    if (this.#waiting.length > 0) this.#schedule();
    else for (const idle of this.#idleWaiters.splice(0)) idle();
  }

  #fail(error: unknown, { taken }: { taken: readonly Waiting[] }): void {
    this.stop(error);
    for (const { reject } of taken) reject(this.#ended);
    this.#target.failed(error);
    this.#next();
  }
}

const planned = ({ plan, resolve, reject }: Waiting, batch: BatchPlan): (() => void) => {
  try {
    const value = plan(batch);
    return () => resolve(value);
  } catch (refusal) {
    return () => reject(refusal);
  }
};
