import type { PendingToolRequest } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { ToolRequest } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { PendingToolCall, ToolSpec } from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import type { Connection } from "../../client/connection.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";

/** A request that waits, with everything that is shown of it. */
export interface WaitingCall {
  readonly call: PendingToolCall;
  readonly request: ToolRequest;
  readonly pending: PendingToolRequest;
}

/** What waits, in one run or in all, oldest first. */
export const waitingCalls = async ({ tools }: Connection, runId: string): Promise<WaitingCall[]> => {
  const calls: WaitingCall[] = [];
  for (let pageToken = ""; ; ) {
    const page = await tools.listPending({ runId, pageSize: 100, pageToken });
    for (const call of page.pending)
      if (call.request && call.pending) calls.push({ call, request: call.request, pending: call.pending });
    if (page.nextPageToken === "") return calls;
    pageToken = page.nextPageToken;
  }
};

/** The waiting request of that id. Errors: TOOL_REQUEST_NOT_FOUND. */
export const waitingCall = async (connection: Connection, requestId: string): Promise<WaitingCall> => {
  const found = (await waitingCalls(connection, "")).find(({ request }) => request.id === requestId);
  if (found) return found;
  throw new DomainError(
    "TOOL_REQUEST_NOT_FOUND",
    worded("command.does-not-wait-pincite-tool-pending-lists-what", { requestId, requestId2: requestId }),
  );
};

/** The tool of that name. Errors: REQUEST_INVALID. */
export const toolNamed = async ({ tools }: Connection, name: string): Promise<ToolSpec> => {
  const { tools: specs } = await tools.listTools({});
  const spec = specs.find((each) => each.name === name);
  if (spec) return spec;
  throw new DomainError("REQUEST_INVALID", worded("command.there-is-no-tool-pincite-tool-list-lists", { name }));
};
