import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { type RunEvent, RunEventSchema } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import { accessLogStream } from "../engine/run/erased.ts";
import { emptyHead, type Head, type RecordChange, type Store } from "../store/store.ts";

/** An event with its number, from 1 through all streams. */
export interface Numbered {
  readonly number: number;
  readonly event: RunEvent;
}

/** A stream takes 50,000 events; the next begins before that. */
const eventsPerStream = 40_000;

/** Events that are only ever appended, through as many streams as they fill, numbered as though they were one. */
export class LogStreams {
  readonly #store: Store;
  readonly #owner: string;
  readonly #perStream: number;
  #stream = 1;
  #head: Head = emptyHead;

  constructor(store: Store, owner: string, perStream = eventsPerStream) {
    this.#store = store;
    this.#owner = owner;
    this.#perStream = perStream;
  }

  /** The number of the last event; 0: there is none. */
  async end(): Promise<number> {
    for (;;) {
      this.#head = await this.#store.head(this.#owner, accessLogStream(this.#stream));
      if (this.#head.seq < this.#perStream) return (this.#stream - 1) * this.#perStream + this.#head.seq;
      this.#stream++;
    }
  }

  /** The events from a number on, so many or all there are. Errors: those of the store. */
  async read(from: number, count: number): Promise<Numbered[]> {
    const found: Numbered[] = [];
    while (found.length < count) {
      const at = from + found.length - 1;
      const [stream, fromSeq] = [Math.floor(at / this.#perStream) + 1, (at % this.#perStream) + 1];
      const limit = Math.min(count - found.length, this.#perStream - fromSeq + 1);
      const stored = await this.#store.read(this.#owner, accessLogStream(stream), { fromSeq, limit });
      for (const { body } of stored)
        found.push({ number: from + found.length, event: fromBinary(RunEventSchema, body) });
      if (stored.length < limit) break;
    }
    return found;
  }

  /** How many events go behind the last that `end` knew in one commit. */
  get room(): number {
    return this.#perStream - this.#head.seq;
  }

  /** Appends behind the last event that `end` knew. Errors: RUN_VERSION_STALE where somebody else did since; those of the store. */
  async append(events: readonly RunEvent[], records: readonly RecordChange[]): Promise<void> {
    const { head } = await this.#store.commit({
      owner: this.#owner,
      stream: accessLogStream(this.#stream),
      expect: this.#head,
      events: events.map((event) => ({ type: event.event.case ?? "", body: toBinary(RunEventSchema, event) })),
      records,
    });
    this.#head = head;
  }
}
