import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { type RunEvent, RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { accessStream } from "../engine/run/erased.ts";
import { DomainError } from "../error.ts";
import { emptyHead, type Head, type IdempotencyChange, type Store } from "../store/store.ts";
import { Relations } from "./relations.ts";

const eventsAtOnce = 1_000;
/** Another process may get in between so often before something else is wrong. */
const racesMax = 5;

/** The journal of who was let in: a stream of the runs' store, folded at its head by whoever asks. */
export class RelationJournal {
  readonly #store: Store;
  readonly #owner: string;
  readonly #relations = new Relations();
  readonly #listeners = new Set<() => void>();
  #head: Head = emptyHead;
  #reading: Promise<unknown> = Promise.resolve();
  #writing: Promise<unknown> = Promise.resolve();

  constructor(store: Store, owner: string) {
    this.#store = store;
    this.#owner = owner;
  }

  /** The relations as the store has them now, whoever wrote them. Errors: those of the store. */
  async current(): Promise<Relations> {
    const { seq } = await this.#store.head(this.#owner, accessStream);
    if (seq > this.#head.seq) {
      const next = () => this.#read();
      this.#reading = this.#reading.then(next, next);
      await this.#reading;
    }
    return this.#relations;
  }

  /**
   * Writes what `decide` says of the relations as they stand: an event, or none. Gives whether there was one. With an answer to be kept under
   * the caller's key. Errors: those of `decide` and of Store.commit.
   */
  write(
    decide: (relations: Relations) => RunEvent | undefined | Promise<RunEvent | undefined>,
    answered?: (changed: boolean) => IdempotencyChange,
  ): Promise<boolean> {
    // One after another: whoever is let in or begins a strand in this process waits for the others, and races with other processes alone.
    const next = () => this.#write(decide, answered);
    const written = this.#writing.then(next, next);
    this.#writing = written;
    return written;
  }

  async #write(
    decide: (relations: Relations) => RunEvent | undefined | Promise<RunEvent | undefined>,
    answered?: (changed: boolean) => IdempotencyChange,
  ): Promise<boolean> {
    for (let race = 1; ; race++) {
      const relations = await this.current();
      const expect = this.#head;
      const event = await decide(relations);
      const told = event && { type: event.event.case ?? "", body: toBinary(RunEventSchema, event) };
      try {
        await this.#store.commit({
          owner: this.#owner,
          ...(told ? { stream: accessStream, expect, events: [told] } : {}),
          ...(answered ? { idempotency: answered(event !== undefined) } : {}),
        });
        await this.current();
        return event !== undefined;
      } catch (error) {
        if (!(error instanceof DomainError) || error.reason !== "RUN_VERSION_STALE" || race >= racesMax) throw error;
      }
    }
  }

  /** Calls back when this process has read something new. Gives the way to stop. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #read(): Promise<void> {
    const before = this.#head.seq;
    for (;;) {
      const range = { fromSeq: this.#head.seq + 1, limit: eventsAtOnce };
      const events = await this.#store.read(this.#owner, accessStream, range);
      for (const { seq, hash, body } of events) {
        this.#relations.take(fromBinary(RunEventSchema, body));
        this.#head = { seq, hash };
      }
      if (events.length < eventsAtOnce) break;
    }
    if (this.#head.seq > before) for (const listener of this.#listeners) listener();
  }
}
