import { describe, expect, it } from "vitest";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { gate, heldBy } from "./sample-tools.ts";
import { final, tools, vaultSearch } from "./scripted-model.ts";
import { failureOf, TestEngine } from "./support.ts";

const atNeeds = async () => {
  const test = await TestEngine.open();
  const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
  return { test, run };
};

const eventTypes = async (test: TestEngine, runId: string): Promise<string[]> =>
  (await test.engine.runs.events(runId, 1, 1_000)).map(({ event }) => event.event.case ?? "");

/** A turn whose model has not answered yet. */
const thinking = async () => {
  const { test, run } = await atNeeds();
  const held = gate();
  test.model.say(async (request, signal) => {
    await held.wait();
    return final({ message: "Thought about it." })(request, signal);
  });
  const key = { idempotencyKey: "turn", expectedVersion: "" };
  const answer = run.guide(key);
  await held.arrived;
  return { test, run, held, key, answer };
};

describe("a turn under way", () => {
  it("is joined by whoever repeats its key", async () => {
    const { test, run, held, key, answer } = await thinking();
    const joined = run.guide(key);
    held.open();
    expect(await joined).toEqual(await answer);
    expect(await run.guide(key)).toEqual(await answer);
    expect(test.model.asked).toHaveLength(1);
  });

  it("refuses its key for another question", async () => {
    const { run, held, key, answer } = await thinking();
    expect(await failureOf(run.guide({ ...key, userPrompt: "Iets anders" }))).toMatchObject({
      reason: "IDEMPOTENCY_KEY_REUSED",
    });
    held.open();
    await answer;
  });

  it("keeps every other writer out, readers not", async () => {
    const { run, held, answer } = await thinking();
    const writers = [
      () => run.guide({ expectedVersion: "" }),
      () => run.pin("vault:letter-a"),
      () => run.propose({ case: "evidenceNeeds", value: {} }),
      () => run.confirm(),
      () => run.advance(),
      () => run.rewind(S.SKELETON),
      () => run.requestTool("vault.search", { params: { case: "vaultSearch", value: { query: "x" } } }),
    ];
    const context = await run.refresh();
    expect(context.nextAction).toMatchObject({ possible: false, rpc: expect.stringContaining("WatchRun") });
    for (const write of writers) expect(await failureOf(write())).toMatchObject({ reason: "RUN_BUSY" });
    held.open();
    await answer;
    await run.pin("vault:letter-a");
  });

  it("keeps a waiting tool request from being run meanwhile", async () => {
    const { test, run } = await atNeeds();
    const { request } = await run.requestTool("vault.search", {
      params: { case: "vaultSearch", value: { query: "x" } },
    });
    const held = gate();
    test.model.say(async (asked, signal) => {
      await held.wait();
      return final()(asked, signal);
    });
    const answer = run.guide();
    await held.arrived;
    expect(await failureOf(run.execute(request?.id ?? ""))).toMatchObject({ reason: "RUN_BUSY" });
    held.open();
    await answer;
    expect((await run.execute(request?.id ?? "")).toolResultLog?.results).toHaveLength(1);
  });
});

describe("a turn cut off by a stop", () => {
  it("is recorded as interrupted when the server starts again, and its key is answered", async () => {
    const { test, run, key, answer } = await thinking();
    test.engine.stop();
    expect(await failureOf(answer)).toMatchObject({ reason: "SERVER_DRAINING" });
    expect(await test.restart()).toBe(1);
    expect((await eventTypes(test, run.runId)).at(-1)).toBe("turnEnded");
    const told = await failureOf(run.guide(key));
    expect(told).toMatchObject({
      reason: "UPSTREAM_UNAVAILABLE",
      message: expect.stringContaining("new idempotency_key"),
    });
    expect(await test.restart()).toBe(0);
    await run.refresh();
    await run.guide();
  });

  it("leaves the run free for everybody again", async () => {
    const { test, run, answer } = await thinking();
    test.engine.stop();
    await failureOf(answer);
    await test.restart();
    expect(await run.refresh()).toMatchObject({ turnId: "", nextAction: { possible: true } });
    await run.pin("vault:letter-a");
  });

  it("takes nothing that arrives late", async () => {
    const { test, run, held, answer } = await thinking();
    test.engine.stop();
    await failureOf(answer);
    await test.restart();
    const events = await eventTypes(test, run.runId);
    held.open();
    await new Promise((resolve) => setImmediate(resolve));
    expect(await eventTypes(test, run.runId)).toEqual(events);
  });
});

describe("a tool cut off between its start and its end", () => {
  it("stays pending over a restart, runs again, and has one result", async () => {
    const { test, run } = await atNeeds();
    const held = gate();
    test.tools.instead(heldBy(held));
    test.model.say(tools(vaultSearch("opleiding", "slot:1")));
    const answer = run.guide();
    await held.arrived;
    test.engine.stop();
    await failureOf(answer);
    await test.restart();
    held.open();

    await run.refresh();
    const [pending] = run.context.pendingToolRequests;
    expect(pending).toMatchObject({ toolName: "vault.search", started: true });
    const { toolResultLog } = await run.execute(pending?.requestId ?? "");
    expect(toolResultLog?.results).toMatchObject([{ status: ToolResultStatus.OK }]);
    const types = await eventTypes(test, run.runId);
    expect(types.filter((one) => one === "toolStarted")).toHaveLength(2);
    expect(types.filter((one) => one === "toolFinished")).toHaveLength(1);
    expect(run.context).toMatchObject({ pendingToolRequests: [], slots: [{ candidateCount: 2 }, {}, {}, {}, {}] });
  });
});
