import type { Difference } from "./difference.ts";

/** An event that could not be derived, and was taken as recorded so that the replay could go on. */
export interface TakenEvent {
  readonly seq: number;
  readonly event: string;
  readonly why: string;
  /** True where other rules than this program's decided it; false where the record has a gap. */
  readonly otherRules: boolean;
}

/** What became of a replay. */
export interface ReplayReport {
  readonly runId: string;
  /** Events that the record has. */
  readonly events: number;
  /** Events that came out as recorded, byte for byte, without those taken as recorded. */
  readonly derived: number;
  /** Artifacts of those events: different ones, by digest. */
  readonly artifacts: number;
  readonly taken: readonly TakenEvent[];
  /** The first thing that came out otherwise; undefined: everything did as recorded. */
  readonly difference: Difference | undefined;
  readonly receiptsSignedAgain: number;
  readonly receiptsFromRecord: number;
}
