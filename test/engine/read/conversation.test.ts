import { describe, expect, it } from "vitest";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolResultStatus } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { final, tools, vaultSearch } from "../scripted-model.ts";
import { failureOf, TestEngine } from "../support.ts";

const talked = async () => {
  const test = await TestEngine.open();
  const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
  test.model.say(tools(vaultSearch("opleiding", "slot:1")), final({ message: "There are two letters." }));
  await run.guide({ userPrompt: "Zoek de toezegging." });
  test.model.say(final({ message: "Nothing else." }));
  await run.guide({ userPrompt: "Is er meer?" });
  return { test, runId: run.runId };
};

describe("a run's conversation", () => {
  it("comes turn by turn, oldest first, each with what it asked of tools and what came of it", async () => {
    const { test, runId } = await talked();
    const { rows, next } = await test.views.conversation(runId, undefined, 10);
    expect(next).toBeUndefined();
    expect(rows.map(({ entries }) => entries.map(({ text }) => text))).toEqual([
      ["Zoek de toezegging.", "There are two letters."],
      ["Is er meer?", "Nothing else."],
    ]);
    const [first, second] = rows;
    expect(first?.toolCalls).toMatchObject([
      { request: { toolName: "vault.search", slotId: "slot:1" }, result: { status: ToolResultStatus.OK } },
    ]);
    expect(first?.toolCalls[0]?.request?.turnId).toBe(first?.turnId);
    expect(second?.toolCalls).toEqual([]);
  });

  it("is paged by whole turns", async () => {
    const { test, runId } = await talked();
    const one = await test.views.conversation(runId, undefined, 1);
    const other = await test.views.conversation(runId, one.next, 1);
    expect([...one.rows, ...other.rows]).toEqual((await test.views.conversation(runId, undefined, 10)).rows);
    expect(other.next).toBeUndefined();
  });

  it("is empty where nothing was said, and not there where there is no run", async () => {
    const test = await TestEngine.open();
    const { runId } = await test.newRun();
    expect((await test.views.conversation(runId, undefined, 10)).rows).toEqual([]);
    expect(await failureOf(test.views.conversation("run-none", undefined, 10))).toMatchObject({
      reason: "RUN_NOT_FOUND",
    });
  });
});
