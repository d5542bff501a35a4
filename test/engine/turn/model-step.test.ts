import { create, fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { Strictness } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { AttemptGateSchema, ModelAttemptSchema } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import { GuideRequestSchema } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ProviderError } from "../../../src/model/provider.ts";
import { final, type Line, tools, vaultSearch } from "../scripted-model.ts";
import { failureOf, owner, scriptedProfile, TestEngine } from "../support.ts";

const atNeeds = async (strictness: Strictness) => {
  const test = await TestEngine.open({ profiles: [scriptedProfile({ strictness })] });
  const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
  return { test, run };
};

const blob = (test: TestEngine, digest = "") => test.parts.store.getBlob(owner, digest);

const attempts = async (test: TestEngine, runId: string) => {
  const { rows } = await test.views.artifacts(runId, ModelAttemptSchema.typeName, undefined, 100);
  const bytes = await Promise.all(rows.map(({ ref }) => blob(test, ref?.digest)));
  return bytes.map((one) => fromBinary(ModelAttemptSchema, one));
};
const gates = async (test: TestEngine, runId: string) =>
  (await attempts(test, runId)).map((one) => [
    one.reformat,
    AttemptGateSchema.value[one.gate]?.localName,
    one.repairs.join(),
  ]);

const fenced =
  (line: Line): Line =>
  (request, signal) =>
    `Sure!\n\`\`\`json\n${JSON.stringify(line(request, signal))}\n\`\`\``;

const guide = (test: TestEngine, run: { command(): object }, more: object = {}) =>
  test.engine.guide(create(GuideRequestSchema, { ...run.command(), ...more }));

describe("a turn whose profile says REPAIR", () => {
  it("mends, runs what was asked for, and keeps the object that was judged beside the raw output", async () => {
    const { test, run } = await atNeeds(Strictness.REPAIR);
    test.model.say(fenced(tools(vaultSearch("brief"))), final());
    const { toolResultLog } = await guide(test, run);
    expect(toolResultLog?.results).toHaveLength(1);
    expect(await gates(test, run.runId)).toEqual([
      [0, "ACCEPTED", "prose,fence"],
      [0, "ACCEPTED", ""],
    ]);
    const [first] = await attempts(test, run.runId);
    expect(Buffer.from(await blob(test, first?.slice?.digest)).toString()).toMatch(/^\{"nonce".*\}$/);
  });

  it("asks for the form twice, shows the model its own words and nothing else, then gives them as text", async () => {
    const { test, run } = await atNeeds(Strictness.REPAIR);
    test.model.say(
      () => "Pin the letter first.",
      () => "no",
      () => "no",
    );
    const { conversationLog } = await guide(test, run);
    expect(conversationLog?.entries.at(-1)).toMatchObject({
      text: "Pin the letter first.",
      stopReason: "tool_call_invalid_format",
    });
    expect(await gates(test, run.runId)).toEqual([
      [0, "REFORMAT", ""],
      [1, "REFORMAT", ""],
      [2, "TEXT", ""],
    ]);
    const again = test.model.asked.at(-1);
    expect([again?.context, again?.reformat]).toEqual([undefined, 2]);
    expect(again?.prompt.split("\n").slice(-1)).toEqual(["  | no"]);
  });

  it("stops where a tool was required", async () => {
    const { test, run } = await atNeeds(Strictness.REPAIR);
    test.model.say(
      () => "Pin the letter first.",
      () => "no",
      () => "no",
    );
    const failure = await failureOf(guide(test, run, { requireTool: true }));
    expect(failure).toMatchObject({
      reason: "MODEL_TURN_REJECTED",
      facts: { model_reason: "tool_call_invalid_format" },
    });
  });
});

describe("a turn that must ask for a tool", () => {
  it("is refused a final answer, and takes one once it has asked", async () => {
    const { test, run } = await atNeeds(Strictness.STRICT);
    test.model.say(final());
    expect(await failureOf(guide(test, run, { requireTool: true }))).toMatchObject({ reason: "MODEL_TURN_REJECTED" });
    await run.refresh();
    test.model.say(tools(vaultSearch("brief")), final());
    await guide(test, run, { requireTool: true });
    expect(test.model.asked.map((one) => one.context?.requireTool)).toEqual([true, true, false]);
  });

  it("is refused before a model is asked where no tool may be", async () => {
    const { test, run } = await atNeeds(Strictness.STRICT);
    const failure = await failureOf(guide(test, run, { requireTool: true, skipTools: true }));
    expect([failure.reason, test.model.asked]).toEqual(["TOOL_REFUSED", []]);
  });
});

describe("a later turn of a run", () => {
  it("is told of earlier results and of what a short message is about", async () => {
    const { test, run } = await atNeeds(Strictness.STRICT);
    test.model.say(tools(vaultSearch("brief")), final({ message: "Two letters have candidates." }));
    const { toolResultLog } = await guide(test, run);
    await run.refresh();
    test.model.say(final({ message: "I searched the vault before." }));
    await guide(test, run, { userPrompt: "that one too" });
    const asked = test.model.asked.at(-1);
    expect(asked?.context?.earlierResults.map((one) => one.result?.id)).toEqual(
      toolResultLog?.results.map((one) => one.id),
    );
    expect(asked?.context?.retrievalSeed).toBe("Two letters have candidates.");
  });
});

describe("a provider that fails half way", () => {
  it("leaves what had come and what it cost in the record", async () => {
    const { test, run } = await atNeeds(Strictness.STRICT);
    const partial = { raw: new TextEncoder().encode('{"nonce'), inputTokens: 9, outputTokens: 3 };
    test.model.say(() => Promise.reject(new ProviderError("scripted", "truncated", partial)));
    expect(await failureOf(guide(test, run))).toMatchObject({ reason: "UPSTREAM_UNAVAILABLE" });
    const [attempt] = await attempts(test, run.runId);
    expect(attempt).toMatchObject({ rejectReason: "provider_error", inputTokens: 9, outputTokens: 3 });
    expect(Buffer.from(await blob(test, attempt?.rawOutput?.digest)).toString()).toBe('{"nonce');
  });
});
