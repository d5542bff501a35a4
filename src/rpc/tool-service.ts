import { create } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import {
  ListToolCallsRequestSchema,
  ListToolCallsResponseSchema,
  ListToolsResponseSchema,
  type ToolService,
  ToolSpecSchema,
} from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import type { Engine } from "../engine/engine.ts";
import type { Views } from "../engine/views.ts";
import { toolSpecs } from "../tool/specs.ts";
import { type Paging, pageSize } from "./paging.ts";

/** ToolService: which tools there are, asking for one as a user, and what was run. */
export const toolService = (
  engine: Engine,
  views: Views,
  paging: Paging,
  available: readonly string[],
): ServiceImpl<typeof ToolService> => ({
  listTools: () =>
    create(ListToolsResponseSchema, {
      tools: toolSpecs
        .map((spec) => create(ToolSpecSchema, { ...spec, available: available.includes(spec.name) }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    }),

  requestTool: (request) => engine.requestTool(request),

  async listToolCalls(request) {
    const after = paging.decode(ListToolCallsRequestSchema, request);
    const { rows, next } = await views.toolCalls(request.runId, after, pageSize(request.pageSize));
    const nextPageToken = paging.encode(ListToolCallsRequestSchema, request, next);
    return create(ListToolCallsResponseSchema, { calls: [...rows], nextPageToken });
  },
});
