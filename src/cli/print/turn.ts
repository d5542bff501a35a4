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
    ...(turn.toolRequestLog?.requests ?? []).flatMap((request) => {
      const result = results.find(({ requestId }) => requestId === request.id);
      return [requestLine(request), ...(result === undefined ? ["    waits"] : resultLines(result))];
    }),
    ...(turn.conversationLog?.entries ?? []).flatMap(({ meta, text, stopReason, guidance }) => [
      ...wrap(`${meta?.createdBy?.name ?? "?"}: ${text}`),
      ...(stopReason === "" ? [] : [`  stopped: ${stopReason}`]),
      ...(guidance?.missingInputs ?? []).map((each) => `  it misses: ${each}`),
      ...(guidance?.suggestedToolActions ?? []).map((each) => `  it suggests: ${each}`),
      ...(guidance === undefined || guidance.nextAction === "" ? [] : [`  it would next: ${guidance.nextAction}`]),
    ]),
  ];
};

/** A tool request in a line: name, what for, with which words. */
export const requestLine = ({ toolName, slotId, params, reason }: ToolRequest): string =>
  [
    `${toolName}(${paramsText(params)})`,
    slotId === "" ? "" : `for ${slotId}`,
    reason === "" ? "" : `— ${oneLine(reason, 100)}`,
  ]
    .filter(Boolean)
    .join(" ");

/** How a tool run ended; for EMPTY and ERROR with the query to try next. */
export const resultLines = (result: ToolResult): string[] => [
  `    ${enumWord(ToolResultStatusSchema, result.status)}: ${result.status === ToolResultStatus.EMPTY ? "No matches. " : ""}${result.summary}`,
  ...(result.reason === "" ? [] : [`    ${result.reason}`]),
  ...(result.refinedQuery === "" ? [] : [`    try: ${result.refinedQuery}`]),
];

/** The words a tool was asked with. */
const paramsText = (params: ToolRequestParams | undefined): string => {
  const { case: name, value } = params?.params ?? {};
  if (name === undefined || value === undefined) return "";
  if ("query" in value && value.query !== "") return `“${oneLine(value.query, 80)}”`;
  if ("citations" in value) return value.citations.join("; ");
  if ("evidenceIds" in value) return value.evidenceIds.map((id) => oneLine(id, 24)).join(", ");
  if ("queries" in value) return `${value.queries.length} place${value.queries.length === 1 ? "" : "s"}`;
  return "";
};
