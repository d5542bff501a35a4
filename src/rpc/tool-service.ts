import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  ListPendingRequestSchema,
  ListPendingResponseSchema,
  ListToolCallsRequestSchema,
  ListToolCallsResponseSchema,
  ListToolsResponseSchema,
  type ToolService,
  ToolSpecSchema,
} from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import type { Engine } from "../engine/engine.ts";
import { explainToolCall } from "../engine/read/explain.ts";
import { pendingCalls } from "../engine/read/pending.ts";
import type { Views } from "../engine/read/views.ts";
import { type Paging, pageSize } from "./paging.ts";

/** ToolService: which tools there are, asking for one as a user, and what was run. */
export const toolService = (engine: Engine, views: Views, paging: Paging): ServiceImpl<typeof ToolService> => ({
  listTools() {
    const { catalogue, availableTools } = engine.runs;
    const tools = catalogue.specs.map((spec) =>
      create(ToolSpecSchema, { ...spec, available: availableTools.includes(spec.name) }),
    );
    return create(ListToolsResponseSchema, { tools });
  },

  requestTool: (request) => engine.requestTool(request),
  decideToolRequest: (request) => engine.answerToolRequest(request),
  submitToolResult: (request, { signal }) => engine.submitToolResult(request, signal),
  revokeToolGrant: (request) => engine.revokeGrant(request),

  async listPending(request) {
    const after = paging.decode(ListPendingRequestSchema, request);
    const { rows, next } = await pendingCalls(engine.runs, request.runId, after, pageSize(request.pageSize));
    const nextPageToken = paging.encode(ListPendingRequestSchema, request, next);
    return create(ListPendingResponseSchema, { pending: [...rows], nextPageToken });
  },

  explainToolCall: ({ id }) => explainToolCall(engine.runs, engine.tools, id),

  async listToolCalls(request) {
    const after = paging.decode(ListToolCallsRequestSchema, request);
    const { rows, next } = await views.toolCalls(request.runId, after, pageSize(request.pageSize));
    const nextPageToken = paging.encode(ListToolCallsRequestSchema, request, next);
    return create(ListToolCallsResponseSchema, { calls: [...rows], nextPageToken });
  },
});
