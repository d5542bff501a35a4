import { describe, expect, it } from "vitest";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolDecision } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { ReplayParts } from "../../../src/engine/replay/replay-run.ts";
import { dyingStore } from "../dying-store.ts";
import { final, tools, vaultSearch } from "../scripted-model.ts";
import { failureOf, TestEngine } from "../support.ts";
import {
  caseSearch,
  found,
  foundType,
  importParams,
  officeLookup,
  valuesOf,
  waitingRun,
  withChangedTool,
  withClientTool,
} from "../waiting-tools.ts";
import { replayed } from "./support.ts";

const { ACKNOWLEDGE, ALLOW, ALWAYS, DENY } = ToolDecision;
const catalogue = { catalogue: withClientTool };
const letter = { params: { case: "vaultSearch", value: { query: "opleiding" } } } as const;

const comesOut = async (test: TestEngine, runId: string, parts: Partial<ReplayParts> = catalogue): Promise<void> => {
  const report = await replayed(test, runId, parts);
  expect(report).toMatchObject({ difference: undefined, taken: [], derived: report.events });
};

describe("a run with turns that waited, derived again", () => {
  it("comes out with what was allowed, declined and delivered in between", async () => {
    const { test, run } = await waitingRun();
    test.model.say(tools(caseSearch("een"), officeLookup(), vaultSearch("opleiding")), final({ message: "Klaar." }));
    await run.guide({ userPrompt: "Zoek." });
    const [first = "", office = ""] = run.context.pendingToolRequests.map((one) => one.requestId);
    await run.pin("vault:letter-a");
    await run.submit(office, { output: found(), outputType: foundType });
    await run.decide(first, DENY, { reason: "Niet nodig." });
    test.model.say(tools(caseSearch("twee")), final());
    await run.guide({ userPrompt: "En nu?" });
    await run.decide(run.pending().requestId, ALWAYS, { grantSeconds: 600 });
    test.model.say(tools(caseSearch("drie")), final());
    await run.guide();
    expect(await valuesOf(test, run.runId, "turnResumed")).toHaveLength(2);
    await comesOut(test, run.runId);
  });

  it("comes out where the run went another way meanwhile", async () => {
    const { test, run } = await waitingRun();
    test.model.say(tools(caseSearch()));
    await run.guide();
    const { requestId } = run.pending();
    test.model.say(final());
    await run.guide({ userPrompt: "Laat maar." });
    await run.decide(requestId, ALLOW);
    test.model.say(tools(caseSearch("nog eens")));
    await run.guide();
    await run.rewind(S.SKELETON);
    expect((await valuesOf(test, run.runId, "turnEnded")).map(({ outcome }) => outcome)).toContain("superseded");
    await comesOut(test, run.runId);
  });

  it("comes out where a tool that changes something was cut off, and a person looked", async () => {
    const { store, dieAt, heal } = await dyingStore();
    const { test, run } = await waitingRun({ store });
    const { request } = await run.requestTool("vault.import", importParams());
    dieAt(2, "before");
    await failureOf(run.decide(request?.id ?? "", ALLOW));
    heal();
    await test.restart();
    await run.refresh();
    await run.decide(request?.id ?? "", ACKNOWLEDGE);
    expect((await valuesOf(test, run.runId, "toolFinished")).at(-1)?.status).toBe("OUTCOME_UNKNOWN");
    await comesOut(test, run.runId);
  });

  it("names the policy where the tools of the server are others than then", async () => {
    const { test, run } = await waitingRun();
    test.model.say(tools(caseSearch()));
    await run.guide();
    const { difference } = await replayed(test, run.runId, { catalogue: withChangedTool });
    expect(difference?.path).toMatch(/policy_version|prompt_sha256/);
  });
});

const points = (["before", "after"] as const).flatMap((when) => [1, 2, 3, 4, 5, 6].map((at) => ({ when, at })));

describe("a run whose server was killed, derived again", () => {
  it.each(points)("comes out where it died $when commit $at of a turn", async ({ when, at }) => {
    const { store, dieAt, heal } = await dyingStore();
    const test = await TestEngine.open({ store });
    const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
    test.model.say(tools(vaultSearch("opleiding", "slot:1")), final());
    dieAt(at, when);
    await run.guide({ idempotencyKey: "the-key" }).catch(() => undefined);
    heal();
    await test.restart();
    await run.refresh();
    for (const { requestId } of run.context.pendingToolRequests) await run.execute(requestId);
    await run.refresh();
    await run.tool("vault.search", letter);
    await comesOut(test, run.runId, {});
  });
});
