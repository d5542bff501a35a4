import { fromBinary, type Registry } from "@bufbuild/protobuf";
import { RunEventSchema } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { sha256Hex } from "../../sha256.ts";
import type { Commit, Committed, Store } from "../../store/store.ts";
import { type Difference, differenceOf } from "./difference.ts";
import type { RecordedEvent, RunRecording } from "./recording.ts";

/**
 * The journal of a replay: holds every event against the record before it lets it be committed. What differs is kept and
 * refused, and so is everything after it: what comes of a wrong event tells nothing.
 */
export class ReplayJournal {
  readonly #scratch: Store;
  readonly #recording: RunRecording;
  readonly #kinds: Registry;
  #derived = 0;
  #generation = 0;
  /** Whether a server that has just started mends what the one before it left. */
  #mending = false;
  #difference: Difference | undefined;
  #wake: (() => void)[] = [];

  constructor(scratch: Store, recording: RunRecording, kinds: Registry) {
    this.#scratch = scratch;
    this.#recording = recording;
    this.#kinds = kinds;
  }

  /** How many events were derived. */
  get derived(): number {
    return this.#derived;
  }

  get difference(): Difference | undefined {
    return this.#difference;
  }

  /** The next event of the record; undefined: all are derived. */
  get next(): RecordedEvent | undefined {
    return this.#recording.events[this.#derived];
  }

  /** Resolves when the journal has this many events, or comes to a difference; at once where it has. */
  async reaches(count: number): Promise<void> {
    while (this.#derived < count && !this.#difference) await new Promise<void>((resolve) => this.#wake.push(resolve));
  }

  /** Nothing more comes of the record from here on: why, where it is no difference of bytes. */
  stopAt(difference: Difference): void {
    this.#difference ??= difference;
    this.#announce();
  }

  /** Says whether a server mends what the one before it left; until one does, no other commit is made in its place. */
  set mending(mending: boolean) {
    this.#mending = mending;
  }

  get mending(): boolean {
    return this.#mending;
  }

  /** A server's view of the journal. With the next one, the commits of those before never happen, as after a kill. */
  open(): Store {
    this.#generation += 1;
    const generation = this.#generation;
    const commit = (change: Commit): Promise<Committed> =>
      generation === this.#generation && !this.#isCut(change) ? this.#commit(change) : new Promise(() => undefined);
    return new Proxy(this.#scratch, {
      get: (store, name) => {
        if (name === "commit") return commit;
        const member = Reflect.get(store, name, store) as unknown;
        return typeof member === "function" ? member.bind(store) : member;
      },
    });
  }

  /** A commit that the server which made the record did not live to make: recovery is what comes next. */
  #isCut({ events = [] }: Commit): boolean {
    return events.length > 0 && !this.#mending && this.next !== undefined && isRecovery(this.next);
  }

  async #commit(change: Commit): Promise<Committed> {
    const ours = change.stream === this.#recording.runId ? (change.events ?? []) : [];
    if (ours.length > 0) this.#hold(change, ours);
    const committed = await this.#scratch.commit(change);
    this.#derived += ours.length;
    if (ours.length > 0) this.#announce();
    return committed;
  }

  #hold(change: Commit, ours: NonNullable<Commit["events"]>): void {
    const blobs = new Map((change.blobs ?? []).map((bytes) => [sha256Hex(bytes), bytes]));
    for (const [at, { body }] of ours.entries()) {
      const recorded = this.#recording.events[this.#derived + at];
      if (recorded && Buffer.compare(recorded.body, body) === 0) continue;
      const event = fromBinary(RunEventSchema, body);
      const seq = this.#derived + at + 1;
      this.stopAt(
        recorded
          ? differenceOf(
              seq,
              { event: recorded.event, bytes: this.#recording.bytes },
              derivedAs(event, blobs),
              this.#kinds,
            )
          : {
              seq,
              event: "",
              role: "",
              digest: "",
              path: "",
              what: `${event.event.case} comes out, which was not recorded`,
            },
      );
    }
    if (this.#difference)
      throw new DomainError("STORE_FAILED", worded("keeping-error.the-replay-came-to-a-difference-and-stops"));
  }

  #announce(): void {
    for (const wake of this.#wake.splice(0)) wake();
  }
}

const derivedAs = (event: ReturnType<typeof fromBinary<typeof RunEventSchema>>, blobs: Map<string, Uint8Array>) => ({
  event,
  bytes: (digest: string) => blobs.get(digest),
});

/** Events that only a new start of the server makes: the end of a turn that was cut off, and of a change it was in. */
export const isRecovery = ({ event: { event } }: RecordedEvent): boolean =>
  (event.case === "turnEnded" && event.value.outcome === "interrupted") ||
  (event.case === "toolFinished" && event.value.status === "OUTCOME_UNKNOWN");
