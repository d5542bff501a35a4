import { create, fromBinary } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { TurnBudgetSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { ModelAttemptSchema } from "../../gen/pincite/model/v1/model_call_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { DomainError } from "../../src/error.ts";
import { final, type Line, tools, vaultSearch } from "./scripted-model.ts";
import { failureOf, owner, scriptedProfile, TestEngine } from "./support.ts";

const atNeeds = async (change: Parameters<typeof TestEngine.open>[0] = {}) => {
  const test = await TestEngine.open(change);
  const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
  return { test, run };
};

const attempts = async (test: TestEngine, runId: string) => {
  const { rows } = await test.views.artifacts(runId, ModelAttemptSchema.typeName, undefined, 100);
  const bytes = await Promise.all(rows.map(({ ref }) => test.parts.store.getBlob(owner, ref?.digest ?? "")));
  return bytes.map((one) => fromBinary(ModelAttemptSchema, one));
};

/** How the last turn ended, as the conversation tells it. */
const stopReason = async (test: TestEngine, runId: string): Promise<string[]> => {
  const events = await test.engine.runs.events(runId, 1, 1_000);
  return events.flatMap(({ event: { event } }) =>
    event.case === "turnEnded" ? [`${event.value.outcome}: ${event.value.reason}`] : [],
  );
};

const twice = [tools(vaultSearch("a")), tools(vaultSearch("b"))] as const;

/** What a model may get wrong, with the canonical reason it is refused for. */
const wrongs: readonly [what: string, line: Line, reason: string][] = [
  ["plain text", () => "I searched and found it.", "tool_call_invalid_format"],
  ["nothing", () => "", "tool_call_invalid_format"],
  ["a fenced object", (r, s) => `\`\`\`json\n${JSON.stringify(final()(r, s))}\n\`\`\``, "tool_call_invalid_format"],
  [
    "a nonce of another turn",
    () => ({ nonce: "old", final: { message: "", nextAction: "x" } }),
    "tool_call_nonce_invalid",
  ],
  ["two objects", (r, s) => twice.map((line) => JSON.stringify(line(r, s))).join("\n"), "tool_call_multiple"],
  ["a tool of no stage", tools({ toolName: "runs.run", params: {} }), "tool_call_unknown_tool"],
  ["a tool of another stage", tools({ toolName: "vault.get_spans", params: {} }), "tool_call_unknown_tool"],
  ["a tool that changes the Vault", tools({ toolName: "vault.import", params: {} }), "tool_call_unknown_tool"],
  [
    "parameters of another tool",
    tools({ toolName: "vault.search", params: { lawbotSearch: { query: "x" } } }),
    "tool_call_invalid_args",
  ],
  ["more than it may say", () => "x".repeat(2_000_000), "tool_call_output_limit"],
  [
    "a proposal of another stage",
    final({ proposal: { intentSeed: { goal: "Another goal" } } }),
    "tool_call_invalid_args",
  ],
  [
    "a proposal that names what is not there",
    final({ proposal: { evidenceNeeds: { links: [{ slotId: "slot:99", evidenceId: "vault:x" }] } } }),
    "proposal_invalid",
  ],
  ["a slot dropped", final({ proposal: { evidenceNeeds: { dropSlotIds: ["slot:1"] } } }), "proposal_invalid"],
];

describe("a turn whose answer is refused", () => {
  it.each(wrongs)("runs nothing after %s", async (_, line, reason) => {
    const { test, run } = await atNeeds();
    const before = run.context;
    test.model.say(line);
    const failure = await failureOf(run.guide());
    expect(failure).toMatchObject({
      reason: "MODEL_TURN_REJECTED",
      facts: { model_reason: reason, stop_hook: "tool_call_rejected" },
    });
    expect(failure.message).toContain(reason);
    expect(test.tools.ran).toEqual([]);
    expect(await run.refresh()).toMatchObject({ state: S.EVIDENCE_NEEDS, turnId: "", items: before.items });
    expect(await stopReason(test, run.runId)).toEqual([`rejected: ${reason}`]);
    const [attempt] = await attempts(test, run.runId);
    expect(attempt?.rejectReason).toBe(reason === "proposal_invalid" ? "" : reason);
    expect(await test.parts.store.blobSize(owner, attempt?.rawOutput?.digest ?? "")).toBe(
      Number(attempt?.rawOutput?.sizeBytes),
    );
  });

  it("gives the same key the same refusal, and asks the model no second time", async () => {
    const { test, run } = await atNeeds();
    test.model.say(() => "nonsense");
    const key = { idempotencyKey: "once", expectedVersion: "" };
    const first = await failureOf(run.guide(key));
    const again = await failureOf(run.guide(key));
    await test.restart();
    const later = await failureOf(run.guide(key));
    for (const one of [again, later]) expect(one).toMatchObject({ reason: first.reason, message: first.message });
    expect(test.model.asked).toHaveLength(1);
  });

  it("says so in the conversation, and the next turn goes on from there", async () => {
    const { test, run } = await atNeeds();
    test.model.say(() => "nonsense", final({ message: "Better." }));
    await failureOf(run.guide({ userPrompt: "Zoek." }));
    await run.refresh();
    const { conversationLog } = await run.guide({ userPrompt: "Nogmaals." });
    expect(conversationLog?.entries.at(-1)?.text).toBe("Better.");
    expect(test.model.asked.at(-1)?.context?.conversation.map((one) => one.stopReason)).toContain(
      "tool_call_invalid_format",
    );
  });
});

describe("a turn whose model does not answer", () => {
  it("is recorded as failed with what the provider said", async () => {
    const { test, run } = await atNeeds();
    test.model.say(() => {
      throw new DomainError("UPSTREAM_UNAVAILABLE", "The model is asleep: ask again.");
    });
    expect(await failureOf(run.guide())).toMatchObject({
      reason: "UPSTREAM_UNAVAILABLE",
      message: "The model is asleep: ask again.",
    });
    expect(await attempts(test, run.runId)).toMatchObject([{ rejectReason: "provider_error" }]);
    expect(await stopReason(test, run.runId)).toEqual(["failed: provider_error"]);
  });

  it("tells nothing of a foreign error", async () => {
    const { test, run } = await atNeeds();
    test.model.say(() => {
      throw new Error("secret inner text");
    });
    const failure = await failureOf(run.guide());
    expect(failure.reason).toBe("UPSTREAM_UNAVAILABLE");
    expect(failure.message).not.toContain("secret");
  });

  it("is refused with what to do where the server has no such provider", async () => {
    const { test, run } = await atNeeds({ profiles: [scriptedProfile({ provider: "elsewhere", modelId: "m-1" })] });
    const failure = await failureOf(run.guide());
    expect(failure).toMatchObject({ reason: "UPSTREAM_UNAVAILABLE", facts: { provider: "elsewhere" } });
    expect(await attempts(test, run.runId)).toMatchObject([{ model: "elsewhere/m-1" }]);
  });

  it("ends at its time limit, though the provider heeds no signal", async () => {
    const budget = create(TurnBudgetSchema, { providerTimeoutMs: 1_000 });
    const { test, run } = await atNeeds({ profiles: [scriptedProfile({ budget })] });
    test.model.say(() => new Promise(() => undefined));
    expect(await failureOf(run.guide())).toMatchObject({ reason: "UPSTREAM_UNAVAILABLE" });
    expect(await run.refresh()).toMatchObject({ turnId: "" });
  });
});

describe("a tool that fails during a turn", () => {
  it("is recorded as failed, and the model is told", async () => {
    const { test, run } = await atNeeds();
    test.tools.instead(() => {
      throw new Error("secret inner text");
    });
    test.model.say(tools(vaultSearch("opleiding", "slot:1")), final());
    const { toolResultLog } = await run.guide();
    expect(toolResultLog?.results).toMatchObject([
      { status: ToolResultStatus.ERROR, reason: "The tool failed: ask again." },
    ]);
    expect(test.model.asked[1]?.prompt).toContain("ERROR");
    expect(test.model.asked[1]?.prompt).not.toContain("secret");
  });
});
