import { ToolDecision } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { derivedList, textValue } from "./index-space.ts";

/** What waits, over all runs. A call that may or may not have acted waits until a person looked. */
export const pendingList = derivedList({
  name: "pending",
  answers: "what waits for a person or a client, oldest first",
  key: "`<request>`",
  value: textValue("the run"),
  from: "`ToolRequested`; taken out by `ToolFinished`, or, where the outcome is unknown, by the `ToolDecided` that acknowledges it",
  of: ({ runId, event: { event } }) => {
    if (event.case === "toolRequested") return [[event.value.requestId, runId]];
    const hasEnded = event.case === "toolFinished" && event.value.status !== "OUTCOME_UNKNOWN";
    const wasSeen = event.case === "toolDecided" && event.value.decision === ToolDecision.ACKNOWLEDGE;
    return hasEnded || wasSeen ? [[event.value.requestId, undefined]] : [];
  },
});
