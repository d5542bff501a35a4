import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { ArtifactRecorded, RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type ToolCallIndex, ToolCallIndexSchema } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { derivedList, derivedSpace, noValue, type Placed, textValue } from "./index-space.ts";

/** All runs, in order of creation. One that was erased keeps its place, which its own events can no longer say. */
export const runList = derivedList({
  name: "run",
  answers: "which runs there are, in order of creation",
  key: "`<run>`",
  value: noValue,
  from: "`RunCreated`, `RunErased`",
  of: ({ runId, event: { event } }) => {
    if (event.case === "runErased") return [[event.value.runId, true]];
    return event.case === "runCreated" ? [[runId, true]] : [];
  },
});

/** The run of a tool call by the id of its request. The call itself is derived from the run's own events. */
export const requestSpace = derivedSpace({
  name: "toolreq",
  answers: "the run of a tool call by the id of its request",
  key: "`<request>`",
  value: textValue("the run"),
  from: "`ToolRequested`",
  of: ({ runId, event: { event } }) =>
    event.case === "toolRequested" && event.value.request ? [[event.value.requestId, runId]] : [],
});

/** The run of a tool call by the id of its result. */
export const resultSpace = derivedSpace({
  name: "toolres",
  answers: "the run of a tool call by the id of its result",
  key: "`<result>`",
  value: textValue("the run"),
  from: "`ToolFinished`",
  of: (placed) => {
    const ended = endedCall(placed);
    return ended ? [[ended.resultId, placed.runId]] : [];
  },
});

/** The run of a tool call by the id of its receipt. */
export const receiptSpace = derivedSpace({
  name: "receipt",
  answers: "the run of a tool call by the id of its receipt",
  key: "`<receipt>`",
  value: textValue("the run"),
  from: "`ToolFinished` with a receipt",
  of: (placed) => {
    const ended = endedCall(placed);
    return ended?.call.receipt ? [[ended.receiptId, placed.runId]] : [];
  },
});

/** What an event recorded, each artifact once: recorded in two roles (proposed and, confirmed whole, accepted), the last names it. */
export const recordedBy = (event: RunEvent): ArtifactRecorded[] => [
  ...new Map(event.artifacts.map((one) => [one.ref?.digest ?? "", one])).values(),
];

/** A call as lists of a run hold it. */
export const callOf = (call: MessageInitShape<typeof ToolCallIndexSchema>): ToolCallIndex =>
  create(ToolCallIndexSchema, call);

/** The call that an event ended, with the ids it can be asked for by; undefined: it ended none. */
export const endedCall = ({ runId, seq, event: { event, artifacts } }: Placed) => {
  if (event.case !== "toolFinished" || !event.value.result) return undefined;
  const request = artifacts.find(({ role }) => role === "tool_result")?.parents[0];
  const { requestId, resultId, receiptId, result, receipt } = event.value;
  const call = callOf({ runId, seq, result, ...(request ? { request } : {}), ...(receipt ? { receipt } : {}) });
  return { requestId, resultId, receiptId, call };
};
