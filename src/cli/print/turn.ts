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
import { enumWord } from "../text/enum-word.ts";
import { oneLine, wrap } from "../text/plain.ts";

/** A turn for people: what was asked of the tools, what came of it, what the model says. */
export const turnLines = (
  turn: Pick<GuideResponse, "conversationLog" | "toolRequestLog" | "toolResultLog">,
): string[] => {
  const results = turn.toolResultLog?.results ?? [];
  return [
    ...(turn.toolRequestLog?.requests ?? []).flatMap((request) =>
      callLines(
        request,
        results.find(({ requestId }) => requestId === request.id),
      ),
    ),
    ...saidByOthers(turn).flatMap(({ meta, text, stopReason, guidance }) => [
      ...wrap(`${meta?.createdBy?.name ?? "?"}: ${text}`),
      ...(stopReason === "" ? [] : [`  stopped: ${stopReason}`]),
      ...(guidance?.missingInputs ?? []).map((each) => `  it misses: ${each}`),
      ...(guidance?.suggestedToolActions ?? []).map((each) => `  it suggests: ${each}`),
      ...(guidance === undefined || guidance.nextAction === "" ? [] : [`  it would next: ${guidance.nextAction}`]),
    ]),
  ];
};

/** A tool call in a line, with what to do about it where it found nothing or failed. */
export const callLines = (request: ToolRequest, result: ToolResult | undefined): string[] =>
  result === undefined
    ? [`${requestLine(request)} → waits`]
    : [`${requestLine(request)} → ${statusText(result)}`, ...adviceLines(result)];

/** The person knows what they said. */
const saidByOthers = ({ conversationLog }: Pick<GuideResponse, "conversationLog">): ConversationEntry[] =>
  (conversationLog?.entries ?? []).filter(({ meta }) => meta?.createdBy?.kind !== Principal_Kind.USER);

/** A tool request in a line: name, with which words, what for. */
export const requestLine = ({ toolName, slotId, params }: ToolRequest): string =>
  `${toolName}(${paramsText(params)})${slotId === "" ? "" : ` for ${slotId}`}`;

/** How a tool run ended; for EMPTY and ERROR with the query to try next. */
export const resultLines = (result: ToolResult): string[] => [statusText(result), ...adviceLines(result)];

const statusText = ({ status, summary }: ToolResult): string =>
  `${enumWord(ToolResultStatusSchema, status)}: ${status === ToolResultStatus.EMPTY ? "No matches. " : ""}${summary}`;

const adviceLines = ({ reason, refinedQuery }: ToolResult): string[] => [
  ...(reason === "" ? [] : [`    ${reason}`]),
  ...(refinedQuery === "" ? [] : [`    try: ${refinedQuery}`]),
];

/** The words a tool was asked with. */
const paramsText = (params: ToolRequestParams | undefined): string => {
  const { case: name, value } = params?.params ?? {};
  if (name === undefined || value === undefined) return "";
  if ("query" in value && value.query !== "") return `“${oneLine(value.query, 80)}”`;
  if ("fromIso" in value && (value.fromIso || value.toIso)) return `${value.fromIso} to ${value.toIso}`;
  if ("citations" in value) return value.citations.join("; ");
  if ("evidenceIds" in value) return value.evidenceIds.map((id) => oneLine(id, 24)).join(", ");
  if ("queries" in value) return `${value.queries.length} place${value.queries.length === 1 ? "" : "s"}`;
  return "";
};
