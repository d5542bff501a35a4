import type { ToolRequest } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { RecordChange } from "../../store/store.ts";
import type { Ended } from "./tool-requests.ts";

/**
 * Index space of calls under way that may change something outside the run, by `<run>/<request>`: what recovery records
 * as OUTCOME_UNKNOWN. Reads are not in it: they can simply run again.
 */
export const openToolSpace = "open-tool";

/** The record of such a call, set in the commit that begins it and dropped in the one that ends it. */
export const openToolRecord = (runId: string, requestId: string, state: "open" | "closed" = "open"): RecordChange => ({
  space: openToolSpace,
  key: `${runId}/${requestId}`,
  value: state === "open" ? new Uint8Array([1]) : undefined,
});

/** Key of the lease on such a call. */
export const callLease = (requestId: string): string => `call/${requestId}`;

/** How a call ended that was cut off between its beginning and its end. */
export const outcomeUnknown = ({ toolName }: ToolRequest): Ended => ({
  status: "OUTCOME_UNKNOWN",
  summary: "cut off: it may or may not have acted",
  reason: `${toolName} was cut off and may or may not have acted: look, then acknowledge it (DecideToolRequest, ACKNOWLEDGE). It does not run again by itself; a new request with retry_of is the way to try again.`,
  refinedQuery: "",
});
