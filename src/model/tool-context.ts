import { create, fromBinary } from "@bufbuild/protobuf";
import { digestOf, type Sha256 } from "#kit/digest.ts";
import { EvidenceSearchResultSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { type ToolContext, ToolContextSchema } from "../../gen/pincite/model/v1/model_call_pb.ts";
import { ResolveOutputSchema, SpansOutputSchema } from "../../gen/pincite/tool/v1/tool_output_pb.ts";
import type { ToolRequest, ToolResult } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { withTool } from "../tool/tools.ts";
import { charsOf, onOneLine } from "./prompt/content-lines.ts";
import { outputLines } from "./prompt/output-lines.ts";
import { shortenResolved, shortenSearch, shortenSpans } from "./shorten-output.ts";

/** The stored output of a tool: the full name of its message, and its bytes. */
export interface StoredOutput {
  readonly kind: string;
  readonly bytes: Uint8Array;
}

/**
 * A tool result as the model will see it, in at most `charsLeft` characters of rendered lines. Long outputs lose whole
 * passages and candidates from the end, and sentences from passages, never characters from inside an excerpt; the size
 * and hash of the whole are recorded beside. An output of an unknown kind is not shown.
 */
export const toToolContext = (input: {
  request: ToolRequest;
  result: ToolResult;
  output: StoredOutput | undefined;
  charsLeft: number;
  sha256: Sha256;
}): { context: ToolContext; shownChars: number } => {
  const { request, result, output, sha256 } = input;
  const context = create(ToolContextSchema, { request, result });
  if (!output) return { context, shownChars: 0 };
  const whole = decodeOutput(output);
  const shown = shorten(whole, Math.max(0, input.charsLeft), request);
  context.output = shown.output;
  context.truncated = !shown.whole;
  context.fullChars = charsOf(outputLines(whole));
  context.fullSha256 = digestOf(output.bytes, sha256);
  return { context, shownChars: shown.shownChars };
};

type Output = ToolContext["output"];

const decodeOutput = ({ kind, bytes }: StoredOutput): Output => {
  switch (kind) {
    case EvidenceSearchResultSchema.typeName:
      return { case: "search", value: fromBinary(EvidenceSearchResultSchema, bytes) };
    case ResolveOutputSchema.typeName:
      return { case: "resolved", value: fromBinary(ResolveOutputSchema, bytes) };
    case SpansOutputSchema.typeName:
      return { case: "spans", value: fromBinary(SpansOutputSchema, bytes) };
    default:
      return { case: undefined };
  }
};

const shorten = (
  whole: Output,
  chars: number,
  request: ToolRequest,
): { output: Output; shownChars: number; whole: boolean } => {
  switch (whole.case) {
    case "search": {
      const { output, ...rest } = shortenSearch(whole.value, chars);
      return { output: { case: "search", value: output }, ...rest };
    }
    case "resolved": {
      const { output, ...rest } = shortenResolved(whole.value, chars, queriesOf(request)[0] ?? "");
      return { output: { case: "resolved", value: output }, ...rest };
    }
    case "spans": {
      const { output, ...rest } = shortenSpans(whole.value, chars, queriesOf(request));
      return { output: { case: "spans", value: output }, ...rest };
    }
    default:
      return { output: { case: undefined }, shownChars: 0, whole: false };
  }
};

/** The words passages were asked for, by which they are cut. */
const queriesOf = ({ params }: ToolRequest): string[] => {
  const given = params && withTool(params);
  return given?.tool.shownQueries(given.value) ?? [];
};

/**
 * The block in which a tool result stands in a prompt, framed exactly as seed 003 writes it. `workspace` is the strand.
 * No line of content can look like a marker: each stands behind `- ` or a bar.
 */
export const toolContextBlock = (context: ToolContext, workspace: string): string[] => {
  const { request, result } = context;
  const cut = context.truncated
    ? [`- shortened; the whole has ${context.fullChars} characters, sha256 ${context.fullSha256}`]
    : [];
  return [
    "TOOL_CONTEXT_START",
    `Tool: ${onOneLine(request?.toolName ?? "")}`,
    `Workspace: ${onOneLine(workspace)}`,
    "Result:",
    `- ${onOneLine(result?.id ?? "")}; ${statusName(result)}; ${onOneLine(result?.summary ?? "")}`,
    ...adviceLines(result),
    ...(request?.slotId ? [`- for ${onOneLine(request.slotId)}`] : []),
    ...outputLines(context.output),
    ...cut,
    "TOOL_CONTEXT_END",
  ];
};

/** One line for a result whose output is not shown: id, tool, status, summary, slot. */
export const resultHead = ({ request, result }: ToolContext): string => {
  const slot = request?.slotId ? `; for ${onOneLine(request.slotId)}` : "";
  const words = [result?.id ?? "", request?.toolName ?? ""].map(onOneLine).join("; ");
  return `- ${words}; ${statusName(result)}; ${onOneLine(result?.summary ?? "")}${slot}`;
};

const statusNames = ["UNSPECIFIED", "OK", "EMPTY", "ERROR", "REFUSED", "OUTCOME_UNKNOWN"];

const statusName = (result: ToolResult | undefined): string => statusNames[result?.status ?? 0] ?? "UNSPECIFIED";

const adviceLines = (result: ToolResult | undefined): string[] => [
  ...(result?.reason ? [`- reason: ${onOneLine(result.reason)}`] : []),
  ...(result?.refinedQuery ? [`- a query to try: ${onOneLine(result.refinedQuery)}`] : []),
];

/** The words of a tool result that were shown, without frame and bars: what a quote of it must stand in. */
export const shownText = (context: ToolContext): string =>
  outputLines(context.output)
    .map((line) => line.replace(/^(?: {2}\| |- )/u, ""))
    .join("\n");
