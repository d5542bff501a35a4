import { describe, expect, it } from "vitest";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolDecision, ToolResultStatus } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { userCallsMax } from "../../../src/engine/tool/rate-limits.ts";
import { final, tools, vaultSearch } from "../scripted-model.ts";
import { failureOf } from "../support.ts";
import { importParams, valuesOf, waitingRun } from "../waiting-tools.ts";

const search = { params: { case: "vaultSearch", value: { query: "opleiding" } } } as const;

/** A run that may make three tool calls a minute, on a clock that stands still until it is moved. */
const limited = async (toolCallsPerMinute = 3) => {
  const clock = { at: Date.UTC(2026, 0, 5), now: () => clock.at };
  return { ...(await waitingRun({ clock }, { toolCallsPerMinute })), clock };
};

describe("too many tool calls [S100]", () => {
  it("of a user are refused with the time to come back, and taken again after it", async () => {
    const { run, clock } = await limited();
    for (let at = 0; at < 3; at++) await run.requestTool("vault.search", search);
    clock.at += 10_000;
    const failure = await failureOf(run.requestTool("vault.search", search));
    expect(failure).toMatchObject({ reason: "RATE_LIMITED", facts: { retry_after_ms: "50000" } });
    expect(failure.message).toContain("in 50 seconds");
    expect(run.context.pendingToolRequests).toHaveLength(3);
    clock.at += 50_000;
    await run.requestTool("vault.search", search);
  });

  it("of a model are recorded as refused with that reason, and the turn goes on", async () => {
    const { test, run } = await limited();
    test.model.say(tools(...Array.from({ length: 5 }, (_, n) => vaultSearch(`woord ${n}`))), final());
    const { toolResultLog, suspended } = await run.guide();
    const { OK, REFUSED } = ToolResultStatus;
    expect(suspended).toBe(false);
    expect(toolResultLog?.results.map((one) => one.status)).toEqual([OK, OK, OK, REFUSED, REFUSED]);
    expect(toolResultLog?.results.at(-1)?.reason).toContain("Too many tool calls in the last minute");
    expect(test.tools.ran).toHaveLength(3);
  });

  it("keep an approval from being recorded: it can be given again", async () => {
    const { test, run, clock } = await limited(1);
    const { request } = await run.requestTool("vault.import", importParams());
    const id = request?.id ?? "";
    expect(await failureOf(run.decide(id, ToolDecision.ALLOW))).toMatchObject({ reason: "RATE_LIMITED" });
    expect(await valuesOf(test, run.runId, "toolDecided")).toEqual([]);
    clock.at += 60_000;
    expect((await run.decide(id, ToolDecision.ALLOW)).result?.status).toBe(ToolResultStatus.OK);
  });

  it("in one run are not held against another, but all runs of a user count together", async () => {
    const { test, run } = await limited(600);
    const other = await (await test.newRun("other")).to(S.EVIDENCE_NEEDS);
    for (let at = 0; at < userCallsMax; at++) {
      const driver = at % 2 === 0 ? run : other;
      await driver.requestTool("vault.search", search);
    }
    expect(await failureOf(run.requestTool("vault.search", search))).toMatchObject({ reason: "RATE_LIMITED" });
  });

  it("are counted when they are recorded, not when they are run or asked for again", async () => {
    const { run } = await limited(1);
    const { request } = await run.requestTool("vault.search", search);
    for (let at = 0; at < 3; at++) await run.execute(request?.id ?? "");
    expect(await failureOf(run.requestTool("vault.search", search))).toMatchObject({ reason: "RATE_LIMITED" });
  });
});
