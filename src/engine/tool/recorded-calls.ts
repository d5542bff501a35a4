import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import {
  type ToolRequest,
  ToolRequestSchema,
  type ToolResult,
  ToolResultSchema,
} from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import type { ToolOutput } from "../run/ports.ts";
import type { Runs } from "../run/runs.ts";

/** A tool call that is recorded: its request, its result, and what the result put out. */
export interface RecordedCall {
  readonly request: ToolRequest;
  readonly requestRef: ArtifactRef;
  readonly result?: ToolResult;
  readonly resultRef?: ArtifactRef;
}

/** A finished call with its output as stored. */
export interface FinishedCall extends RecordedCall {
  readonly result: ToolResult;
  readonly output: ToolOutput | undefined;
}

/** A recorded call by the id of its request or result, with the run it belongs to. Errors: TOOL_REQUEST_NOT_FOUND. */
export const callById = async (runs: Runs, id: string): Promise<{ runId: string; call: RecordedCall }> => {
  const index = id.startsWith("receipt:") ? undefined : await runs.recorded.call(id);
  if (!index?.request) throw noSuchCall(id);
  const { reader } = runs;
  const call = { request: await reader.read(ToolRequestSchema, index.request), requestRef: index.request };
  if (!index.result) return { runId: index.runId, call };
  const result = await reader.read(ToolResultSchema, index.result);
  return { runId: index.runId, call: { ...call, resultRef: index.result, result } };
};

/** A call that has a result, with its output as stored. */
export const finishedCall = async ({ reader }: Runs, call: RecordedCall): Promise<FinishedCall> => {
  const { result } = call;
  if (!result) throw new Error(`${call.request.id} has no result yet`);
  const ref = result.outputRef;
  return { ...call, result, output: ref && { kind: ref.kind, bytes: await reader.bytes(ref.digest) } };
};

/** What a caller is told who names a call that is not there, or not theirs. */
export const noSuchCall = (id: string): DomainError =>
  new DomainError("TOOL_REQUEST_NOT_FOUND", worded("error.there-is-no-here-listtoolcalls-lists-a-runs", { id }), {
    id,
  });
