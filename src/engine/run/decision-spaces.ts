import { ToolDecision } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { derivedSpace, inOrder, noValue, textValue } from "./index-space.ts";

/** What waits, over all runs. A call that may or may not have acted waits until a person looked. */
export const pendingSpace = derivedSpace({
  name: "pending",
  answers: "what waits for a person or a client, oldest first",
  key: "`<request>`, which is in order of time",
  value: textValue("the run"),
  from: "`ToolRequested`; taken away by `ToolFinished`, or, where the outcome is unknown, by the `ToolDecided` that acknowledges it",
  of: ({ runId, event: { event } }) => {
    if (event.case === "toolRequested") return [[event.value.requestId, runId]];
    const hasEnded = event.case === "toolFinished" && event.value.status !== "OUTCOME_UNKNOWN";
    const wasSeen = event.case === "toolDecided" && event.value.decision === ToolDecision.ACKNOWLEDGE;
    return hasEnded || wasSeen ? [[event.value.requestId, undefined]] : [];
  },
});

/** What people decided about a request. */
export const decidedSpace = derivedSpace({
  name: "decided",
  answers: "which events decided about a request, oldest first",
  key: "`<request>/<seq>`",
  value: noValue,
  from: "`ToolDecided`",
  of: ({ seq, event: { event } }) =>
    event.case === "toolDecided" ? [[`${event.value.requestId}/${inOrder(seq)}`, true]] : [],
});

/** Grants that people gave for a tool in a run. */
export const grantedSpace = derivedSpace({
  name: "granted",
  answers: "which events gave a run a grant for a tool, oldest first",
  key: "`<run>/<tool>/<seq>`",
  value: noValue,
  from: "`ToolDecided` with the decision ALWAYS",
  of: ({ runId, seq, event: { event } }) =>
    event.case === "toolDecided" && event.value.decision === ToolDecision.ALWAYS
      ? [[`${runId}/${event.value.toolName}/${inOrder(seq)}`, true]]
      : [],
});
