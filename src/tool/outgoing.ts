import type { ToolRequestParams } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { Outgoing } from "./leaves.ts";
import { withTool } from "./tools.ts";

/** What of a request would leave for LawBot, as its tool declares it; nothing for tools of the Vault and of clients. */
export const outgoing = (params: ToolRequestParams): Outgoing => {
  const given = withTool(params);
  return given ? given.tool.leaving(given.value) : { texts: [], ids: [] };
};
