import type { ToolRequestParams } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { memberOf } from "../tool/params.ts";

/** A member of the parameters' oneof. */
export type ParamsMember = NonNullable<ToolRequestParams["params"]["case"]>;

/** The member of ToolRequestParams that belongs to a tool, by the policy's own table; another server's tool takes `opaque`. */
export const paramsMemberOf = (toolName: string): ParamsMember => memberOf.get(toolName) ?? "opaque";
