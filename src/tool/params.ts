import { toBinary } from "@bufbuild/protobuf";
import { digestOf, type Sha256 } from "#kit/digest.ts";
import { protoName } from "#kit/proto-name.ts";
import { type ToolRequestParams, ToolRequestParamsSchema } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { toolOf } from "./tools.ts";

/** A member of the parameters' oneof. */
export type ParamsMember = NonNullable<ToolRequestParams["params"]["case"]>;

/** The member that belongs to a tool; one that clients execute takes `opaque`. */
export const paramsMemberOf = (toolName: string): ParamsMember => toolOf(toolName)?.member ?? "opaque";

/**
 * Whether the parameters are those of the tool: undefined, or a sentence that says which were expected. Without this a
 * request could name a harmless tool and carry the parameters of another. Lengths and ranges are the wire's to check.
 */
export const checkParams = (toolName: string, params: ToolRequestParams): string | undefined => {
  const expected = toolOf(toolName)?.member;
  const given = params.params.case;
  if (expected === undefined) return `no parameters are known for a tool called ${JSON.stringify(toolName)}`;
  if (given === undefined) return `${toolName} needs its parameters: set \`${protoName(expected)}\``;
  return given === expected
    ? undefined
    : `${toolName} takes \`${protoName(expected)}\`, and the request carries \`${protoName(given)}\``;
};

/** SHA-256 of the encoded parameters, 64 lower-case hex, which an approval is bound to; without unknown fields, which nobody read. */
export const paramsDigest = (params: ToolRequestParams, sha256: Sha256): string =>
  digestOf(toBinary(ToolRequestParamsSchema, params, { writeUnknownFields: false }), sha256);
