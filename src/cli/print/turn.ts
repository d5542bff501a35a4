import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { ConversationEntry } from "../../../gen/pincite/memo/v1/conversation_pb.ts";
import type { GuideResponse } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import {
  type ToolRequest,
  type ToolRequestParams,
  type ToolResult,
  ToolResultStatus,
  ToolResultStatusSchema,
} from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { scopeIn } from "../../export/scope.ts";
import { type Speech, speechOf } from "../../messages/speech.ts";
import { enumWord } from "../text/enum-word.ts";
import { oneLine, wrap } from "../text/plain.ts";
import { leftInTurn, leftLines } from "./left-lines.ts";
import { shortId } from "./slot-candidates.ts";
import { toolWord } from "./tool-word.ts";

/** A turn for people: what was asked of the tools, what came of it, what the model says. */
export const turnLines = (
  turn: Pick<GuideResponse, "conversationLog" | "toolRequestLog" | "toolResultLog">,
  speech: Speech = speechOf("en"),
): string[] => {
  const results = turn.toolResultLog?.results ?? [];
  return [
    ...(turn.toolRequestLog?.requests ?? []).flatMap((request) =>
      callLines(
        request,
        results.find(({ requestId }) => requestId === request.id),
        speech,
      ),
    ),
    ...leftInTurn(turn.toolRequestLog?.requests ?? [], speech, ({ id }) =>
      hasRun(results.find(({ requestId }) => requestId === id)),
    ),
    ...saidByOthers(turn).flatMap(({ meta, text, stopReason, guidance }) => [
      ...wrap(`${speakerName(meta?.createdBy?.name, speech)}: ${text}`),
      ...(stopReason === "" ? [] : [`  ${speech.phrase("screen.stopped", { stopReason })}`]),
      ...(guidance?.missingInputs ?? []).map((each) => `  ${speech.phrase("screen.it-misses", { each })}`),
      ...(guidance?.suggestedToolActions ?? []).map((each) => `  ${speech.phrase("screen.it-suggests", { each })}`),
      ...(guidance === undefined || guidance.nextAction === ""
        ? []
        : [`  ${speech.phrase("screen.it-would-next", { nextAction: speech.sentence(guidance.nextAction) })}`]),
    ]),
  ];
};

/** A tool call in a line, with what to do about it where it found nothing or failed. */
export const callLines = (
  request: ToolRequest,
  result: ToolResult | undefined,
  speech: Speech = speechOf("en"),
): string[] =>
  result === undefined
    ? [`${requestLine(request, speech)} → ${speech.phrase("screen.waits")}`]
    : [
        `${requestLine(request, speech)} → ${statusText(result, speech)}`,
        ...leftLines(request, speech, hasRun(result)),
        ...adviceLines(result, speech),
      ];

/** Whether something was asked of the tool: what waited for a person and was refused left nothing. */
const hasRun = (result: Pick<ToolResult, "status"> | undefined): boolean =>
  result !== undefined && result.status !== ToolResultStatus.REFUSED;

/** Whoever takes turns is the guide to a Dutch reader, whichever model it is; an English one is told its name. */
const speakerName = (name: string | undefined, { isFirst, phrase }: Speech): string =>
  isFirst ? (name ?? "?") : phrase("go.the-guide");

/** The person knows what they said. */
const saidByOthers = ({ conversationLog }: Pick<GuideResponse, "conversationLog">): ConversationEntry[] =>
  (conversationLog?.entries ?? []).filter(({ meta }) => meta?.createdBy?.kind !== Principal_Kind.USER);

/** A tool request in a line: name, with which words, what for. */
export const requestLine = ({ toolName, slotId, params }: ToolRequest, speech: Speech = speechOf("en")): string =>
  `${toolWord(toolName, speech)}${askedText(paramsText(params, speech), speech)}${slotId === "" ? "" : ` ${speech.phrase("screen.for", { slotId: speech.itemName(slotId) })}`}`;

const askedText = (asked: string, { isFirst }: Speech): string =>
  isFirst ? `(${asked})` : asked === "" ? "" : ` (${asked})`;

/** How a tool run ended; for EMPTY and ERROR with the query to try next. */
export const resultLines = (result: ToolResult, speech: Speech = speechOf("en")): string[] => [
  statusText(result, speech),
  ...adviceLines(result, speech),
];

const statusText = ({ status, summary }: ToolResult, speech: Speech): string => {
  const none = status === ToolResultStatus.EMPTY ? `${speech.phrase("screen.no-matches")} ` : "";
  const told = speech.sentence(summary);
  return `${speech.sentence(enumWord(ToolResultStatusSchema, status))}: ${none}${told === summary ? scopeIn(summary, speech) : told}`;
};

const adviceLines = ({ reason, refinedQuery }: ToolResult, speech: Speech): string[] => [
  ...(reason === "" ? [] : [`    ${speech.sentence(reason)}`]),
  ...(refinedQuery === "" ? [] : [`    ${speech.phrase("screen.try", { refinedQuery })}`]),
];

/** The words a tool was asked with. */
const paramsText = (params: ToolRequestParams | undefined, { phrase }: Speech): string => {
  const { case: name, value } = params?.params ?? {};
  if (name === undefined || value === undefined) return "";
  if ("query" in value && value.query !== "") return `“${oneLine(value.query, 80)}”`;
  if ("fromIso" in value && (value.fromIso || value.toIso))
    return phrase("screen.to", { fromIso: value.fromIso, toIso: value.toIso });
  if ("citations" in value) return value.citations.join("; ");
  if ("evidenceIds" in value) return value.evidenceIds.map((id) => oneLine(shortId(id), 24)).join(", ");
  if ("queries" in value)
    return phrase(value.queries.length === 1 ? "screen.one-place" : "screen.places", {
      queriesCount: value.queries.length,
    });
  return "";
};
