import { toJsonString } from "@bufbuild/protobuf";
import { type ToolRequestParams, ToolRequestParamsSchema } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { isObject } from "./shape.ts";
import { readJson } from "./strict-json.ts";

/** What a guard said about one tool request. */
export interface GuardAnswer {
  readonly allow: boolean;
  /** In its own words, at most 300 characters. */
  readonly reason: string;
}

const reasonCharsMax = 300;

/** JSON Schema (2020-12) of a guard's whole output: one object, nothing beside it. */
export const guardAnswerSchema = (nonce: string): string =>
  JSON.stringify({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      nonce: { const: nonce },
      decision: { enum: ["ALLOW", "DENY"] },
      reason: { type: "string", minLength: 1, maxLength: reasonCharsMax },
    },
    required: ["nonce", "decision", "reason"],
    additionalProperties: false,
  });

/**
 * Reads a guard's output as strictly as a model's: exactly one object with exactly these three keys, and the nonce of
 * this question. Anything else is a sentence that says what was wrong; who asked takes that for a refusal.
 */
export const readGuardAnswer = (raw: Uint8Array, nonce: string): GuardAnswer | string => {
  const reading = readJson(raw);
  if (!reading.ok) return reading.problem;
  const { value } = reading;
  if (!isObject(value)) return "the output is JSON and not an object";
  const other = Object.keys(value).find((key) => !["nonce", "decision", "reason"].includes(key));
  if (other !== undefined) return "the output has a key that does not belong there";
  const { nonce: given, decision, reason } = value;
  if (given !== nonce) return "the nonce is not that of this question";
  if (decision !== "ALLOW" && decision !== "DENY") return "the decision is neither ALLOW nor DENY";
  if (typeof reason !== "string" || reason.trim() === "" || [...reason].length > reasonCharsMax)
    return `the reason is missing or longer than ${reasonCharsMax} characters`;
  return { allow: decision === "ALLOW", reason: reason.trim() };
};

/** The parameters of a request as a guard is shown them: proto3-JSON. */
export const paramsText = (params: ToolRequestParams): string => toJsonString(ToolRequestParamsSchema, params);
