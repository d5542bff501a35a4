import {
  type PendingToolRequest,
  PendingToolRequest_WaitsFor as WaitsFor,
} from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { ContinuedTurn, ExplainToolCallResponse, ToolUse } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { wrap } from "../text/plain.ts";
import { visible } from "../text/visible.ts";
import { builtInTools } from "../tool/built-in.ts";
import { paramsLines } from "../tool/shown-params.ts";
import type { WaitingCall } from "../tool/waiting.ts";
import { callLines } from "./turn.ts";

/** A waiting request with exactly what a person approves. */
export const waitingLines = ({ call, request, pending }: WaitingCall): string[] => [
  `${request.id}  ${visible(request.toolName)}${pending.mutating ? "  CHANGES THE VAULT" : ""}`,
  ...titleLine(request.toolName),
  `  run: ${request.runId}${call.runTitle === "" ? "" : ` (${visible(call.runTitle)})`}, version ${call.version}`,
  `  asked by: ${request.requestedBy === "llm" ? "the model" : "the user"}${request.slotId === "" ? "" : ` for ${request.slotId}`}`,
  `  why: ${visible(request.reason) || "(no reason given)"}`,
  "  parameters:",
  ...paramsLines(request.params).map((line) => `    ${line}`),
  `  digest: ${request.paramsDigest}`,
  `  ${whatNext(pending)}`,
];

/** What a built-in tool does; what a client's own does is for its operator to say. */
const titleLine = (toolName: string): string[] => {
  const title = builtInTools[toolName]?.title;
  return title === undefined ? [] : [`  what it does: ${title.charAt(0).toLowerCase()}${title.slice(1)}`];
};

const whatNext = ({ requestId, waitsFor, started }: PendingToolRequest): string => {
  switch (waitsFor) {
    case WaitsFor.DECISION:
      return `decide: pincite tool allow ${requestId}  (or deny)`;
    case WaitsFor.CLIENT:
      return `a client runs it: pincite tool submit ${requestId} --output FILE.binpb`;
    case WaitsFor.REVIEW:
      return `it was cut off and may have acted: pincite tool run ${requestId} --dry-run tells what is there already; then pincite tool ack ${requestId}`;
    default:
      return started ? "it runs, or was cut off while it ran" : `start it: pincite tool run ${requestId}`;
  }
};

/** The six answers, then what they rest on. */
export const explainLines = (explained: ExplainToolCallResponse): string[] => [
  ...explained.answers.flatMap((answer) => wrap(visible(answer))),
  "",
  "parameters:",
  ...paramsLines(explained.request?.params).map((line) => `  ${line}`),
  ...(explained.authority?.eventSeq ? [`decided in event ${explained.authority.eventSeq}`] : []),
  ...refLine("output", explained.outputRef),
  ...refLine("receipt", explained.receiptRef),
  ...explained.uses.map(useLine),
];

const refLine = (name: string, ref: { digest: string; kind: string } | undefined): string[] =>
  ref ? [`${name}: ${ref.digest} (${ref.kind})`] : [];

const useLine = ({ kind, subjectId, ref }: ToolUse): string =>
  `used by ${kind}${subjectId === "" ? "" : ` ${subjectId}`}${ref ? ` in ${ref.digest}` : ""}`;

/** The turn that went on after a decision or a submitted result. */
export const continuedLines = (turn: ContinuedTurn | undefined): string[] => {
  if (!turn) return [];
  const results = turn.toolResultLog?.results ?? [];
  return [
    `${turn.turnId} went on`,
    ...(turn.toolRequestLog?.requests ?? []).flatMap((request) =>
      callLines(
        request,
        results.find(({ requestId }) => requestId === request.id),
      ),
    ),
    ...(turn.message === "" ? [] : wrap(turn.message)),
    ...(turn.stopReason === "" ? [] : [`  stopped: ${turn.stopReason}`]),
    ...(turn.suspended ? ["it waits again: `pincite tool pending` says for what"] : []),
  ];
};
