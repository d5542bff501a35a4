import type { ToolRequest } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { EntryChange } from "../../store/store.ts";
import { openToolList } from "../run/kept-spaces.ts";
import type { Ended } from "./tool-requests.ts";

/** The record of a call that may change something outside the run, from its first commit until its last. */
export const openToolRecord = (runId: string, requestId: string, state: "open" | "closed" = "open"): EntryChange => {
  const key = `${runId}/${requestId}`;
  return state === "open" ? openToolList.set(key, true) : openToolList.drop(key);
};

/** Key of the lease on such a call. */
export const callLease = (requestId: string): string => `call/${requestId}`;

/** How a call ended that was cut off between its beginning and its end. */
export const outcomeUnknown = ({ toolName }: ToolRequest): Ended => ({
  status: "OUTCOME_UNKNOWN",
  summary: "cut off: it may or may not have acted",
  reason: `${toolName} was cut off and may or may not have acted: look, then acknowledge it (DecideToolRequest, ACKNOWLEDGE). It does not run again by itself; a new request with retry_of is the way to try again.`,
  refinedQuery: "",
});
