import { create } from "@bufbuild/protobuf";
import {
  type ExecuteToolRequestResponse,
  ExecuteToolRequestResponseSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { ToolResultStatus as Status, ToolResultSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { rateLimited } from "../tool/rate-limits.ts";
import type { RecordedCall } from "../tool/tool-calls.ts";
import { isClientRun, isMutating, judge } from "../tool/tool-judgement.ts";
import { performTool } from "../tool/tool-perform.ts";
import { standingNow, type ToolCommandParts } from "./tool-answers.ts";

/**
 * What a tool that changes something would do, asked of the tool itself; nothing changes and nothing is recorded, so it
 * needs no confirmation and no key. Errors: REQUEST_INVALID for a tool that changes nothing, TOOL_REFUSED, RATE_LIMITED.
 */
export const dryRun = async (
  { runs, tools }: ToolCommandParts,
  runId: string,
  { request, requestRef }: RecordedCall,
): Promise<ExecuteToolRequestResponse> => {
  const { toolName, params } = request;
  const spec = runs.catalogue.of(toolName);
  if (!isMutating(spec) || isClientRun(spec))
    throw new DomainError(
      "REQUEST_INVALID",
      worded("error.dry-run-changes-nothing-here-run-it-as-it-is", { toolName }),
      { tool_name: toolName },
    );
  const run = await runs.load(runId);
  const input = await runs.input(run, runs.user);
  const answer = judge(runs, input, { toolName, requester: "user", ...(params ? { params } : {}) });
  if (answer.decision === "REFUSE") throw new DomainError("TOOL_REFUSED", `${answer.reason}.`, { tool_name: toolName });
  const waitMs = await tools.limits.take(runId, input.material.profile);
  if (waitMs > 0) throw rateLimited(waitMs);
  const outcome = await performTool(runs, request, run.snapshot, new AbortController().signal, true);
  const { summary, reason, refinedQuery } = outcome;
  const dryRunResult = create(ToolResultSchema, {
    requestId: request.id,
    runId,
    summary,
    reason,
    refinedQuery,
    requestRef,
    executor: "server",
    status: Status[outcome.status],
    createdAtIso: runs.nowIso(),
  });
  return create(ExecuteToolRequestResponseSchema, { dryRunResult, ...(await standingNow(runs, runId)) });
};
