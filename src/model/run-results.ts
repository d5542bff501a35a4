import { create } from "@bufbuild/protobuf";
import { type ToolContext, ToolContextSchema } from "../../gen/pincite/model/v1/model_call_pb.ts";
import type { ToolRequest, ToolResult } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { ShownResult } from "./reply-checks.ts";
import { shownText } from "./tool-context.ts";

/** Earlier results that a model is told of; a run may have hundreds, and the newest matter. */
export const earlierResultsMax = 20;

/**
 * Results of tools that ran in earlier turns of the run, newest first, without their outputs: a model may say that they
 * are there, and may quote only what this turn shows it [S89]. `recorded` is in the order of the journal.
 */
export const earlierResults = (
  recorded: readonly { readonly request: ToolRequest; readonly result: ToolResult }[],
  ofThisTurn: readonly ToolContext[],
): ToolContext[] => {
  const shown = new Set(ofThisTurn.map((one) => one.result?.id));
  return recorded
    .filter(({ result }) => !shown.has(result.id))
    .slice(-earlierResultsMax)
    .toReversed()
    .map(({ request, result }) => create(ToolContextSchema, { request, result }));
};

/** What a reply may rest on: this turn's results with the words of them that were shown, and the earlier ones without any. */
export const groundingResults = (ofThisTurn: readonly ToolContext[], earlier: readonly ToolContext[]): ShownResult[] =>
  [...ofThisTurn, ...earlier].flatMap((one) =>
    one.result ? [{ id: one.result.id, outputText: shownText(one), status: one.result.status }] : [],
  );
