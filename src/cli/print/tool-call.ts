import {
  type PendingToolRequest,
  PendingToolRequest_WaitsFor as WaitsFor,
} from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { ContinuedTurn, ExplainToolCallResponse, ToolUse } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import type { Speech } from "../../words/speech.ts";
import { wrap } from "../text/plain.ts";
import { visible } from "../text/visible.ts";
import { paramsLines } from "../tool/shown-params.ts";
import type { WaitingCall } from "../tool/waiting.ts";
import { toolDoes } from "./tool-word.ts";
import { callLines } from "./turn.ts";

/** A waiting request with exactly what a person approves. */
export const waitingLines = ({ call, request, pending }: WaitingCall, speech: Speech): string[] => {
  const { phrase } = speech;
  const run = `${request.runId}${call.runTitle === "" ? "" : ` (${visible(call.runTitle)})`}`;
  const by = phrase(request.requestedBy === "llm" ? "asked by the model" : "asked by the user");
  return [
    `${request.id}  ${visible(request.toolName)}${pending.mutating ? `  ${phrase("CHANGES THE VAULT")}` : ""}`,
    ...titleLine(request.toolName, speech),
    `  ${phrase("run: {1}, version {2}", run, call.version)}`,
    `  ${by}${request.slotId === "" ? "" : ` ${phrase("for {1}", speech.itemName(request.slotId))}`}`,
    ...reasonLines(request, speech),
    `  ${phrase("parameters")}:`,
    ...paramsLines(request.params).map((line) => `    ${line}`),
    `  ${phrase("digest: {1}", request.paramsDigest)}`,
    `  ${whatNext(pending, speech)}`,
  ];
};

/** The model's reason, and apart from it why the program holds the request, which it records behind it. */
const reasonLines = ({ reason, leaving }: WaitingCall["request"], { phrase, sentence }: Speech): string[] => {
  const held = leaving?.held ? heldForm.exec(reason)?.groups : undefined;
  const why = phrase("why: {1}", visible(held?.why ?? reason) || phrase("(no reason given)"));
  return [`  ${why}`, ...(held?.because ? [`  ${phrase("it waits: {1}", sentence(visible(held.because)))}`] : [])];
};

const heldForm = /^(?<why>[\s\S]*?) ?\(It waits: (?<because>[^()]*)\)$/u;

/** What a built-in tool does; what a client's own does is for its operator to say. */
const titleLine = (toolName: string, speech: Speech): string[] => {
  const title = toolDoes(toolName, speech);
  return title === "" ? [] : [`  ${speech.phrase("what it does: {1}", title)}`];
};

const whatNext = ({ requestId, waitsFor, started }: PendingToolRequest, { phrase }: Speech): string => {
  switch (waitsFor) {
    case WaitsFor.DECISION:
      return phrase("decide: pincite tool allow {1}  (or deny)", requestId);
    case WaitsFor.CLIENT:
      return phrase("a client runs it: pincite tool submit {1} --output FILE.binpb", requestId);
    case WaitsFor.REVIEW:
      return phrase(
        "it was cut off and may have acted: pincite tool run {1} --dry-run tells what is there already; then pincite tool ack {1}",
        requestId,
      );
    default:
      return started
        ? phrase("it runs, or was cut off while it ran")
        : phrase("start it: pincite tool run {1}", requestId);
  }
};

/** The six answers, then what they rest on. */
export const explainLines = (explained: ExplainToolCallResponse, speech: Speech): string[] => [
  ...explained.answers.flatMap((answer) => wrap(visible(answer))),
  "",
  `${speech.phrase("parameters")}:`,
  ...paramsLines(explained.request?.params).map((line) => `  ${line}`),
  ...(explained.authority?.eventSeq
    ? [speech.phrase("decided in event {1}", String(explained.authority.eventSeq))]
    : []),
  ...refLine("output: {1} ({2})", explained.outputRef, speech),
  ...refLine("receipt: {1} ({2})", explained.receiptRef, speech),
  ...explained.uses.map((use) => useLine(use, speech)),
];

const refLine = (
  words: "output: {1} ({2})" | "receipt: {1} ({2})",
  ref: { digest: string; kind: string } | undefined,
  { phrase }: Speech,
): string[] => (ref ? [phrase(words, ref.digest, ref.kind)] : []);

const useLine = ({ kind, subjectId, ref }: ToolUse, { phrase }: Speech): string => {
  const user = [kind, subjectId].filter(Boolean).join(" ");
  return ref ? phrase("used by {1} in {2}", user, ref.digest) : phrase("used by {1}", user);
};

/** The turn that went on after a decision or a submitted result. */
export const continuedLines = (turn: ContinuedTurn | undefined, speech: Speech): string[] => {
  if (!turn) return [];
  const results = turn.toolResultLog?.results ?? [];
  return [
    speech.phrase("{1} went on", turn.turnId),
    ...(turn.toolRequestLog?.requests ?? []).flatMap((request) =>
      callLines(
        request,
        results.find(({ requestId }) => requestId === request.id),
        speech,
      ),
    ),
    ...(turn.message === "" ? [] : wrap(turn.message)),
    ...(turn.stopReason === "" ? [] : [`  ${speech.phrase("stopped: {1}", turn.stopReason)}`]),
    ...(turn.suspended ? [speech.phrase("it waits again: `pincite tool pending` says for what")] : []),
  ];
};
