import { describe, expect, it } from "vitest";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { holdsToolCall } from "../../../src/model/telemetry.ts";
import { auditOf } from "../audit-fixture.ts";
import { nothing } from "../sample-tools.ts";
import { final, tools, vaultSearch } from "../scripted-model.ts";
import { failureOf, owner, TestEngine } from "../support.ts";

const begun = async (key = "a") => {
  const test = await TestEngine.open();
  return { test, run: await (await test.newRun(key)).to(S.EVIDENCE_NEEDS) };
};

const reasonsOf = (counts: readonly { reason: string; count: number }[]) =>
  Object.fromEntries(counts.map(({ reason, count }) => [reason, count]));

describe("the counts of a run", () => {
  it("S65, S69: say by model and stage what was asked, taken and refused, and why", async () => {
    const { test, run } = await begun();
    test.model.say(tools(vaultSearch("opleiding")), final());
    await run.guide({ userPrompt: "Zoek." });
    test.model.say(() => "not JSON");
    await failureOf(run.guide({ userPrompt: "Zoek." }));
    await run.refresh();
    test.model.say(tools({ ...vaultSearch("x"), toolName: "vault.delete" }));
    await failureOf(run.guide({ userPrompt: "Zoek." }));
    await run.refresh();
    test.model.say(final({ message: "<think>hm</think> Klaar." }));
    await failureOf(run.guide({ userPrompt: "Zoek." }));
    const { models, tools: byTool, runs, turns } = await auditOf(test).telemetry.counts(run.runId);
    expect([runs, turns, models.length]).toEqual([1, 4, 1]);
    expect(models[0]).toMatchObject({
      ...{ state: S.EVIDENCE_NEEDS, attempts: 5, accepted: 2, toolCallAttempts: 2, toolCallAccepted: 1 },
      ...{ inputTokens: 50n, outputTokens: 25n, repaired: 0 },
    });
    expect(models[0]?.model).toBe("scripted");
    expect(reasonsOf(models[0]?.reasons ?? [])).toEqual({
      ...{ grounding_cot_leak: 1, tool_call_invalid_format: 1, tool_call_unknown_tool: 1 },
    });
    expect(models[0]?.buckets.map(({ reason, count }) => [reason, count])).toEqual([
      ["tool_syntax", 1],
      ["cot_leak", 1],
      ["format_error", 1],
    ]);
    expect(byTool).toMatchObject([{ toolName: "vault.search", requested: 1, ok: 1, empty: 0, error: 0 }]);
  });

  it("S65: keep the stage an answer was given in, also after a rewind", async () => {
    const { test, run } = await begun();
    test.model.say(final());
    await run.guide({ userPrompt: "Zoek." });
    await run.rewind(S.SKELETON);
    test.model.say(final());
    await run.guide({ userPrompt: "Opnieuw." });
    const { models } = await auditOf(test).telemetry.counts(run.runId);
    expect(models.map(({ state, attempts }) => [state, attempts])).toEqual([
      [S.SKELETON, 1],
      [S.EVIDENCE_NEEDS, 1],
    ]);
  });

  it("S69: count each way a tool call can end, and a call that has not", async () => {
    const { test, run } = await begun();
    const search = (query: string) => ({ params: { case: "vaultSearch", value: { query } } }) as const;
    await run.tool("vault.search", search("opleiding"));
    await run.tool("vault.search", search(nothing));
    test.tools.instead(() => ({ status: "ERROR", summary: "it failed", refinedQuery: "", reason: "Ask again." }));
    await run.tool("vault.search", search("x"));
    await run.requestTool("vault.search", search("later"));
    const { tools: byTool } = await auditOf(test).telemetry.counts(run.runId);
    expect(byTool).toMatchObject([{ toolName: "vault.search", requested: 4, ok: 1, empty: 1, error: 1, refused: 0 }]);
  });

  it("are added up over all runs of the caller, and of nobody else", async () => {
    const { test, run } = await begun();
    const other = await (await test.newRun("b")).to(S.EVIDENCE_NEEDS);
    for (const one of [run, other]) {
      test.model.say(final());
      await one.guide({ userPrompt: "Zoek." });
    }
    const { models, runs, turns } = await auditOf(test).telemetry.counts("");
    expect([runs, turns, models.map(({ attempts }) => attempts)]).toEqual([2, 2, [2]]);
    const stranger = await TestEngine.open({ store: test.parts.store, owner: "stranger" });
    expect(await auditOf(stranger).telemetry.counts("")).toMatchObject({ runs: 0, models: [], tools: [] });
  });

  it("go on from what was counted before, and come to what a count from the beginning comes to", async () => {
    const { test, run } = await begun();
    const kept = () => test.parts.store.record(owner, "telemetry", run.runId);
    for (let n = 0; n < 12; n++)
      await run.tool("vault.search", { params: { case: "vaultSearch", value: { query: `${n}` } } });
    await auditOf(test).telemetry.counts(run.runId);
    expect(await kept()).toBeDefined();
    for (let n = 0; n < 3; n++) {
      test.model.say(tools(vaultSearch(`q${n}`)), final());
      await run.guide({ userPrompt: "Zoek." });
    }
    const incremental = await auditOf(test).telemetry.counts(run.runId);
    await test.parts.store.commit({ owner, records: [{ space: "telemetry", key: run.runId, value: undefined }] });
    expect(await auditOf(test).telemetry.counts(run.runId)).toEqual(incremental);
    expect(incremental.tools[0]).toMatchObject({ requested: 15, ok: 15 });
  });

  it("begin anew when what was kept is of another journal", async () => {
    const { test, run } = await begun();
    for (let n = 0; n < 12; n++)
      await run.tool("vault.search", { params: { case: "vaultSearch", value: { query: `${n}` } } });
    const before = await auditOf(test).telemetry.counts(run.runId);
    const bytes = await test.parts.store.record(owner, "telemetry", run.runId);
    const text = Buffer.from(bytes ?? []).toString("latin1");
    const hash = /[0-9a-f]{64}/.exec(text)?.[0] ?? "";
    const value = Buffer.from(text.replace(hash, "0".repeat(64)), "latin1");
    await test.parts.store.commit({ owner, records: [{ space: "telemetry", key: run.runId, value }] });
    expect(await auditOf(test).telemetry.counts(run.runId)).toEqual(before);
  });
});

describe("whether an answer held a tool call", () => {
  it.each([
    ['{"nonce":"1","tool":{"requests":[]}}', true],
    ['sure! ```json\n{"tool": "vault.search", "args": {}}', true],
    ['{"tool_request":{"tool_id":"x"}}', true],
    ['{"type":"tool_call","name":"x","args":{}}', true],
    ['{"nonce":"1","final":{"message":"Use a tool: it helps."}}', false],
    ['{"nonce":"1","final":{"message":"{\\"tool\\": 1}"}}', false],
    ["I used the tool.", false],
    ["", false],
  ])("is read from %j as text: %s", (raw, held) => {
    expect(holdsToolCall(Buffer.from(raw))).toBe(held);
  });
});
