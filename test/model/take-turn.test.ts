import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ArtifactRefSchema } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import { Strictness } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { AttemptGate } from "../../gen/pincite/model/v1/model_call_pb.ts";
import { ProviderError } from "../../src/model/provider.ts";
import type { Attempt } from "../../src/model/repair.ts";
import { attemptMessage, failedMessage, takeTurn } from "../../src/model/take-turn.ts";
import { modelRequest } from "./providers/stand-in.ts";
import { expectedTurn, searchTurn, utf8 } from "./turns.ts";

const fenced = { raw: utf8(`\`\`\`${JSON.stringify(searchTurn())}\`\`\``), inputTokens: 3, outputTokens: 4 };
const clean = { raw: utf8(searchTurn()), inputTokens: 3, outputTokens: 4 };

const taken = async (output: typeof clean, strictness: Strictness) => {
  const attempts: Attempt[] = [];
  const asked: number[] = [];
  const result = await takeTurn(output, expectedTurn(), strictness, {
    record: async (attempt) => void attempts.push(attempt),
    reformat: async ({ number }) => void asked.push(number),
  });
  return { ok: result.ok, attempts, asked };
};

describe("taking a model's output", () => {
  it("is strict unless the profile says otherwise, and asks nobody again", async () => {
    for (const strictness of [Strictness.UNSPECIFIED, Strictness.STRICT]) {
      expect((await taken(clean, strictness)).ok).toBe(true);
      const refused = await taken(fenced, strictness);
      expect([refused.ok, refused.asked]).toEqual([false, []]);
      expect(refused.attempts).toMatchObject([
        { slice: undefined, repairs: [], rejectReason: "tool_call_invalid_format", gate: AttemptGate.STOPPED },
      ]);
    }
  });

  it("mends where the profile says REPAIR", async () => {
    const mended = await taken(fenced, Strictness.REPAIR);
    expect(mended.ok).toBe(true);
    expect(mended.attempts).toMatchObject([{ repairs: ["fence"], rejectReason: "", gate: AttemptGate.ACCEPTED }]);
  });
});

describe("the record of an attempt", () => {
  const ref = (letter: string) => create(ArtifactRefSchema, { kind: "opaque:model-output", digest: letter.repeat(64) });
  const of = {
    request: modelRequest({ nonce: "n-1", step: 2, reformat: 1 }),
    ...{ model: "anthropic/m-1", manifest: ref("a"), rawOutput: ref("b"), slice: ref("c") },
  };

  it("names the call, what was shown and said, what was mended and what followed", async () => {
    const [attempt] = (await taken(fenced, Strictness.REPAIR)).attempts;
    expect(attemptMessage(attempt!, of)).toMatchObject({
      ...{ turnId: "turn:1", step: 2, nonce: "n-1", reformat: 1, model: "anthropic/m-1" },
      ...{ manifest: ref("a"), rawOutput: ref("b"), slice: ref("c"), repairs: ["fence"], gate: AttemptGate.ACCEPTED },
      ...{ inputTokens: 3, outputTokens: 4, rejectReason: "" },
    });
  });

  it("of a call that failed keeps what was paid for, and no word of the other side", () => {
    const error = new ProviderError("anthropic", "truncated", clean);
    expect(failedMessage(error, { ...of, slice: undefined })).toMatchObject({
      ...{ rejectReason: "provider_error", inputTokens: 3, outputTokens: 4, gate: AttemptGate.STOPPED },
      firstFailure: error.message,
    });
    const nothing = failedMessage(new ProviderError("anthropic", "unreachable"), {
      ...of,
      rawOutput: undefined,
      slice: undefined,
    });
    expect([nothing.rawOutput, nothing.slice, nothing.inputTokens]).toEqual([undefined, undefined, 0]);
  });
});
