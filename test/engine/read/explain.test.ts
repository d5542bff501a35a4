import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { OrchestratorState as S } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { PendingToolRequest_WaitsFor as WaitsFor } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision, ToolResultStatus } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import {
  DecideToolRequestRequestSchema,
  RevokeToolGrantRequestSchema,
} from "../../../gen/pincite/tool/v1/tool_service_pb.ts";
import { explainToolCall } from "../../../src/engine/read/explain.ts";
import { pendingCalls } from "../../../src/engine/read/pending.ts";
import type { RunDriver } from "../run-driver.ts";
import { nothing } from "../sample-tools.ts";
import { final, lawSearch, tools, vaultSearch } from "../scripted-model.ts";
import { failureOf, scriptedProfile, TestEngine } from "../support.ts";

const search = (query = "opleiding") => ({ params: { case: "vaultSearch", value: { query } } }) as const;
const file = { params: { case: "vaultImport", value: { path: "a.txt", content: new Uint8Array([65]) } } } as const;

const open = async (change: Parameters<typeof TestEngine.open>[0] = {}) => {
  const test = await TestEngine.open(change);
  test.tools.tools.push("vault.import", "lawbot.case_search");
  const run = await (await test.newRun()).to(S.EVIDENCE_NEEDS);
  const explain = (id: string) => explainToolCall(test.engine.runs, test.engine.tools, id);
  const pending = async (runId = "") => (await pendingCalls(test.engine.runs, runId, undefined, 50)).rows;
  return { test, run, explain, pending };
};

const decide = async (
  run: RunDriver,
  requestId: string,
  more: MessageInitShape<typeof DecideToolRequestRequestSchema>,
) => {
  await run.refresh();
  const waiting = run.context.pendingToolRequests.find((one) => one.requestId === requestId);
  const { toolName = "", paramsDigest = "" } = waiting ?? {};
  const request = { ...run.command(), requestId, toolName, paramsDigest, ...more };
  return run.engine.answerToolRequest(create(DecideToolRequestRequestSchema, request));
};

describe("the explanation of a tool call [S91]", () => {
  it("answers the six questions of a search that was used all the way to the draft", async () => {
    const { run, explain } = await open();
    const { request, result } = await run.tool("vault.search", search(), "slot:1");
    await run.to(S.DRAFT);
    await run.settle();
    const explained = await explain(request.id);
    expect(explained.tool?.name).toBe("vault.search");
    expect(explained.request).toEqual(request);
    expect(explained.result).toEqual(result);
    expect(explained.outputRef).toEqual(result.outputRef);
    expect(explained.receiptRef?.kind).toBe("pincite.receipt.v1.SignedStatement");
    expect(explained.authority).toMatchObject({ policy: "ALLOW", decision: ToolDecision.UNSPECIFIED, eventSeq: 0 });
    const kinds = explained.uses.map((use) => use.kind);
    expect(kinds[0]).toBe("evidence_set");
    expect(new Set(kinds)).toEqual(new Set(["evidence_set", "binding", "citation_ledger", "draft_text"]));
    expect(kinds.indexOf("binding")).toBeLessThan(kinds.indexOf("citation_ledger"));
    expect(explained.answers).toHaveLength(6);
    expect(await explain(result.id)).toEqual(explained);
  });

  it("names no use of a search that nothing rests on", async () => {
    const { run, explain } = await open();
    const { request } = await run.tool("vault.search", search(nothing));
    const explained = await explain(request.id);
    expect(explained.result?.status).toBe(ToolResultStatus.EMPTY);
    expect(explained.uses).toEqual([]);
    expect(explained.answers[5]).toBe("Niets in de run steunt erop.");
  });

  it("names the turns whose manifest showed it, and pins of what it brought", async () => {
    const { test, run, explain } = await open();
    test.model.say(tools(vaultSearch("opleiding", "slot:1")), final());
    await run.guide({ userPrompt: "Zoek het." });
    const [call] = (await test.views.toolCalls(run.runId, undefined, 10)).rows;
    const entry = (await run.material()).evidenceSet?.entries[0]?.candidate?.evidenceId ?? "";
    await run.pin(entry, "slot:1");
    const explained = await explain(call?.request?.id ?? "");
    const turn = call?.request?.turnId ?? "none";
    expect(explained.uses).toContainEqual(expect.objectContaining({ kind: "turn", subjectId: turn }));
    expect(explained.uses).toContainEqual(expect.objectContaining({ kind: "pin", subjectId: entry }));
    expect(explained.answers[1]).toMatch(/^Het model vroeg erom in EVIDENCE_NEEDS voor slot:1, omdat: “.+”\.$/);
  });

  it("speaks the run's language", async () => {
    const { test, run, explain } = await open();
    const { request } = await run.tool("vault.search", search());
    expect((await explain(request.id)).answers).toEqual([
      "Het gereedschap is vault.search, dat alleen leest.",
      "De gebruiker vroeg erom in EVIDENCE_NEEDS, omdat: “The user asks.”.",
      "Het beleid stond het meteen toe; niemand hoefde te beslissen.",
      `Het is gevraagd met de parameters (vault_search) in het verzoek, sha256 ${request.paramsDigest}.`,
      "Het resultaat is OK: looked in the sample.",
      "Het is gebruikt in het bewijs van de run.",
    ]);
    const english = await test.newRun("create-2");
    await english.propose({ case: "intentSeed", value: { goal: "Win", locale: "en" } }, { confirm: true });
    const { request: asked } = await english.requestTool("vault.import", file);
    expect((await explain(asked?.id ?? "")).answers.slice(2)).toEqual([
      "The policy asks for a person, and nobody has decided yet.",
      `It was asked with the parameters (vault_import) in the request, sha256 ${asked?.paramsDigest}.`,
      "Nothing has come back: it waits until a person decides.",
      "Nothing in the run rests on it.",
    ]);
  });

  it("says who allowed it, when, and in which event of the journal", async () => {
    const { test, run, explain } = await open();
    const { request } = await run.requestTool("vault.import", file);
    const id = request?.id ?? "";
    test.tools.instead(() => ({ status: "OK", summary: "1 document new", refinedQuery: "", reason: "" }));
    await decide(run, id, { decision: ToolDecision.ALLOW, reason: "is van mij" });
    const { authority, answers } = await explain(id);
    expect(authority).toMatchObject({
      ...{ policy: "ASK", decision: ToolDecision.ALLOW, byGrant: false, reason: "is van mij" },
      decidedBy: { name: "tester", asserted: true },
    });
    const [placed] = await test.engine.runs.events(run.runId, authority?.eventSeq ?? 0, 1);
    expect(placed?.event.event.case).toBe("toolDecided");
    expect(placed?.event.timeIso).toBe(authority?.decidedAtIso);
    expect(answers[2]).toContain("tester stond het toe");
  });

  it("says that it was declined, with the person's words", async () => {
    const { run, explain, pending } = await open();
    const { request } = await run.requestTool("vault.import", file);
    await decide(run, request?.id ?? "", { decision: ToolDecision.DENY, reason: "verkeerde zaak" });
    const { result, authority, answers } = await explain(request?.id ?? "");
    expect(result?.status).toBe(ToolResultStatus.REFUSED);
    expect(authority).toMatchObject({ decision: ToolDecision.DENY, decidedBy: { name: "tester" } });
    expect(authority?.reason).toBe(result?.reason);
    expect(answers[2]).toContain("verkeerde zaak");
    expect(await pending()).toEqual([]);
  });

  it("says that the policy refused a request of the model, verbatim", async () => {
    const { test, run, explain } = await open();
    // LawBot goes away between the offer and the answer.
    test.model.say((request, signal) => {
      test.tools.tools.splice(test.tools.tools.indexOf("lawbot.search"), 1);
      return tools(lawSearch("goed werkgever"))(request, signal);
    }, final());
    const { toolResultLog } = await run.guide();
    const explained = await explain(toolResultLog?.results[0]?.id ?? "");
    const reason = "lawbot.search is not available on this server; ListTools says which are";
    expect(explained.authority).toMatchObject({ policy: "REFUSE", reason, eventSeq: 0 });
    expect(explained.answers[2]).toBe(`Het was niet toegestaan en heeft nooit gedraaid: ${reason}.`);
    expect(explained.tool?.available).toBe(false);
  });

  it("says what failed and what to do", async () => {
    const { test, run, explain } = await open();
    test.tools.instead(() => ({ status: "ERROR", summary: "failed", refinedQuery: "x", reason: "Ask again." }));
    const { request } = await run.tool("vault.search", search());
    expect((await explain(request.id)).answers[4]).toBe("Het resultaat is ERROR: failed. Ask again.");
  });

  it("names the grant that spoke for the person, also once it was revoked", async () => {
    const { run, explain, test } = await open({ profiles: [scriptedProfile({ caseLaw: true })] });
    const ask = () =>
      test.model.say(
        tools({
          ...lawSearch("goed werkgever"),
          toolName: "lawbot.case_search",
          params: { lawbotCaseSearch: { query: "goed werkgever" } },
        }),
        final(),
      );
    ask();
    await run.guide();
    const [first] = (await run.refresh()).pendingToolRequests;
    await decide(run, first?.requestId ?? "", { decision: ToolDecision.ALWAYS });
    ask();
    await run.refresh();
    await run.guide();
    await run.refresh();
    const revoke = { ...run.command(), toolName: "lawbot.case_search" };
    await run.engine.revokeGrant(create(RevokeToolGrantRequestSchema, revoke));
    const calls = (await test.views.toolCalls(run.runId, undefined, 50)).rows.filter(
      ({ request }) => request?.toolName === "lawbot.case_search",
    );
    expect(calls).toHaveLength(2);
    const [decided, granted] = await Promise.all(calls.map(({ request }) => explain(request?.id ?? "")));
    expect(decided?.authority).toMatchObject({ decision: ToolDecision.ALWAYS, byGrant: false });
    expect(granted?.authority).toMatchObject({ byGrant: true, decidedBy: { name: "tester" }, policy: "ALLOW" });
    expect(granted?.authority?.eventSeq).toBe(decided?.authority?.eventSeq);
  });

  it("is refused for an id that nobody recorded", async () => {
    const { explain } = await open();
    for (const id of ["toolreq:01J00000000000000000000000", "toolres:x", "x"])
      expect(await failureOf(explain(id))).toMatchObject({ reason: "TOOL_REQUEST_NOT_FOUND" });
  });

  it("runs nothing and writes nothing", async () => {
    const { test, run, explain } = await open();
    const { request } = await run.tool("vault.search", search());
    const before = [test.tools.ran.length, await test.engine.runs.load(run.runId)];
    await explain(request.id);
    expect([test.tools.ran.length, await test.engine.runs.load(run.runId)]).toEqual(before);
  });
});

describe("what waits", () => {
  it("is listed oldest first over all runs, with everything a decision names", async () => {
    const { test, run, pending } = await open();
    const other = await test.newRun("create-2");
    const a = await other.requestTool("vault.import", file);
    const b = await run.requestTool("vault.search", search());
    const c = await run.requestTool("vault.import", file, "slot:1");
    const ids = [a, b, c].map(({ request }) => request?.id);
    const all = await pending();
    expect(all.map(({ request }) => request?.id)).toEqual(ids);
    expect(all.map(({ pending }) => pending?.waitsFor)).toEqual([
      WaitsFor.DECISION,
      WaitsFor.EXECUTION,
      WaitsFor.DECISION,
    ]);
    expect((await pending(run.runId)).map(({ request }) => request?.id)).toEqual(ids.slice(1));
    await run.refresh();
    expect(all[2]).toMatchObject({ version: run.context.version, runTitle: "Sample", request: c.request });
    expect(all[2]?.pending?.paramsDigest).toBe(c.request?.paramsDigest);
  });

  it("comes page by page, each once", async () => {
    const { test, run } = await open();
    for (let n = 0; n < 5; n++) await run.requestTool("vault.search", search(`vraag ${n}`));
    for (const runId of ["", run.runId]) {
      const seen: string[] = [];
      for (let after: string | undefined; ; ) {
        const page = await pendingCalls(test.engine.runs, runId, after, 2);
        seen.push(...page.rows.map(({ request }) => request?.id ?? ""));
        if (page.next === undefined) break;
        after = page.next;
      }
      expect(new Set(seen).size).toBe(5);
      expect(seen).toEqual(seen.toSorted());
    }
  });

  it("is gone once it has a result, and the journal alone says the same", async () => {
    const { run, pending } = await open();
    await run.tool("vault.search", search());
    expect(await pending()).toEqual([]);
    expect(await pending(run.runId)).toEqual([]);
  });

  it("of a run that is not there is refused", async () => {
    const { pending } = await open();
    expect(await failureOf(pending("run-x"))).toMatchObject({ reason: "RUN_NOT_FOUND" });
  });

  it("keeps what may or may not have acted until a person looked", async () => {
    const { test, run, explain, pending } = await open();
    const { request } = await run.requestTool("vault.import", file);
    const id = request?.id ?? "";
    test.tools.instead(() => new Promise(() => undefined));
    void decide(run, id, { decision: ToolDecision.ALLOW });
    await expect.poll(() => test.tools.ran.length).toBe(1);
    await test.restart();
    const [waiting] = await pending();
    expect(waiting?.pending).toMatchObject({ requestId: id, waitsFor: WaitsFor.REVIEW });
    expect((await explain(id)).answers[4]).toContain("wacht tot iemand kijkt");
    await decide(run, id, { decision: ToolDecision.ACKNOWLEDGE });
    expect(await pending()).toEqual([]);
    const { result, authority, answers } = await explain(id);
    expect(result?.status).toBe(ToolResultStatus.OUTCOME_UNKNOWN);
    expect(authority?.decision).toBe(ToolDecision.ALLOW);
    expect(answers[4]).toContain("OUTCOME_UNKNOWN");
  });
});
