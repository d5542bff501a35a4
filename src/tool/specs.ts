import type { ToolSpec } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { allTools } from "./tools.ts";

/**
 * Every built-in tool as ListTools gives it, in order of name. `available` is false here: which of them a server can run
 * is known only to the holder of its executors.
 */
export const toolSpecs: readonly ToolSpec[] = allTools.map(({ spec }) => spec);
