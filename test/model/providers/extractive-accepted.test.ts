import { create } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ModelRequestSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { acceptTurn } from "../../../src/model/accept.ts";
import { extractiveProvider } from "../../../src/model/providers/extractive/provider.ts";
import { draws } from "../../support/draws.ts";
import { anyContext } from "../contexts.ts";

const stages = Object.entries(OrchestratorState).filter(([, state]) => state !== OrchestratorState.UNSPECIFIED);

describe("every answer of the extractive provider", () => {
  it.each(stages)("passes the strict checks in %s, whatever the context holds", async (_name, state) => {
    const provider = extractiveProvider();
    await fc.assert(
      fc.asyncProperty(anyContext(state), async (context) => {
        const request = create(ModelRequestSchema, { nonce: "n-7", context });
        const { raw } = await provider.generate(request, new AbortController().signal);
        const decision = acceptTurn(raw, {
          nonce: "n-7",
          state,
          allowedTools: context.allowedTools,
          searches: context.allowedTools,
          finalOnly: context.finalOnly,
          requestsMax: 20,
          outputBytesMax: 262_144,
          toolResults: [],
        });
        expect(decision, decision.ok ? "" : decision.firstFailure).toMatchObject({ ok: true });
      }),
      { numRuns: draws(20) },
    );
  });

  it("is the same bytes for the same request", async () => {
    await fc.assert(
      fc.asyncProperty(anyContext(OrchestratorState.EVIDENCE_NEEDS), async (context) => {
        const request = create(ModelRequestSchema, { nonce: "n", context });
        const signal = new AbortController().signal;
        const [one, other] = [
          await extractiveProvider().generate(request, signal),
          await extractiveProvider().generate(request, signal),
        ];
        expect(Buffer.from(one.raw).equals(Buffer.from(other.raw))).toBe(true);
      }),
      { numRuns: draws(10) },
    );
  });
});
