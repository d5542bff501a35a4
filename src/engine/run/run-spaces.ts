import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { ArtifactRecorded, RunEvent } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type ToolCallIndex, ToolCallIndexSchema } from "../../../gen/pincite/journal/v1/run_index_pb.ts";
import { derivedList, derivedSpace, inOrder, messageValue, noValue, type Placed, textValue } from "./index-space.ts";

/** All runs, in order of creation. */
export const runList = derivedList({
  name: "run",
  answers: "which runs there are, in order of creation",
  key: "`<run>`",
  value: noValue,
  from: "`RunCreated`",
  of: ({ runId, event: { event } }) => (event.case === "runCreated" ? [[runId, true]] : []),
});

/**
 * Where an artifact was recorded: all that is stored of it beside its bytes. What it is and what it was made from stands in
 * the event, and a run's lineage is derived from the run's own events.
 */
export const artifactSpace = derivedSpace({
  name: "art",
  answers: "which events of which runs recorded an artifact",
  key: "`<digest>/<run>/<seq>`",
  value: textValue("when, RFC 3339 UTC"),
  from: "every event that records artifacts",
  of: ({ runId, seq, event }) => {
    const digests = new Set(event.artifacts.flatMap(({ ref }) => (ref ? [ref.digest] : [])));
    return [...digests].map((digest) => [`${digest}/${runId}/${inOrder(seq)}`, event.timeIso]);
  },
});

/** A tool call by the id of its request. */
export const requestSpace = derivedSpace({
  name: "toolreq",
  answers: "a tool call by the id of its request",
  key: "`<request>`",
  value: messageValue(ToolCallIndexSchema),
  from: "`ToolRequested`, and `ToolFinished` in its place",
  of: (placed) => {
    const { event } = placed.event;
    if (event.case === "toolRequested" && event.value.request) {
      const { requestId, request } = event.value;
      return [[requestId, callOf({ runId: placed.runId, request })]];
    }
    const ended = endedCall(placed);
    return ended ? [[ended.requestId, ended.call]] : [];
  },
});

/** A tool call by the id of its result. */
export const resultSpace = derivedSpace({
  name: "toolres",
  answers: "a tool call by the id of its result",
  key: "`<result>`",
  value: messageValue(ToolCallIndexSchema),
  from: "`ToolFinished`",
  of: (placed) => {
    const ended = endedCall(placed);
    return ended ? [[ended.resultId, ended.call]] : [];
  },
});

/** A tool call by the id of its receipt. */
export const receiptSpace = derivedSpace({
  name: "receipt",
  answers: "a tool call by the id of its receipt",
  key: "`<receipt>`",
  value: messageValue(ToolCallIndexSchema),
  from: "`ToolFinished` with a receipt",
  of: (placed) => {
    const ended = endedCall(placed);
    return ended?.call.receipt ? [[ended.receiptId, ended.call]] : [];
  },
});

/** What an event recorded, each artifact once: recorded in two roles (proposed and, confirmed whole, accepted), the last names it. */
export const recordedBy = (event: RunEvent): ArtifactRecorded[] => [
  ...new Map(event.artifacts.map((one) => [one.ref?.digest ?? "", one])).values(),
];

const callOf = (call: MessageInitShape<typeof ToolCallIndexSchema>): ToolCallIndex => create(ToolCallIndexSchema, call);

/** The call that an event ended, with the ids it can be asked for by; undefined: it ended none. */
export const endedCall = ({ runId, seq, event: { event, artifacts } }: Placed) => {
  if (event.case !== "toolFinished" || !event.value.result) return undefined;
  const request = artifacts.find(({ role }) => role === "tool_result")?.parents[0];
  const { requestId, resultId, receiptId, result, receipt } = event.value;
  const call = callOf({ runId, seq, result, ...(request ? { request } : {}), ...(receipt ? { receipt } : {}) });
  return { requestId, resultId, receiptId, call };
};
