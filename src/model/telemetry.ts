import type { RejectReason } from "./accept.ts";

/** The telemetry buckets of seed 000. */
export type Bucket = "evidence_invalid" | "quote_not_found" | "tool_syntax" | "cot_leak" | "format_error";

/** Total: a new reason does not compile until it has its bucket. */
const buckets: Readonly<Record<RejectReason, Bucket>> = {
  tool_call_invalid_format: "format_error",
  tool_call_multiple: "format_error",
  tool_call_output_limit: "format_error",
  tool_call_nonce_invalid: "tool_syntax",
  tool_call_unknown_tool: "tool_syntax",
  tool_call_invalid_args: "tool_syntax",
  grounding_cot_leak: "cot_leak",
  grounding_tool_syntax: "tool_syntax",
  grounding_evidence_invalid: "evidence_invalid",
  grounding_quote_not_found: "quote_not_found",
};

/** The bucket a rejected attempt counts in [S65]; undefined for `provider_error`, which no model wrote, and for later reasons. */
export const bucketOf = (rejectReason: string): Bucket | undefined =>
  Object.hasOwn(buckets, rejectReason) ? buckets[rejectReason as RejectReason] : undefined;

/**
 * Keys by which a tool call shows in an answer: the envelope's own, and those of the older envelopes (seeds 000, 003,
 * 004). Inside a string of the answer they stand escaped, so prose about a tool call does not count.
 */
const callKeys =
  /(?<!\\)"(?:tool|requests|tool_name|toolName|tool_request|tool_calls?|tool_id)"\s*:|(?<!\\)"tool_call"/;

/** Whether a model's raw answer held a tool call, well formed or not [S69]: what cannot be parsed is read as text. */
export const holdsToolCall = (raw: Uint8Array): boolean => callKeys.test(new TextDecoder().decode(raw));
