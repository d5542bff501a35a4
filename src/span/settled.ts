import { SpanResolution_Outcome } from "../../gen/pincite/span/v1/span_pb.ts";

const outcomes: ReadonlySet<SpanResolution_Outcome> = new Set([
  SpanResolution_Outcome.EXACT,
  SpanResolution_Outcome.NORMALISED,
  SpanResolution_Outcome.MACHINE_READ,
]);

/** Whether a quote was found at one place, so that it can be cited; what a machine read is found, and not yet known to be right. */
export const isSettled = (outcome: SpanResolution_Outcome | undefined): boolean =>
  outcome !== undefined && outcomes.has(outcome);
