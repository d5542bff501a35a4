import type { ModelRequest } from "../../gen/pincite/model/v1/model_call_pb.ts";

/** What a provider put out, untouched, and what it counted; zero tokens where it does not count. */
export interface ModelOutput {
  readonly raw: Uint8Array;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * Answers one ModelRequest. It sees the request and nothing else: no Vault, no LawBot, no store. What it puts out is
 * hostile input until `acceptTurn` has taken it.
 *
 * Errors of `generate`: UPSTREAM_UNAVAILABLE (nothing came back), CANCELLED (the signal).
 */
export interface ModelProvider {
  /** As WorkflowProfile.provider names it, such as `extractive`. */
  readonly name: string;
  generate(request: ModelRequest, signal: AbortSignal): Promise<ModelOutput>;
}

/** SHA-256 of bytes, handed in. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;
