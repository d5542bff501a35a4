import type { RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { ToolDecision } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { RecordChange } from "../../store/store.ts";

/**
 * Index records of what waits and of what people decided. Spaces: `pending` (by request id, which is in order of time →
 * the run), `decided` (`<request>/<seq>` of the ToolDecided event), `granted` (`<run>/<tool>/<seq>` of the one that gave a
 * grant).
 */
export const decisionSpaces = ["pending", "decided", "granted"] as const;

const nothing = new Uint8Array([1]);

/** What the event adds to them or takes away. One that may or may not have acted waits until a person looked. */
export const decisionRecords = (runId: string, seq: number, { event }: RunEvent): RecordChange[] => {
  switch (event.case) {
    case "toolRequested":
      return [{ space: "pending", key: event.value.requestId, value: new TextEncoder().encode(runId) }];
    case "toolFinished":
      return event.value.status === "OUTCOME_UNKNOWN" ? [] : [noLongerWaits(event.value.requestId)];
    case "toolDecided": {
      const { requestId, decision, toolName } = event.value;
      const at = inOrder(seq);
      return [
        { space: "decided", key: `${requestId}/${at}`, value: nothing },
        ...(decision === ToolDecision.ALWAYS
          ? [{ space: "granted", key: `${runId}/${toolName}/${at}`, value: nothing }]
          : []),
        ...(decision === ToolDecision.ACKNOWLEDGE ? [noLongerWaits(requestId)] : []),
      ];
    }
    default:
      return [];
  }
};

const noLongerWaits = (requestId: string): RecordChange => ({ space: "pending", key: requestId, value: undefined });

/** Keys sort as numbers do. */
export const inOrder = (seq: number): string => seq.toString(16).padStart(8, "0");

/** The number at the end of a key. */
export const seqOf = (key: string): number => Number.parseInt(key.slice(-8), 16);
