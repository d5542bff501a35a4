import type { ToolSpec } from "../../gen/pincite/tool/v1/tool_service_pb.ts";
import { allTools, toolOf } from "./tools.ts";

/**
 * Every built-in tool as ListTools gives it, in order of name. `available` is false here: which of them a server can run
 * is known only to the holder of its executors.
 */
export const toolSpecs: readonly ToolSpec[] = allTools.map(({ spec }) => spec);

/** The tool of that exact name; undefined when there is none. */
export const specOf = (name: string): ToolSpec | undefined => toolOf(name)?.spec;
