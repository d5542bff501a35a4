import { create } from "@bufbuild/protobuf";
import { describe, expect, it } from "vitest";
import { TurnBudgetSchema } from "../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { OrchestratorState as S } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { NextAction_Kind, PendingToolRequest_WaitsFor as WaitsFor } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision, ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { Engine } from "../../src/engine/engine.ts";
import { shownText } from "../../src/model/tool-context.ts";
import { RunDriver } from "./run-driver.ts";
import { final, tools, vaultSearch } from "./scripted-model.ts";
import { failureOf } from "./support.ts";
import {
  caseSearch,
  eventsOf,
  found,
  foundType,
  officeLookup,
  valuesOf,
  waitingRun,
  withChangedTool,
} from "./waiting-tools.ts";

const { ALLOW, DENY } = ToolDecision;
const delivered = { output: found(), outputType: foundType };
const letter = { params: { case: "vaultSearch", value: { query: "opleiding" } } } as const;

/** A run whose turn searched the Vault and waits for a person to allow a search of case law. */
const suspended = async (...more: Parameters<typeof waitingRun>) => {
  const { test, run } = await waitingRun(...more);
  test.model.say(tools(vaultSearch("opleiding", "slot:1"), caseSearch()), final({ message: "Klaar." }));
  const answer = await run.guide({ userPrompt: "Zoek uit of de werkgever goed handelde." });
  return { test, run, answer, id: run.pending().requestId };
};

describe("a turn that asked for something that waits", () => {
  it("runs the rest of the step, then waits, and lets others write", async () => {
    const { test, run, answer, id } = await suspended();
    expect(answer).toMatchObject({ suspended: true, turnId: run.context.suspendedTurn?.turnId });
    expect(answer.toolRequestLog?.requests.map((one) => one.toolName)).toEqual(["vault.search", "lawbot.case_search"]);
    expect(answer.toolResultLog?.results.map((one) => one.status)).toEqual([ToolResultStatus.OK]);
    expect(answer.conversationLog?.entries.map((one) => one.text)).toEqual(["Zoek uit of de werkgever goed handelde."]);
    expect(run.context).toMatchObject({ turnId: "", suspendedTurn: { requestIds: [id] } });
    expect(run.context.nextAction?.kind).not.toBe(NextAction_Kind.WAIT);
    expect(run.pending(id)).toMatchObject({ waitsFor: WaitsFor.DECISION, requestedBy: "llm", turnId: answer.turnId });
    expect(test.model.asked).toHaveLength(1);
    await run.pin("vault:letter-a");
    expect(run.context.suspendedTurn?.turnId).toBe(answer.turnId);
  });

  it("goes on with the decision, sees all results of the step in its own order, and ends", async () => {
    const { test, run, answer, id } = await suspended();
    const decided = await run.decide(id, ALLOW);
    expect(decided.continuedTurn).toMatchObject({
      turnId: answer.turnId,
      suspended: false,
      message: "Klaar.",
      stopReason: "",
    });
    expect(decided.continuedTurn?.conversationEntry?.kind).toBe("pincite.memo.v1.ConversationEntry");
    const shown = test.model.asked[1]?.context;
    expect(shown?.toolContexts.map((one) => one.request?.toolName)).toEqual(["vault.search", "lawbot.case_search"]);
    expect(shown?.userPrompt).toBe("Zoek uit of de werkgever goed handelde.");
    expect(shown?.earlierResults).toEqual([]);
    expect(test.model.asked.map((one) => [one.turnId, one.step])).toEqual([
      [answer.turnId, 0],
      [answer.turnId, 1],
    ]);
    expect(run.context).toMatchObject({ turnId: "", pendingToolRequests: [] });
    expect(run.context.suspendedTurn).toBeUndefined();
    expect((await eventsOf(test, run.runId)).slice(-7).map(({ event }) => event.case)).toEqual(
      [
        "toolDecided",
        "toolStarted",
        "toolFinished",
        "needsIssued",
        "proposalRecorded",
        "turnResumed",
        "attemptRecorded",
      ]
        .concat("turnEnded")
        .slice(-7),
    );
  });

  it("is told verbatim when a person declines, and goes on without", async () => {
    const { test, run, id } = await suspended();
    const { result, continuedTurn } = await run.decide(id, DENY, { reason: "Geen rechtspraak nodig." });
    expect(result?.status).toBe(ToolResultStatus.REFUSED);
    expect(continuedTurn?.message).toBe("Klaar.");
    const [, refused] = test.model.asked[1]?.context?.toolContexts ?? [];
    expect(refused?.result?.reason).toBe("Geen rechtspraak nodig.");
    expect(test.model.asked[1]?.prompt).toContain("Geen rechtspraak nodig.");
    expect(test.tools.ran.map((one) => one.request.toolName)).toEqual(["vault.search"]);
  });

  it("waits for all of several, whatever their order and kind", async () => {
    const { test, run } = await waitingRun();
    test.model.say(tools(caseSearch("een"), officeLookup(), caseSearch("twee")), final());
    await run.guide();
    const [first, office, second] = run.context.pendingToolRequests.map((one) => one.requestId);
    expect(run.context.suspendedTurn?.requestIds).toEqual([first, office, second]);
    expect(run.context.nextAction).toMatchObject({ kind: NextAction_Kind.DECIDE, requestId: first });
    expect((await run.decide(second!, ALLOW)).continuedTurn).toBeUndefined();
    expect((await run.submit(office!, delivered)).continuedTurn).toBeUndefined();
    expect(run.context.suspendedTurn?.requestIds).toEqual([first]);
    expect(run.context.nextAction).toMatchObject({ kind: NextAction_Kind.DECIDE, requestId: first });
    expect((await run.decide(first!, DENY)).continuedTurn?.suspended).toBe(false);
    const shown = test.model.asked[1]?.context?.toolContexts.map((one) => one.request?.id);
    expect(shown).toEqual([first, office, second]);
  });

  it("is what the next action is about, in the order in which it asked, until it goes on", async () => {
    const { test, run } = await waitingRun();
    test.model.say(tools(officeLookup(), caseSearch("een")), final());
    const { turnId } = await run.guide();
    const [office, search] = run.context.pendingToolRequests.map((one) => one.requestId);
    expect(run.context.nextAction).toMatchObject({
      kind: NextAction_Kind.DELIVER,
      rpc: "pincite.tool.v1.ToolService/SubmitToolResult",
      requestId: office,
      possible: true,
    });
    await run.submit(office!, delivered);
    expect(run.context.nextAction).toMatchObject({ kind: NextAction_Kind.DECIDE, requestId: search });
    await run.decide(search!, ALLOW);
    expect(await valuesOf(test, run.runId, "turnEnded")).toMatchObject([{ turnId, outcome: "completed" }]);
    expect(run.context.nextAction).toMatchObject({ requestId: "" });
  });

  it("can wait again, as often as its steps allow, and then only ends [S79, S81]", async () => {
    const { test, run } = await waitingRun({}, { budget: create(TurnBudgetSchema, { toolSteps: 3 }) });
    test.model.say(
      tools(caseSearch("een")),
      tools(caseSearch("twee")),
      tools(officeLookup()),
      final({ message: "Einde." }),
    );
    const { turnId } = await run.guide();
    for (const step of [1, 2]) {
      const { continuedTurn } = await run.decide(run.pending().requestId, ALLOW);
      expect(continuedTurn).toMatchObject({ turnId, suspended: true, message: "" });
      expect(continuedTurn?.toolRequestLog?.requests).toHaveLength(1);
      expect(test.model.asked).toHaveLength(step + 1);
    }
    const { continuedTurn } = await run.submit(run.pending().requestId, delivered);
    expect(continuedTurn).toMatchObject({ turnId, suspended: false, message: "Einde." });
    expect(test.model.asked.at(-1)?.context?.finalOnly).toBe(true);
    expect(await valuesOf(test, run.runId, "turnSuspended")).toHaveLength(3);
    expect(await valuesOf(test, run.runId, "turnStarted")).toHaveLength(1);
    expect(await valuesOf(test, run.runId, "turnEnded")).toMatchObject([{ turnId, outcome: "completed" }]);
  });

  it("keeps its budget of characters over the wait", async () => {
    const { test, run } = await waitingRun(
      {},
      { budget: create(TurnBudgetSchema, { turnChars: 500, stepChars: 500 }) },
    );
    test.model.say(tools(vaultSearch("opleiding"), caseSearch()), tools(vaultSearch("opleiding")), final());
    await run.guide();
    await run.decide(run.pending().requestId, ALLOW);
    const shown = test.model.asked.map((one) => (one.context?.toolContexts ?? []).map(shownText).join("").length);
    expect(shown[1]).toBeGreaterThan(0);
    expect(Math.max(...shown)).toBeLessThanOrEqual(500);
  });

  it.each(["guide", "advance", "rewind"] as const)(
    "ends when a %s comes; what it asked for can still be decided, and continues nothing",
    async (way) => {
      const { test, run, id, answer } = await suspended();
      const held = test.model.asked.length;
      if (way === "guide") await run.guide({ userPrompt: "Iets anders." });
      if (way === "rewind") await run.rewind(S.SKELETON);
      if (way === "advance") {
        await run.settle();
        await run.advance();
      }
      expect(run.context.suspendedTurn).toBeUndefined();
      expect(run.pending(id).waitsFor).toBe(WaitsFor.DECISION);
      const ended = await valuesOf(test, run.runId, "turnEnded");
      expect(ended[0]).toMatchObject({ turnId: answer.turnId, outcome: "superseded" });
      const asked = test.model.asked.length;
      expect(asked - held).toBe(way === "guide" ? 1 : 0);
      expect((await run.decide(id, DENY)).continuedTurn).toBeUndefined();
      expect(test.model.asked).toHaveLength(asked);
    },
  );

  it.each(["propose", "pin", "confirm"] as const)("stays when a %s comes", async (way) => {
    const { run, answer } = await suspended();
    if (way === "pin") await run.pin("vault:letter-b");
    if (way === "confirm") await run.confirm((itemId) => itemId === "slot:1");
    if (way === "propose")
      await run.propose({
        case: "evidenceNeeds",
        value: { add: [{ claimId: "claim:1", description: "Nog een stuk", kind: 1 }] },
      });
    expect(run.context.suspendedTurn?.turnId).toBe(answer.turnId);
  });

  it("survives a restart and goes on as if there had been none", async () => {
    const { test, run, id, answer } = await suspended();
    expect(await test.restart()).toBe(0);
    expect((await run.refresh()).suspendedTurn?.turnId).toBe(answer.turnId);
    const { continuedTurn } = await run.decide(id, ALLOW);
    expect(continuedTurn).toMatchObject({ turnId: answer.turnId, message: "Klaar." });
  });

  it("goes on only under the policy it was suspended under [S74]", async () => {
    const { test, run, id } = await suspended();
    Object.assign(test.parts, { catalogue: withChangedTool });
    await test.restart();
    await run.refresh();
    const { result, continuedTurn } = await run.decide(id, ALLOW);
    expect(result?.status).toBe(ToolResultStatus.OK);
    expect(continuedTurn).toMatchObject({
      stopReason: "version_changed",
      suspended: false,
      message: expect.stringContaining("the tool policy changed"),
    });
    expect(test.model.asked).toHaveLength(1);
    expect(run.context.suspendedTurn).toBeUndefined();
    expect(await valuesOf(test, run.runId, "turnResumed")).toEqual([]);
  });

  it("comes to nothing as any turn does when the model writes nonsense: the decision stands", async () => {
    const { test, run } = await waitingRun();
    test.model.say(tools(caseSearch()), () => "Zeker, hier is het antwoord.");
    await run.guide();
    const { result, continuedTurn } = await run.decide(run.pending().requestId, ALLOW);
    expect(result?.status).toBe(ToolResultStatus.OK);
    expect(continuedTurn).toMatchObject({ stopReason: "tool_call_invalid_format", suspended: false });
    expect(run.context.turnId).toBe("");
  });

  it("is cut by a stop while it goes on, and recorded as interrupted; the decision's key then has its answer", async () => {
    const { test, run, id } = await suspended();
    const until = new Promise<void>((resolve) => {
      test.model.say();
      const { generate } = test.model;
      test.model.generate = (request, signal) => {
        resolve();
        return request.step === 0 ? generate.call(test.model, request, signal) : new Promise(() => undefined);
      };
    });
    const key = { idempotencyKey: "decide", expectedVersion: run.context.version };
    const shown = { toolName: run.pending(id).toolName, paramsDigest: run.pending(id).paramsDigest };
    const deciding = run.decide(id, ALLOW, { ...key, ...shown });
    await until;
    test.engine.stop();
    expect(await failureOf(deciding)).toMatchObject({ reason: "SERVER_DRAINING" });
    expect(await test.restart()).toBe(1);
    expect(await run.refresh()).toMatchObject({ turnId: "" });
    expect(run.context.suspendedTurn).toBeUndefined();
    expect((await valuesOf(test, run.runId, "turnEnded")).at(-1)).toMatchObject({ outcome: "interrupted" });
    const { result, continuedTurn } = await run.decide(id, ALLOW, { ...key, ...shown });
    expect(result?.status).toBe(ToolResultStatus.OK);
    expect(continuedTurn).toMatchObject({ suspended: false, stopReason: "interrupted" });
    expect(continuedTurn?.message).toContain("The server stopped");
    expect(test.tools.ran.filter((one) => one.request.id === id)).toHaveLength(1);
  });

  it("goes on in the call of ExecuteToolRequest as well, when that brings what it waited for", async () => {
    const { run, id, answer } = await suspended();
    const { continuedTurn } = await run.execute(id, { confirmed: true });
    expect(continuedTurn).toMatchObject({ turnId: answer.turnId, message: "Klaar." });
  });

  it("goes on once when two processes over one store bring what it waited for", async () => {
    const { test, run } = await waitingRun();
    test.model.say(tools(caseSearch("een"), caseSearch("twee")), final());
    await run.guide();
    const [first, second] = run.context.pendingToolRequests.map((one) => one.requestId);
    const engines = [new Engine(test.parts), new Engine(test.parts)] as const;
    const [here, there] = engines.map((engine) => new RunDriver(() => engine, run.context));
    const decided = await Promise.allSettled([here!.decide(first!, DENY), there!.decide(second!, DENY)]);
    // One of them may have come too late for the version it saw; then the person decides again.
    for (const [at, one] of decided.entries())
      if (one.status === "rejected") await run.refresh().then(() => run.decide([first, second][at]!, DENY));
    expect(await valuesOf(test, run.runId, "turnResumed")).toHaveLength(1);
    expect(await valuesOf(test, run.runId, "turnEnded")).toMatchObject([{ outcome: "completed" }]);
    expect(test.model.asked).toHaveLength(2);
  });

  it("answers Guide's key again with what Guide answered, also after it ended", async () => {
    const { test, run } = await waitingRun();
    test.model.say(tools(caseSearch()), final());
    const same = { idempotencyKey: "guide", expectedVersion: run.context.version, userPrompt: "Zoek." };
    const first = await run.guide(same);
    await run.decide(run.pending().requestId, ALLOW);
    expect(await run.guide(same)).toEqual(first);
    expect(test.model.asked).toHaveLength(2);
  });
});

describe("what a turn may ask for", () => {
  it("includes the opt-in tools only where the profile opted in", async () => {
    for (const caseLaw of [true, false]) {
      const { test, run } = await waitingRun({}, { caseLaw });
      await run.guide();
      const offered = test.model.asked[0]?.context?.allowedTools ?? [];
      expect(offered.includes("lawbot.case_search")).toBe(caseLaw);
      expect(offered).not.toContain("vault.import");
      expect(offered).toContain("office.lookup");
    }
  });

  it("is narrowed by the caller, never widened, also after it waited", async () => {
    const { test, run } = await waitingRun();
    test.model.say(tools(caseSearch()), final());
    await run.guide({ allowedTools: ["lawbot.case_search", "vault.import"] });
    await run.decide(run.pending().requestId, ALLOW);
    expect(test.model.asked.map((one) => one.context?.allowedTools)).toEqual([
      ["lawbot.case_search"],
      ["lawbot.case_search"],
    ]);
  });

  it("does not change what a person asks for themselves", async () => {
    const { run } = await waitingRun();
    const { result } = await run.tool("vault.search", letter);
    expect(result.status).toBe(ToolResultStatus.OK);
  });
});
