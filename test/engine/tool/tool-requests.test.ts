import { describe, expect, it } from "vitest";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolResultStatus } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import { gate, heldBy, nothing } from "../sample-tools.ts";
import { failureOf, scriptedProfile, TestEngine } from "../support.ts";

const search = (query = "opleiding") => ({ params: { case: "vaultSearch", value: { query } } }) as const;
const caseSearch = { params: { case: "lawbotCaseSearch", value: { query: "goed werkgever" } } } as const;

const atNeeds = async (change: Parameters<typeof TestEngine.open>[0] = {}) => {
  const test = await TestEngine.open(change);
  const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
  return { test, run };
};

const finishedCount = async (test: TestEngine, runId: string): Promise<number> =>
  (await test.engine.runs.events(runId, 1, 1_000)).filter(({ event }) => event.event.case === "toolFinished").length;

describe("a tool request of the user", () => {
  it("is recorded before anything runs, and runs when it is executed", async () => {
    const { test, run } = await atNeeds();
    const { request } = await run.requestTool("vault.search", search(), "slot:1");
    expect(test.tools.ran).toEqual([]);
    expect(run.context.pendingToolRequests).toMatchObject([
      { requestId: request?.id, slotId: "slot:1", started: false },
    ]);
    const { toolResultLog, evidenceSet } = await run.execute(request?.id ?? "");
    expect(toolResultLog?.results).toMatchObject([{ requestId: request?.id, status: ToolResultStatus.OK }]);
    expect(evidenceSet?.entries[0]).toMatchObject({
      slotIds: ["slot:1"],
      toolResultIds: [toolResultLog?.results[0]?.id],
    });
  });

  it("is run with the strand and the date of its run", async () => {
    const { test, run } = await atNeeds();
    await run.tool("vault.search", search());
    expect(test.tools.ran[0]).toMatchObject({ strandId: "default", referenceDate: "2026-01-05" });
  });

  it("runs once, however many ask for it under however many keys", async () => {
    const { test, run } = await atNeeds();
    const { request } = await run.requestTool("vault.search", search(), "slot:1");
    const held = gate();
    test.tools.instead(heldBy(held));
    const id = request?.id ?? "";
    const asking = ["a", "b", "c"].map((idempotencyKey) => run.execute(id, { idempotencyKey }));
    await held.arrived;
    held.open();
    const results = (await Promise.all(asking)).map((one) => one.toolResultLog?.results[0]?.id);
    expect(new Set(results).size).toBe(1);
    expect(test.tools.ran).toHaveLength(1);
    expect(await finishedCount(test, run.runId)).toBe(1);
  });

  it("gives the recorded result ever after: with a key, without one, after a restart", async () => {
    const { test, run } = await atNeeds();
    const { request, result } = await run.tool("vault.search", search(), "slot:1");
    const again = [
      () => run.execute(request.id),
      () => run.execute(request.id, { confirmed: true, expectedVersion: "0-0" }),
      () => run.execute(request.id, { idempotencyKey: "other" }),
    ];
    for (const ask of again) expect((await ask()).toolResultLog?.results).toEqual([result]);
    await test.restart();
    for (const ask of again) expect((await ask()).toolResultLog?.results).toEqual([result]);
    expect(test.tools.ran).toHaveLength(1);
  });

  it("is refused in a stage that has no such tool, and not recorded", async () => {
    const test = await TestEngine.open();
    const run = await test.newRun();
    const failure = await failureOf(run.requestTool("vault.search", search()));
    expect(failure).toMatchObject({ reason: "TOOL_REFUSED", message: expect.stringContaining("EVIDENCE_NEEDS") });
    expect((await run.refresh()).pendingToolRequests).toEqual([]);
  });

  it("is refused when the run has gone on to another stage meanwhile, and never runs", async () => {
    const { test, run } = await atNeeds();
    const { request } = await run.requestTool("vault.search", search());
    await run.rewind(S.SKELETON);
    expect(await failureOf(run.execute(request?.id ?? ""))).toMatchObject({ reason: "TOOL_REFUSED" });
    expect(test.tools.ran).toEqual([]);
    await run.settle();
    await run.advance();
    expect((await run.execute(request?.id ?? "")).toolResultLog?.results).toHaveLength(1);
  });

  it("needs parameters of its own tool", async () => {
    const { run } = await atNeeds();
    const failure = await failureOf(run.requestTool("lawbot.search", search()));
    expect(failure).toMatchObject({ reason: "REQUEST_INVALID" });
  });

  it("for case law is refused unless the profile opts in", async () => {
    const { run } = await atNeeds();
    expect(await failureOf(run.requestTool("lawbot.case_search", caseSearch))).toMatchObject({
      reason: "TOOL_REFUSED",
    });
  });

  it("that nobody recorded is not found", async () => {
    const { run } = await atNeeds();
    expect(await failureOf(run.execute("toolreq:none"))).toMatchObject({ reason: "TOOL_REQUEST_NOT_FOUND" });
  });

  it("counts for the absence it was made for when it finds nothing", async () => {
    const { run } = await atNeeds();
    const { result } = await run.tool("vault.search", search(nothing), "slot:3");
    expect(result.status).toBe(ToolResultStatus.EMPTY);
    const slot = run.context.slots.find((one) => one.slotId === "slot:3");
    expect(slot?.candidateCount).toBe(1);
  });

  it("that fails is recorded as failed, and a new request is the way to try again", async () => {
    const { test, run } = await atNeeds();
    test.tools.instead(() => ({
      status: "ERROR",
      summary: "no answer",
      refinedQuery: "",
      reason: "The Vault is away.",
    }));
    const failed = await run.tool("vault.search", search(), "slot:1");
    expect(failed.result).toMatchObject({ status: ToolResultStatus.ERROR, reason: "The Vault is away." });
    expect(run.context.slots[0]?.candidateCount).toBe(0);
    expect((await run.execute(failed.request.id)).toolResultLog?.results).toEqual([failed.result]);
    expect((await run.tool("vault.search", search(), "slot:1")).result.status).toBe(ToolResultStatus.OK);
  });

  it("that needs a person waits for one", async () => {
    const profile = scriptedProfile({ caseLaw: true });
    const { test, run } = await atNeeds({ profiles: [profile] });
    const tools = test.tools.tools;
    tools.push("vault.import");
    const content = new TextEncoder().encode("hello");
    const value = { path: "a.txt", content };
    const { request } = await run.requestTool("vault.import", { params: { case: "vaultImport", value } });
    expect(request?.requiresUserConfirm).toBe(true);
    expect(await failureOf(run.execute(request?.id ?? ""))).toMatchObject({ reason: "TOOL_REFUSED" });
    expect(test.tools.ran).toEqual([]);
    await run.execute(request?.id ?? "", { confirmed: true });
    expect(test.tools.ran).toHaveLength(1);
  });

  it("that ends after the run went back counts all the same, and the run goes on", async () => {
    const { test, run } = await atNeeds();
    const { request } = await run.requestTool("vault.search", search(), "slot:1");
    const held = gate();
    test.tools.instead(heldBy(held));
    const running = run.execute(request?.id ?? "");
    await held.arrived;
    await run.refresh();
    await run.rewind(S.INTENT_SEED);
    await run.propose({ case: "intentSeed", value: { goal: "Een ander doel" } });
    held.open();
    expect((await running).toolResultLog?.results).toMatchObject([{ status: ToolResultStatus.OK }]);
    expect((await run.refresh()).slots[0]?.candidateCount).toBe(2);
    await run.to(S.DRAFT);
  });
});
