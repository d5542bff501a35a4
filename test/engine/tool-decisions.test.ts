import { describe, expect, it } from "vitest";
import type { WorkflowProfile } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { PendingToolRequest_WaitsFor as WaitsFor } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision, ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { gate, heldBy } from "./sample-tools.ts";
import { final, tools, vaultSearch } from "./scripted-model.ts";
import { failureOf } from "./support.ts";
import { caseSearch, importParams, valuesOf, waitingRun } from "./waiting-tools.ts";

const { ALLOW, DENY, ALWAYS, ACKNOWLEDGE } = ToolDecision;
const search = { params: { case: "vaultSearch", value: { query: "opleiding" } } } as const;

/** A run in which the user asked for an import, which waits for a decision. */
const withImport = async () => {
  const { test, run } = await waitingRun();
  const { request } = await run.requestTool("vault.import", importParams());
  return { test, run, id: request?.id ?? "" };
};

/** A run whose turn waits for a person to allow a search of case law. */
const withCaseSearch = async (profile: Partial<WorkflowProfile> = {}) => {
  const { test, run } = await waitingRun({}, profile);
  test.model.say(tools(caseSearch()), final());
  await run.guide();
  return { test, run, id: run.pending().requestId };
};

describe("the ten approval cases of seed 002 [S75]", () => {
  it("1: an empty run id finds nothing", async () => {
    const { run, id } = await withImport();
    expect(await failureOf(run.decide(id, ALLOW, { runId: "" }))).toMatchObject({ reason: "RUN_NOT_FOUND" });
  });

  it("2: a missing request id finds nothing", async () => {
    const { run } = await withImport();
    expect(await failureOf(run.decide("", DENY))).toMatchObject({ reason: "TOOL_REQUEST_NOT_FOUND" });
  });

  it("3: a missing decision decides nothing", async () => {
    const { test, run, id } = await withImport();
    const failure = await failureOf(run.decide(id, ToolDecision.UNSPECIFIED));
    expect(failure.reason).toBe("REQUEST_INVALID");
    expect(await valuesOf(test, run.runId, "toolDecided")).toEqual([]);
  });

  it("4: nothing pending, nothing decided", async () => {
    const { run } = await waitingRun();
    expect(await failureOf(run.decide("toolreq:none", DENY))).toMatchObject({ reason: "TOOL_REQUEST_NOT_FOUND" });
    const { request } = await run.tool("vault.search", search);
    for (const decision of [ALLOW, DENY])
      expect(
        await failureOf(
          run.decide(request.id, decision, { toolName: request.toolName, paramsDigest: request.paramsDigest }),
        ),
      ).toMatchObject({ reason: "ALREADY_EXISTS", message: expect.stringContaining("has a result already") });
  });

  it.each([ALLOW, ALWAYS])(
    "5: decision %i without a tool name, or without a digest, is refused and runs nothing [S71]",
    async (decision) => {
      const { test, run, id } = await withImport();
      for (const missing of ["toolName", "paramsDigest"] as const) {
        const failure = await failureOf(run.decide(id, decision, { [missing]: "" }));
        expect(failure).toMatchObject({ reason: "REQUEST_INVALID" });
      }
      expect(test.tools.ran).toEqual([]);
      expect(await valuesOf(test, run.runId, "toolFinished")).toEqual([]);
    },
  );

  it("6: declining needs neither, and the reason is kept verbatim", async () => {
    const { test, run, id } = await withImport();
    const reason = "Niet «nu»: eerst overleg.";
    const { result } = await run.decide(id, DENY, { toolName: "", paramsDigest: "", reason });
    expect(result).toMatchObject({ status: ToolResultStatus.REFUSED, summary: "declined by tester", reason });
    expect(run.context.pendingToolRequests).toEqual([]);
    expect(test.tools.ran).toEqual([]);
    expect((await run.execute(id, { confirmed: true })).toolResultLog?.results).toEqual([result]);
    expect(test.tools.ran).toEqual([]);
  });

  it("7: another run's request is not found", async () => {
    const { test, run, id } = await withImport();
    const other = await test.newRun("another");
    const shown = run.pending(id);
    const more = { toolName: shown.toolName, paramsDigest: shown.paramsDigest };
    for (const decision of [ALLOW, DENY])
      expect(await failureOf(other.decide(id, decision, more))).toMatchObject({ reason: "TOOL_REQUEST_NOT_FOUND" });
    expect(await failureOf(other.submit(id))).toMatchObject({ reason: "TOOL_REQUEST_NOT_FOUND" });
  });

  it("8: ALWAYS is recorded for run and tool, and the prompt does not come again [S73]", async () => {
    const { test, run, id } = await withCaseSearch();
    const { continuedTurn } = await run.decide(id, ALWAYS);
    expect(continuedTurn).toMatchObject({ suspended: false, message: "Done." });
    expect(run.context.toolGrants).toMatchObject([{ toolName: "lawbot.case_search", requestId: id }]);
    test.model.say(tools(caseSearch("ontslag")), final());
    const { suspended, toolResultLog } = await run.guide();
    expect(suspended).toBe(false);
    expect(toolResultLog?.results).toMatchObject([{ status: ToolResultStatus.OK }]);
    const requested = await valuesOf(test, run.runId, "toolRequested");
    expect(requested.slice(-2)).toMatchObject([
      { policy: "ASK", byGrant: false },
      { policy: "ALLOW", byGrant: true },
    ]);
  });

  it("9: what a client delivers is the result, and nothing runs here: see client-tools.test.ts [S72]", async () => {
    const { test, run, id } = await withImport();
    const failure = await failureOf(run.submit(id));
    expect(failure).toMatchObject({ reason: "TOOL_REFUSED", message: expect.stringContaining("waits for a decision") });
    expect(test.tools.ran).toEqual([]);
  });

  it("10: a second approval is refused, the same one again is answered again, and it runs once", async () => {
    const { test, run, id } = await withImport();
    const shown = { toolName: run.pending(id).toolName, paramsDigest: run.pending(id).paramsDigest };
    const same = { idempotencyKey: "approve", expectedVersion: run.context.version, ...shown };
    const first = await run.decide(id, ALLOW, same);
    expect(await run.decide(id, ALLOW, same)).toEqual(first);
    expect(await failureOf(run.decide(id, ALLOW, shown))).toMatchObject({ reason: "ALREADY_EXISTS" });
    expect(await failureOf(run.decide(id, DENY))).toMatchObject({ reason: "ALREADY_EXISTS" });
    expect(test.tools.ran).toHaveLength(1);
  });
});

describe("an approval", () => {
  it("is recorded with its beginning in one commit, and the tool runs in the same call", async () => {
    const { test, run, id } = await withImport();
    const seen = run.context.version;
    const { result } = await run.decide(id, ALLOW, { reason: "Nodig." });
    expect(result).toMatchObject({ status: ToolResultStatus.OK, requestId: id, executor: "server" });
    expect(await valuesOf(test, run.runId, "toolDecided")).toMatchObject([
      {
        requestId: id,
        decision: ALLOW,
        toolName: "vault.import",
        seenVersion: seen,
        reason: "",
        reasonWords: { kind: "pincite.memo.v1.Words" },
      },
    ]);
    expect(test.tools.ran.map((one) => one.request.id)).toEqual([id]);
  });

  it.each([
    ["another tool", { toolName: "vault.bundle.attach" }],
    ["other parameters", { paramsDigest: "0".repeat(64) }],
  ])("of %s than was asked for is refused, and nothing runs", async (_, other) => {
    const { test, run, id } = await withImport();
    for (const decision of [ALLOW, ALWAYS])
      expect(await failureOf(run.decide(id, decision, other))).toMatchObject({ reason: "APPROVAL_MISMATCH" });
    expect(test.tools.ran).toEqual([]);
    expect(run.pending(id).waitsFor).toBe(WaitsFor.DECISION);
  });

  it("given on an older version of the run is refused, with the current one", async () => {
    const { test, run, id } = await withImport();
    const stale = run.context.version;
    await run.pin("vault:letter-a");
    const failure = await failureOf(run.decide(id, ALLOW, { expectedVersion: stale }));
    expect(failure).toMatchObject({ reason: "RUN_VERSION_STALE", facts: { current_version: run.context.version } });
    expect(test.tools.ran).toEqual([]);
  });

  it("is refused while a turn is under way", async () => {
    const { test, run, id } = await withImport();
    const held = gate();
    test.tools.instead(heldBy(held));
    test.model.say(tools(vaultSearch("opleiding")), final());
    const turn = run.guide();
    await held.arrived;
    await run.refresh();
    expect(await failureOf(run.decide(id, ALLOW))).toMatchObject({ reason: "RUN_BUSY" });
    held.open();
    await turn;
  });

  it("is refused where the policy no longer allows the tool, and nothing is recorded", async () => {
    const { test, run, id } = await withCaseSearch();
    await run.rewind(S.SKELETON);
    expect(await failureOf(run.decide(id, ALLOW))).toMatchObject({ reason: "TOOL_REFUSED" });
    expect(await valuesOf(test, run.runId, "toolDecided")).toEqual([]);
    expect((await run.decide(id, DENY)).result?.status).toBe(ToolResultStatus.REFUSED);
  });

  it("of what needs none says what to do instead", async () => {
    const { run } = await waitingRun();
    const { request } = await run.requestTool("vault.search", search);
    const failure = await failureOf(run.decide(request?.id ?? "", ALLOW));
    expect(failure).toMatchObject({ reason: "TOOL_REFUSED", message: expect.stringContaining("ExecuteToolRequest") });
    expect((await run.decide(request?.id ?? "", DENY)).result?.reason).toBe("declined by tester, who gave no reason");
  });

  it("that ExecuteToolRequest brings with `confirmed` is recorded as the same decision", async () => {
    const { test, run, id } = await withImport();
    const seen = run.context.version;
    await run.execute(id, { confirmed: true });
    expect(await valuesOf(test, run.runId, "toolDecided")).toMatchObject([
      { requestId: id, decision: ALLOW, seenVersion: seen, paramsDigest: test.tools.ran[0]?.request.paramsDigest },
    ]);
  });

  it("given twice at once runs the tool once", async () => {
    const { test, run, id } = await withImport();
    const held = gate();
    test.tools.instead(heldBy(held));
    const deciding = [run.decide(id, ALLOW), run.decide(id, ALLOW), run.execute(id, { confirmed: true })];
    await held.arrived;
    held.open();
    const settled = await Promise.allSettled(deciding);
    expect(settled.filter((one) => one.status === "fulfilled").length).toBeGreaterThan(0);
    expect(test.tools.ran).toHaveLength(1);
    expect(await valuesOf(test, run.runId, "toolDecided")).toHaveLength(1);
  });
});

describe("a standing permission", () => {
  it("is for opt-in tools that only read", async () => {
    const { test, run, id } = await withImport();
    expect(await failureOf(run.decide(id, ALWAYS))).toMatchObject({ reason: "REQUEST_INVALID" });
    expect(test.tools.ran).toEqual([]);
    expect(await valuesOf(test, run.runId, "toolDecided")).toEqual([]);
  });

  it("ends with its time: the next request waits again", async () => {
    const { test, run, id } = await withCaseSearch();
    await run.decide(id, ALWAYS, { grantSeconds: 1 });
    test.model.say(tools(caseSearch()), final());
    expect((await run.guide()).suspended).toBe(true);
  });

  it("ends when it is revoked, and there is none to revoke twice", async () => {
    const { test, run, id } = await withCaseSearch();
    await run.decide(id, ALWAYS);
    await run.revoke("lawbot.case_search");
    expect(run.context.toolGrants).toEqual([]);
    expect(await failureOf(run.revoke("lawbot.case_search"))).toMatchObject({ reason: "GRANT_NOT_FOUND" });
    test.model.say(tools(caseSearch()), final());
    expect((await run.guide()).suspended).toBe(true);
  });

  it("does not let out what nobody offered: that waits for a person each time", async () => {
    const { test, run, id } = await withCaseSearch({ remoteLawbot: "https://law.example.com" });
    await run.decide(id, ALWAYS);
    test.model.say(tools(caseSearch("zzjan@zzvoorbeeld.invalid")), final());
    expect((await run.guide()).suspended).toBe(true);
    expect((await valuesOf(test, run.runId, "toolRequested")).at(-1)).toMatchObject({ policy: "ASK", byGrant: false });
  });

  it("is another run's no business", async () => {
    const { test, run, id } = await withCaseSearch();
    await run.decide(id, ALWAYS);
    const other = await (await test.newRun("other")).to(S.EVIDENCE_NEEDS);
    test.model.say(tools(caseSearch()), final());
    expect((await other.guide()).suspended).toBe(true);
  });
});

describe("looking at what was cut off", () => {
  it("is only for what was cut off", async () => {
    const { run, id } = await withImport();
    expect(await failureOf(run.decide(id, ACKNOWLEDGE))).toMatchObject({ reason: "TOOL_REFUSED" });
  });
});
