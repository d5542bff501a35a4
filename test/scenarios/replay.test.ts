import { fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { ModelAttemptSchema } from "../../gen/pincite/model/v1/model_call_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { ToolExecutor, ToolOutcome } from "../../src/engine/run/ports.ts";
import type { ModelProvider } from "../../src/model/provider.ts";
import { final, tools, vaultSearch } from "../engine/scripted-model.ts";
import { owner, TestEngine } from "../engine/support.ts";

/** A memo from intent to end, with turns and tools on the way. */
const write = async (test: TestEngine) => {
  const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
  await run.guide({ userPrompt: "Zoek de toezegging." });
  await run.to(S.DRAFT);
  await run.settle();
  await run.rewind(S.SPAN_RESOLUTION);
  await run.guide({ userPrompt: "Klopt dit?" });
  await run.to(S.DRAFT);
  await run.settle();
  await run.advance();
  return run;
};

/** What the model said and what the tools answered, from the store of a run alone. */
const recordings = async (test: TestEngine, runId: string) => {
  const content = (digest = "") => test.parts.store.getBlob(owner, digest);
  const { rows } = await test.views.artifacts(runId, ModelAttemptSchema.typeName, undefined, 1_000);
  const said: Uint8Array[] = [];
  for (const { ref } of rows) {
    const { rawOutput } = fromBinary(ModelAttemptSchema, await content(ref?.digest));
    said.push(await content(rawOutput?.digest));
  }
  const answered: ToolOutcome[] = [];
  for (const { result } of (await test.views.toolCalls(runId, undefined, 1_000)).rows) {
    if (!result) continue;
    const { status, summary, refinedQuery, reason, outputRef } = result;
    const bytes = await content(outputRef?.digest);
    answered.push({
      ...{ status: status === ToolResultStatus.EMPTY ? "EMPTY" : "OK", summary, refinedQuery, reason },
      output: { kind: outputRef?.kind ?? "", bytes },
    });
  }
  return { said, answered };
};

describe("a run replayed with what its model and its tools answered then", () => {
  it("comes to the same bytes: every event, every artifact", async () => {
    const first = await TestEngine.open();
    first.model.say(tools(vaultSearch("opleiding", "slot:1")), final({ message: "Gevonden." }), final());
    const run = await write(first);
    const { said, answered } = await recordings(first, run.runId);
    expect([said.length, answered.length]).toEqual([3, 4]);

    const model: ModelProvider = {
      name: "scripted",
      generate: async () => ({ raw: said.shift() ?? new Uint8Array(), inputTokens: 10, outputTokens: 5 }),
    };
    const recorded: ToolExecutor = {
      tools: first.tools.tools,
      run: async () => answered.shift() ?? { status: "ERROR", summary: "", refinedQuery: "", reason: "" },
    };
    const second = await TestEngine.open({ tools: recorded, providers: new Map([[model.name, model]]) });
    const again = await write(second);
    const listed = (test: TestEngine) => test.views.artifacts(run.runId, "", undefined, 1_000);
    expect(await listed(second)).toEqual(await listed(first));
    expect(again.context).toEqual(run.context);
    expect(await second.parts.store.head(owner, run.runId)).toEqual(await first.parts.store.head(owner, run.runId));
    expect([said.length, answered.length]).toEqual([0, 0]);
  });
});
