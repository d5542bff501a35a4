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
import type { Paging } from "./paging.ts";

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
    const { rows, nextPageToken } = await paging.page(ListPendingRequestSchema, request, (key, limit) =>
      pendingCalls(engine.runs, request.runId, key, limit),
    );
    return create(ListPendingResponseSchema, { pending: rows, nextPageToken });
  },

  explainToolCall: ({ id }) => explainToolCall(engine.runs, engine.tools, id),

  async listToolCalls(request) {
    const { rows, nextPageToken } = await paging.page(ListToolCallsRequestSchema, request, (key, limit) =>
      views.toolCalls(request.runId, key, limit),
    );
    return create(ListToolCallsResponseSchema, { calls: rows, nextPageToken });
  },
});
