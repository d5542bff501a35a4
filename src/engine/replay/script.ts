import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { ModelAttemptSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import type { Clock, Ids, RandomBytes } from "../run/ports.ts";
import { attemptRoles } from "../turn/side-attempt.ts";
import { nextOf, type RunRecording, recordedAs } from "./recording.ts";

/**
 * Clock, ids and nonces of a replay, each read off the next event that is to be derived: whoever decides event n asks for
 * them while the journal has n - 1 events. They need no order of calls beyond that, so that the engine may ask for the
 * time as often as it likes.
 */
export class Script implements Clock, Ids {
  readonly #recording: RunRecording;
  readonly #derived: () => number;
  #idsAt = -1;
  #idsGiven = 0;

  /** `derived`: how many events the replay's journal has. */
  constructor(recording: RunRecording, derived: () => number) {
    this.#recording = recording;
    this.#derived = derived;
  }

  /** The time of the next event, in milliseconds; of the last one once all are derived. */
  now(): number {
    const { events } = this.#recording;
    const next = events[Math.min(this.#derived(), events.length - 1)];
    return Date.parse(next?.event.timeIso ?? "");
  }

  /** The next id that the coming events name, in their order: one commit may mint several. */
  next(): string {
    const at = this.#derived();
    if (this.#idsAt !== at) [this.#idsAt, this.#idsGiven] = [at, 0];
    this.#idsGiven += 1;
    let left = this.#idsGiven;
    const { events } = this.#recording;
    for (let seen = at; seen < events.length; seen++) {
      const ids = idsOf(events[seen]?.event);
      const id = ids[left - 1];
      if (id !== undefined) return id;
      left -= ids.length;
    }
    // More ids than were recorded: what is made with it will differ from the record, and be named.
    return "0".repeat(26);
  }

  /** The nonce of the next attempt that was recorded. */
  readonly randomBytes: RandomBytes = (count) => {
    const next = nextOf(this.#recording, this.#derived(), "attemptRecorded");
    const [attempt] = attemptRoles.flatMap((role) =>
      next ? (recordedAs(this.#recording, next.event, role, ModelAttemptSchema) ?? []) : [],
    );
    const nonce = Buffer.from(attempt?.nonce ?? "", "base64url");
    return nonce.length === count ? new Uint8Array(nonce) : new Uint8Array(count);
  };
}

const ulidOf = (id: string): string => id.slice(id.search(/[:-]/) + 1);

/** The ULIDs minted for an event, in the order in which its commit asks for them. */
const idsOf = (recorded: RunEvent | undefined): string[] => {
  const event = recorded?.event;
  switch (event?.case) {
    case "runCreated":
      return [ulidOf(event.value.runId)];
    case "turnStarted":
      return [ulidOf(event.value.turnId)];
    case "toolRequested":
      return [ulidOf(event.value.requestId)];
    case "toolFinished":
      return [event.value.resultId, event.value.receiptId].filter((id) => id !== "").map(ulidOf);
    default:
      return [];
  }
};
