import { describe, expect, it } from "vitest";
import { PendingToolRequest_WaitsFor as WaitsFor } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision, ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { Engine } from "../../src/engine/engine.ts";
import { openToolList } from "../../src/engine/run/kept-spaces.ts";
import { RunDriver } from "./run-driver.ts";
import { gate, heldBy } from "./sample-tools.ts";
import { failureOf } from "./support.ts";
import { importParams, valuesOf, waitingRun } from "./waiting-tools.ts";

const { ALLOW, ACKNOWLEDGE } = ToolDecision;
const { OK, OUTCOME_UNKNOWN } = ToolResultStatus;
const search = { params: { case: "vaultSearch", value: { query: "opleiding" } } } as const;

/** A run whose tool was cut off between ToolStarted and ToolFinished: the process that ran it never comes back. */
const cutOff = async (toolName: "vault.import" | "vault.search") => {
  const { test, run } = await waitingRun();
  const { request } = await run.requestTool(toolName, toolName === "vault.import" ? importParams() : search);
  const id = request?.id ?? "";
  test.tools.instead(() => new Promise(() => undefined));
  void run.execute(id, { confirmed: true }).catch(() => undefined);
  while (test.tools.ran.length === 0) await new Promise((resolve) => setImmediate(resolve));
  return { test, run, id };
};

const openTools = async ({ engine }: Awaited<ReturnType<typeof waitingRun>>["test"]) =>
  (await engine.runs.index.listed(openToolList)).map(({ key }) => key);

describe("a tool that changes something and was cut off", () => {
  it("is recorded as OUTCOME_UNKNOWN when the store is opened again, and waits for a person", async () => {
    const { test, run, id } = await cutOff("vault.import");
    expect(await openTools(test)).toEqual([`${run.runId}/${id}`]);
    await test.restart();
    await run.refresh();
    expect(run.pending(id)).toMatchObject({ waitsFor: WaitsFor.REVIEW, started: true, mutating: true });
    const { toolResultLog } = await run.execute(id, { confirmed: true });
    expect(toolResultLog?.results).toMatchObject([
      { status: OUTCOME_UNKNOWN, reason: expect.stringContaining("ACKNOWLEDGE") },
    ]);
    expect(test.tools.ran).toHaveLength(1);
    expect(await openTools(test)).toEqual([]);
    expect(await test.restart()).toBe(0);
  });

  it("is gone from what waits once a person looked, runs never again, and a new request can retry it", async () => {
    const { test, run, id } = await cutOff("vault.import");
    await test.restart();
    await run.refresh();
    for (const decision of [ALLOW, ToolDecision.DENY])
      expect(await failureOf(run.decide(id, decision))).toMatchObject({ reason: "ALREADY_EXISTS" });
    const { result } = await run.decide(id, ACKNOWLEDGE, { reason: "Staat er niet." });
    expect(result?.status).toBe(OUTCOME_UNKNOWN);
    expect(run.context.pendingToolRequests).toEqual([]);
    expect(await failureOf(run.decide(id, ACKNOWLEDGE))).toMatchObject({ reason: "ALREADY_EXISTS" });
    const again = await run.requestTool("vault.import", importParams(), "", id);
    expect(again.request?.retryOf).toBe(id);
    const shown = run.pending(again.request?.id ?? "");
    expect((await run.decide(shown.requestId, ALLOW)).result?.status).toBe(OK);
    expect(test.tools.ran).toHaveLength(2);
  });

  it("is recorded as such also where nothing mended it at the start, when somebody wants to run it", async () => {
    const { test, run, id } = await cutOff("vault.import");
    test.engine = new Engine(test.parts);
    const { toolResultLog } = await run.execute(id, { confirmed: true });
    expect(toolResultLog?.results).toMatchObject([{ status: OUTCOME_UNKNOWN }]);
    expect(test.tools.ran).toHaveLength(1);
  });

  it("has an unknown outcome also when it does not answer in time or breaks, and not a failure that invites to repeat", async () => {
    const { test, run } = await waitingRun();
    const { request } = await run.requestTool("vault.import", importParams());
    test.tools.instead(() => {
      throw new Error("the line broke");
    });
    const { result } = await run.decide(request?.id ?? "", ALLOW);
    expect(result?.status).toBe(OUTCOME_UNKNOWN);
    expect(run.pending().waitsFor).toBe(WaitsFor.REVIEW);
  });

  it("is answered to the decision's key as what it is", async () => {
    const { test, run } = await waitingRun();
    const { request } = await run.requestTool("vault.import", importParams());
    const id = request?.id ?? "";
    const { toolName, paramsDigest } = run.pending(id);
    const key = { idempotencyKey: "approve", expectedVersion: run.context.version, toolName, paramsDigest };
    test.tools.instead(() => new Promise(() => undefined));
    void run.decide(id, ALLOW, key).catch(() => undefined);
    while (test.tools.ran.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await test.restart();
    expect((await run.decide(id, ALLOW, key)).result?.status).toBe(OUTCOME_UNKNOWN);
    expect(test.tools.ran).toHaveLength(1);
  });
});

describe("a read that was cut off", () => {
  it("stays as it is over a restart, runs again, and has one result", async () => {
    const { test, run, id } = await cutOff("vault.search");
    expect(await openTools(test)).toEqual([]);
    await test.restart();
    await run.refresh();
    expect(run.pending(id)).toMatchObject({ waitsFor: WaitsFor.EXECUTION, started: true });
    expect((await run.execute(id)).toolResultLog?.results).toMatchObject([{ status: OK }]);
    expect(test.tools.ran).toHaveLength(2);
    expect(await valuesOf(test, run.runId, "toolFinished")).toHaveLength(1);
    expect((await valuesOf(test, run.runId, "toolStarted")).map((one) => one.attempt)).toEqual([1, 2]);
  });
});

describe("two processes over one store", () => {
  it.each(["vault.import", "vault.search"] as const)("record one result for %s, and both give it", async (toolName) => {
    const { test, run } = await waitingRun();
    const { request } = await run.requestTool(toolName, toolName === "vault.import" ? importParams() : search);
    const id = request?.id ?? "";
    const other = new Engine(test.parts);
    const elsewhere = new RunDriver(() => other, run.context);
    const held = gate();
    test.tools.instead(heldBy(held));
    const here = run.execute(id, { confirmed: true });
    await held.arrived;
    const there = await elsewhere.execute(id, { confirmed: true });
    held.open();
    const first = (await here).toolResultLog?.results;
    expect(first).toEqual(there.toolResultLog?.results);
    expect(first).toMatchObject([{ status: toolName === "vault.import" ? OUTCOME_UNKNOWN : OK }]);
    expect(await valuesOf(test, run.runId, "toolFinished")).toHaveLength(1);
    expect(test.tools.ran).toHaveLength(toolName === "vault.import" ? 1 : 2);
  });

  it("begin what changes something once", async () => {
    const { test, run } = await waitingRun();
    const { request } = await run.requestTool("vault.import", importParams());
    const id = request?.id ?? "";
    const drivers = [0, 1, 2].map(() => {
      const engine = new Engine(test.parts);
      return new RunDriver(() => engine, run.context);
    });
    await Promise.allSettled(drivers.map((one) => one.execute(id, { confirmed: true })));
    expect(test.tools.ran).toHaveLength(1);
    expect(await valuesOf(test, run.runId, "toolStarted")).toHaveLength(1);
    expect((await valuesOf(test, run.runId, "toolFinished")).length).toBeLessThanOrEqual(1);
  });
});

describe("a retry", () => {
  it("names an ended request of the same run for the same tool", async () => {
    const { test, run } = await waitingRun();
    const { request: done } = await run.tool("vault.search", search);
    const { request: open } = await run.requestTool("vault.search", search);
    const other = await (await test.newRun("other")).to(run.context.state);
    for (const [driver, retryOf, toolName] of [
      [run, "toolreq:none", "vault.search"],
      [run, open?.id ?? "", "vault.search"],
      [run, done.id, "lawbot.search"],
      [other, done.id, "vault.search"],
    ] as const) {
      const params =
        toolName === "vault.search" ? search : ({ params: { case: "lawbotSearch", value: { query: "x" } } } as const);
      expect(await failureOf(driver.requestTool(toolName, params, "", retryOf))).toMatchObject({
        reason: "REQUEST_INVALID",
      });
    }
    expect((await run.requestTool("vault.search", search, "", done.id)).request?.retryOf).toBe(done.id);
  });
});

describe("a dry run", () => {
  it("asks the tool what it would do, needs no confirmation, and leaves no trace", async () => {
    const { test, run } = await waitingRun();
    const { request } = await run.requestTool("vault.import", importParams());
    const id = request?.id ?? "";
    const { version } = run.context;
    const { dryRunResult, toolResultLog } = await run.execute(id, { dryRun: true, idempotencyKey: "dry" });
    expect(dryRunResult).toMatchObject({ id: "", requestId: id, status: OK, summary: "imported 1 document" });
    expect(toolResultLog).toBeUndefined();
    expect(test.tools.ran).toMatchObject([{ dryRun: true }]);
    expect((await run.refresh()).version).toBe(version);
    expect(run.pending(id).waitsFor).toBe(WaitsFor.DECISION);
    await run.decide(id, ALLOW);
    expect(test.tools.ran.map((one) => one.dryRun ?? false)).toEqual([true, false]);
  });

  it("is for tools that change something", async () => {
    const { test, run } = await waitingRun();
    const { request } = await run.requestTool("vault.search", search);
    expect(await failureOf(run.execute(request?.id ?? "", { dryRun: true }))).toMatchObject({
      reason: "REQUEST_INVALID",
    });
    expect(test.tools.ran).toEqual([]);
  });
});
