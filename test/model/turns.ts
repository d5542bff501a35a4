import { createHash } from "node:crypto";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import type { ExpectedTurn } from "../../src/model/accept.ts";

/** A step in EVIDENCE_NEEDS in which two tools may be asked for. */
export const expectedTurn = (change: Partial<ExpectedTurn> = {}): ExpectedTurn => ({
  nonce: "n-1",
  state: OrchestratorState.EVIDENCE_NEEDS,
  allowedTools: ["vault.search", "lawbot.search"],
  finalOnly: false,
  requestsMax: 2,
  outputBytesMax: 100_000,
  toolResults: [],
  ...change,
});

export const utf8 = (value: unknown): Uint8Array =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));

/** A clean search request; fields of the request may be overwritten. */
export const searchTurn = (change: Record<string, unknown> = {}, nonce = "n-1") => ({
  nonce,
  tool: {
    requests: [
      { toolName: "vault.search", reason: "Look for it", params: { vaultSearch: { query: "promise" } }, ...change },
    ],
  },
});

/** A clean final answer; fields may be overwritten. */
export const finalAnswer = (change: Record<string, unknown> = {}) => ({
  nonce: "n-1",
  final: { message: "Two slots have candidates.", nextAction: "Review evidence checklist", ...change },
});

export const sha256 = (bytes: Uint8Array): Uint8Array => createHash("sha256").update(bytes).digest();
