import { type DescMessage, fromJson, type JsonValue as ProtoJson, toBinary } from "@bufbuild/protobuf";
import type { ClientTool } from "../../tool/catalogue.ts";
import { checkClientParams } from "../../tool/request-params.ts";
import { checkShape, isObject, memberOf, type ShapeFailure } from "./shape.ts";
import type { JsonValue } from "./strict-json.ts";

/** The client-executed tools by name; undefined for every other tool. */
export type ClientTools = (toolName: string) => ClientTool | undefined;

/** An answer in which the parameters of client-executed tools stand as bytes; or the first place where they are wrong. */
export interface WithClientParams {
  readonly value: JsonValue;
  readonly failure: ShapeFailure | undefined;
}

/**
 * A model writes the parameters of a client-executed tool as the proto3-JSON of their own message, under `opaque`. Here
 * they become OpaqueParams: type name and bytes, as a person approves and a client gets them. As strict as the rest:
 * known keys once, no null in a list, enum values by name, the message's own rules.
 */
export const withClientParams = (value: JsonValue, clientTools: ClientTools): WithClientParams => {
  const requests = memberOf(memberOf(value, "tool", "tool"), "requests", "requests");
  if (!Array.isArray(requests)) return { value, failure: undefined };
  let failure: ShapeFailure | undefined;
  const mapped = requests.map((request, at): JsonValue => {
    const name = memberOf(request, "toolName", "tool_name");
    const desc = typeof name === "string" ? clientTools(name)?.params : undefined;
    const params = memberOf(request, "params", "params");
    const written = memberOf(params, "opaque", "opaque");
    if (!desc || !isObject(request) || !isObject(params) || written === undefined) return request;
    const read = readParams(desc, written, `tool.requests[${at}].params.opaque`);
    if ("problem" in read) {
      failure ??= read;
      return request;
    }
    const opaque = { typeName: desc.typeName, value: Buffer.from(read.bytes).toString("base64") };
    return { ...request, params: { ...params, opaque } };
  });
  return { value: withRequests(value, mapped), failure };
};

const readParams = (desc: DescMessage, written: JsonValue, path: string): { bytes: Uint8Array } | ShapeFailure => {
  const failure = checkShape(desc, written, path);
  if (failure) return failure;
  try {
    const bytes = toBinary(desc, fromJson(desc, written as ProtoJson, { ignoreUnknownFields: false }));
    const problem = checkClientParams(desc, bytes);
    return problem === undefined ? { bytes } : { path, problem };
  } catch {
    // The decoder's words may hold the model's text, so they are not passed on.
    return { path, problem: "a value is outside the range of its field" };
  }
};

/** The names are `tool` and `requests` in JSON and proto alike. */
const withRequests = (value: JsonValue, requests: JsonValue[]): JsonValue => {
  const tool = memberOf(value, "tool", "tool");
  return isObject(value) && isObject(tool) ? { ...value, tool: { ...tool, requests } } : value;
};
