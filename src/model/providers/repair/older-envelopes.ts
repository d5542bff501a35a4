import { paramsMemberOf } from "../../../tool/params.ts";
import { isObject } from "../shape.ts";
import type { JsonValue } from "../strict-json.ts";

/** Which older envelope a value is, and the ModelTurn it says, as JSON. */
export interface Translated {
  readonly repair: "envelope_000" | "envelope_003" | "envelope_004";
  readonly turn: JsonValue;
}

/** Those envelopes had no reason; the record says so in words of ours. */
const noReason = "no reason given (older envelope)";

/**
 * Reads the tool calls of seeds 000, 003 and 004 where they fit to the last key, and writes them as a ModelTurn.
 * Arguments are carried over as they are. So is the nonce: 003 and 004 had none, and none is made up here, because only
 * the nonce tells the model's own call from one that stands in a document it quotes. Undefined: it is none of the three.
 */
export const translateOlder = (value: JsonValue): Translated | undefined => {
  if (!isObject(value)) return undefined;
  const { nonce, ...rest } = value;
  const turn = seed000(rest) ?? seed003(rest) ?? seed004(rest);
  if (!turn) return undefined;
  return {
    repair: turn.repair,
    turn: { ...(nonce === undefined ? {} : { nonce }), tool: { requests: [turn.request] } },
  };
};

type Rest = { [key: string]: JsonValue };
type Call = { repair: Translated["repair"]; request: JsonValue } | undefined;

const hasExactly = (value: Rest, ...keys: string[]): boolean =>
  Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key));

/** `{tool, args}`, or the decision object `{action: "tool", tool, args}`. */
const seed000 = (value: Rest): Call => {
  const decision = value.action === "tool" && hasExactly(value, "action", "tool", "args");
  if (!decision && !hasExactly(value, "tool", "args")) return undefined;
  return call("envelope_000", value.tool, value.args, noReason);
};

/** `{tool_request: {tool_id, reason, inputs}}`. */
const seed003 = (value: Rest): Call => {
  const inner = value.tool_request;
  if (!hasExactly(value, "tool_request") || !isObject(inner)) return undefined;
  if (!hasExactly(inner, "tool_id", "reason", "inputs")) return undefined;
  return call("envelope_003", inner.tool_id, inner.inputs, inner.reason);
};

/** `{type: "tool_call", name, args}`. */
const seed004 = (value: Rest): Call =>
  value.type === "tool_call" && hasExactly(value, "type", "name", "args")
    ? call("envelope_004", value.name, value.args, noReason)
    : undefined;

const call = (
  repair: Translated["repair"],
  toolName: JsonValue | undefined,
  args: JsonValue | undefined,
  reason: JsonValue | undefined,
): Call => {
  if (typeof toolName !== "string" || typeof reason !== "string" || !isObject(args)) return undefined;
  const member = paramsMemberOf(toolName);
  // A tool of somebody else takes encoded bytes, which no older envelope held; it is left without parameters.
  const params = member === "opaque" ? {} : { [member]: args };
  return { repair, request: { toolName, reason, params } };
};
