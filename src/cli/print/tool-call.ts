import {
  type PendingToolRequest,
  PendingToolRequest_WaitsFor as WaitsFor,
} from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { ContinuedTurn, ExplainToolCallResponse, ToolUse } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import type { Speech } from "../../messages/speech.ts";
import { wrap } from "../text/plain.ts";
import { visible } from "../text/visible.ts";
import { paramsLines } from "../tool/shown-params.ts";
import type { WaitingCall } from "../tool/waiting.ts";
import { heldReason } from "./held-reason.ts";
import { toolDoes } from "./tool-word.ts";
import { callLines } from "./turn.ts";

/** A waiting request with exactly what a person approves. */
export const waitingLines = ({ call, request, pending }: WaitingCall, speech: Speech): string[] => {
  const { phrase } = speech;
  const run = `${request.runId}${call.runTitle === "" ? "" : ` (${visible(call.runTitle)})`}`;
  const by = phrase(request.requestedBy === "llm" ? "screen.asked-by-the-model" : "screen.asked-by-the-user");
  return [
    `${request.id}  ${visible(request.toolName)}${pending.mutating ? `  ${phrase("screen.changes-the-vault")}` : ""}`,
    ...titleLine(request.toolName, speech),
    `  ${phrase("screen.run-version", { run, callVersion: call.version })}`,
    `  ${by}${request.slotId === "" ? "" : ` ${phrase("screen.for", { slotId: speech.itemName(request.slotId) })}`}`,
    ...reasonLines(request, speech),
    `  ${phrase("screen.parameters")}:`,
    ...paramsLines(request.params).map((line) => `    ${line}`),
    `  ${phrase("screen.digest", { paramsDigest: request.paramsDigest })}`,
    `  ${whatNext(pending, speech)}`,
  ];
};

/** The model's reason, and apart from it why the program holds the request, which it records behind it. */
const reasonLines = (request: WaitingCall["request"], speech: Speech): string[] => {
  const { phrase } = speech;
  const { why, because } = heldReason(request, speech);
  return [
    `  ${phrase("screen.why", { why: visible(why) || phrase("screen.no-reason-given") })}`,
    ...(because === "" ? [] : [`  ${phrase("screen.it-waits", { because: visible(because) })}`]),
  ];
};

/** What a built-in tool does; what a client's own does is for its operator to say. */
const titleLine = (toolName: string, speech: Speech): string[] => {
  const title = toolDoes(toolName, speech);
  return title === "" ? [] : [`  ${speech.phrase("screen.what-it-does", { title })}`];
};

const whatNext = ({ requestId, waitsFor, started }: PendingToolRequest, { phrase }: Speech): string => {
  switch (waitsFor) {
    case WaitsFor.DECISION:
      return phrase("screen.decide-pincite-tool-allow-or-deny", { requestId });
    case WaitsFor.CLIENT:
      return phrase("screen.a-client-runs-it-pincite-tool-submit-output", { requestId });
    case WaitsFor.REVIEW:
      return phrase("screen.it-was-cut-off-and-may-have-acted-pincite", { requestId });
    default:
      return started
        ? phrase("screen.it-runs-or-was-cut-off-while-it-ran")
        : phrase("screen.start-it-pincite-tool-run", { requestId });
  }
};

/** The six answers, then what they rest on. */
export const explainLines = (explained: ExplainToolCallResponse, speech: Speech): string[] => [
  ...explained.answers.flatMap((answer) => wrap(visible(answer))),
  "",
  `${speech.phrase("screen.parameters")}:`,
  ...paramsLines(explained.request?.params).map((line) => `  ${line}`),
  ...(explained.authority?.eventSeq
    ? [speech.phrase("screen.decided-in-event", { eventSeq: String(explained.authority.eventSeq) })]
    : []),
  ...refLine("screen.output", explained.outputRef, speech),
  ...refLine("screen.receipt", explained.receiptRef, speech),
  ...explained.uses.map((use) => useLine(use, speech)),
];

const refLine = (
  words: "screen.output" | "screen.receipt",
  ref: { digest: string; kind: string } | undefined,
  { phrase }: Speech,
): string[] => (ref ? [phrase(words, { digest: ref.digest, kind: ref.kind })] : []);

const useLine = ({ kind, subjectId, ref }: ToolUse, { phrase }: Speech): string => {
  const user = [kind, subjectId].filter(Boolean).join(" ");
  return ref ? phrase("screen.used-by-in", { user, refDigest: ref.digest }) : phrase("screen.used-by", { user });
};

/** The turn that went on after a decision or a submitted result. */
export const continuedLines = (turn: ContinuedTurn | undefined, speech: Speech): string[] => {
  if (!turn) return [];
  const results = turn.toolResultLog?.results ?? [];
  return [
    speech.phrase("screen.went-on", { turnId: turn.turnId }),
    ...(turn.toolRequestLog?.requests ?? []).flatMap((request) =>
      callLines(
        request,
        results.find(({ requestId }) => requestId === request.id),
        speech,
      ),
    ),
    ...(turn.message === "" ? [] : wrap(turn.message)),
    ...(turn.stopReason === "" ? [] : [`  ${speech.phrase("screen.stopped", { stopReason: turn.stopReason })}`]),
    ...(turn.suspended ? [speech.phrase("screen.it-waits-again-pincite-tool-pending-says-for")] : []),
  ];
};
