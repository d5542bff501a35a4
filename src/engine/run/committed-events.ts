import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { encodeEvent } from "../../store/event-chain.ts";
import type { Head, NewEvent } from "../../store/store.ts";

/** An event of a run with its place in the journal. */
export interface EventAt {
  readonly seq: number;
  /** sha256 of the stored event, 64 lower-case hex. */
  readonly hash: string;
  readonly event: RunEvent;
}

/** Events and their stored bodies, one for one. */
interface Appended {
  readonly events: readonly RunEvent[];
  readonly bodies: readonly NewEvent[];
}

/**
 * The events of a commit as a reading of the store would give them, without reading it: their hashes follow from the head before.
 * None where they do not lead to the head after, for then what is stored is not this and must be read.
 */
export const committedEvents = (
  owner: string,
  runId: string,
  before: Head,
  { events, bodies }: Appended,
  after: Head,
): readonly EventAt[] => {
  const placed: EventAt[] = [];
  let { seq, hash } = before;
  for (const [at, event] of events.entries()) {
    seq += 1;
    hash = encodeEvent(owner, runId, seq, hash, bodies[at]!).hash;
    placed.push({ seq, hash, event });
  }
  return seq === after.seq && hash === after.hash ? placed : [];
};
