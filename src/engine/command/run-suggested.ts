import { create } from "@bufbuild/protobuf";
import {
  type ExecuteToolRequestRequest,
  ExecuteToolRequestRequestSchema,
  type ExecuteToolRequestResponse,
  ExecuteToolRequestResponseSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { RequestToolRequestSchema } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { suggestedSearch } from "../../run/suggested.ts";
import { sha256Hex } from "../../sha256.ts";
import { requestTool } from "./request-tool.ts";
import type { ToolCommandParts } from "./tool-answers.ts";

/**
 * Runs a search that the needs suggest: it is recorded as the caller's own request, which the policy judges as any other, and then
 * runs. `execute` runs a recorded request. Under a key that was answered before, the recorded answer is given.
 */
export const runSuggested = (
  parts: ToolCommandParts,
  request: ExecuteToolRequestRequest,
  execute: (request: ExecuteToolRequestRequest) => Promise<ExecuteToolRequestResponse>,
): Promise<ExecuteToolRequestResponse> => {
  const { runId, requestId, idempotencyKey, expectedVersion, confirmed } = request;
  if (runId === "" || idempotencyKey === "" || request.dryRun)
    throw new DomainError("REQUEST_INVALID", worded("error.a-suggested-search-is-run-with-run-id-and"));
  const key = parts.commands.key(runId, ExecuteToolRequestRequestSchema, request);
  return parts.commands.once(key, ExecuteToolRequestResponseSchema, async () => {
    const run = await parts.runs.load(runId);
    const { material } = await parts.runs.input(run, parts.runs.user);
    const suggested = suggestedSearch(material.needs, requestId);
    if (suggested?.params === undefined) throw noLongerSuggested(requestId);
    const { toolName, params, reason, slotId } = suggested;
    // A key of its own, so that a call that was cut off between the two finds the request it made.
    const asked = sha256Hex(new TextEncoder().encode(`suggested\n${idempotencyKey}`));
    const recorded = await requestTool(
      parts,
      create(RequestToolRequestSchema, {
        runId,
        idempotencyKey: asked,
        expectedVersion,
        toolName,
        params,
        reason,
        slotId,
      }),
    );
    const of = create(ExecuteToolRequestRequestSchema, { requestId: recorded.request?.id ?? "", confirmed });
    return parts.commands.answer(key, ExecuteToolRequestResponseSchema, await execute(of));
  });
};

const noLongerSuggested = (requestId: string): DomainError =>
  new DomainError("TOOL_REQUEST_NOT_FOUND", worded("error.is-not-suggested-or-no-more-read-the-runs", { requestId }), {
    request_id: requestId,
  });
