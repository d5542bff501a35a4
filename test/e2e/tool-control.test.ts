import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ModelRequest } from "../../gen/pincite/model/v1/model_call_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { NextAction_Kind, PendingToolRequest_WaitsFor as WaitsFor } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision, ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { found, foundType, withClientTool } from "../engine/waiting-tools.ts";
import { paramsOf } from "./support/matrix-case.ts";
import { refusalOf } from "./support/refusal.ts";
import { key, RunDriver } from "./support/run-driver.ts";
import { proposalFor, stages } from "./support/small-case.ts";
import { type StandInServer, startStandIn } from "./support/stand-in.ts";

const { ALLOW, DENY, ALWAYS } = ToolDecision;
const docUid = "a".repeat(64);

let server: StandInServer;
beforeAll(async () => {
  server = await startStandIn({ caseLaw: true, catalogue: withClientTool });
});
afterAll(() => server.stop());

/** A run in EVIDENCE_NEEDS. */
const run = async (): Promise<RunDriver> => {
  const driver = await RunDriver.create(server);
  await driver.pin(`vault:${docUid}`);
  for (const state of stages) {
    if (state === OrchestratorState.EVIDENCE_NEEDS) break;
    await driver.propose(await proposalFor(state, { driver, docUid }));
    await driver.confirmAll();
    await driver.advance();
  }
  server.ran.length = 0;
  return driver;
};

/** What the model says, step by step of each turn, and then a final answer. */
const says = (...toolNames: readonly string[]): void => {
  server.say = ({ step, context }: ModelRequest) => {
    const toolName = toolNames[step];
    if (toolName === undefined)
      return { case: "final", value: { message: "Done.", nextAction: context?.run?.nextAction?.label ?? "" } };
    return {
      case: "tool",
      value: { requests: [{ toolName, reason: "It may help.", params: paramsOf(toolName, docUid) }] },
    };
  };
};

/** A run whose turn waits for a person to allow a search of case law. */
const waiting = async (...more: readonly string[]) => {
  const driver = await run();
  says("lawbot.case_search", ...more);
  const turn = await server.orchestrator.guide({ ...driver.command(), userPrompt: "Look." });
  const context = await driver.read();
  const pending = context.pendingToolRequests.at(-1);
  if (!pending) throw new Error("nothing waits");
  return { driver, turn, pending };
};

const shownIn = (pending: { requestId: string; toolName: string; paramsDigest: string }) => ({
  requestId: pending.requestId,
  toolName: pending.toolName,
  paramsDigest: pending.paramsDigest,
});

describe("deciding about a tool request over gRPC", () => {
  it("refuses the malformed with the field at fault [S71, S75]", async () => {
    const { driver, pending } = await waiting();
    const good = { ...driver.command(), ...shownIn(pending), decision: ALLOW };
    const bad: readonly [string, object][] = [
      ["run_id", { runId: "" }],
      ["request_id", { requestId: "" }],
      ["request_id", { requestId: "br-1" }],
      ["decision", { decision: ToolDecision.UNSPECIFIED }],
      ["decision", { decision: 9 }],
      ["idempotency_key", { idempotencyKey: "" }],
      ["expected_version", { expectedVersion: "" }],
      ["tool_name", { toolName: "" }],
      ["params_digest", { paramsDigest: "" }],
    ];
    for (const [field, change] of bad) {
      const refusal = await refusalOf(server.tools.decideToolRequest({ ...good, ...change }));
      expect([field, refusal?.reason]).toEqual([field, "REQUEST_INVALID"]);
      expect(refusal?.message).toContain(field);
    }
    expect(server.ran).toEqual([]);
    expect((await driver.read()).pendingToolRequests).toHaveLength(1);
  });

  it("lets the turn go on within the call, and tells what came of it [S74, S79]", async () => {
    const { driver, turn, pending } = await waiting();
    expect(turn).toMatchObject({ suspended: true, runContext: { suspendedTurn: { requestIds: [pending.requestId] } } });
    const command = { ...driver.command(), ...shownIn(pending), decision: ALLOW };
    const answer = await server.tools.decideToolRequest(command);
    expect(answer).toMatchObject({
      result: { status: ToolResultStatus.EMPTY, executor: "server" },
      continuedTurn: { turnId: turn.turnId, suspended: false, message: "Done.", stopReason: "" },
      runContext: { turnId: "", pendingToolRequests: [] },
    });
    expect(await server.tools.decideToolRequest(command)).toEqual(answer);
    expect(server.ran).toEqual(["lawbot.case_search"]);
    const again = { ...command, idempotencyKey: key() };
    expect((await refusalOf(server.tools.decideToolRequest(again)))?.reason).toBe("ALREADY_EXISTS");
  });

  it("never runs what was declined, and tells the model why, word for word [S87]", async () => {
    const { driver, pending } = await waiting();
    const prompts: string[] = [];
    const { say } = server;
    server.say = (request, signal) => {
      prompts.push(request.prompt);
      return say(request, signal);
    };
    const reason = "Not in this letter.";
    const { result } = await server.tools.decideToolRequest({
      ...driver.command(),
      ...shownIn(pending),
      decision: DENY,
      reason,
    });
    expect(result).toMatchObject({ status: ToolResultStatus.REFUSED, summary: "declined by tester", reason });
    expect(prompts.at(-1)).toContain(reason);
    await server.orchestrator.executeToolRequest({ requestId: pending.requestId, confirmed: true });
    expect(server.ran).toEqual([]);
  });

  it("shows in GetRun, where it was asked for, what ended: refused with its verbatim reason, newest first [S87]", async () => {
    const { driver, pending } = await waiting();
    const { runId } = driver;
    const ended = async (withToolCalls: boolean) =>
      (await server.orchestrator.getRun({ runId, withToolCalls })).endedToolCalls;
    expect(await ended(true)).toEqual([]);
    const reason = "Not in this letter.\nAnd not in the next.";
    await server.tools.decideToolRequest({ ...driver.command(), ...shownIn(pending), decision: DENY, reason });
    await driver.read();
    says("vault.search");
    await server.orchestrator.guide({ ...driver.command(), userPrompt: "Look again." });
    expect(
      (await ended(true)).map(({ request, result }) => [request?.toolName, result?.status, result?.reason]),
    ).toEqual([
      ["vault.search", ToolResultStatus.EMPTY, ""],
      ["lawbot.case_search", ToolResultStatus.REFUSED, reason],
    ]);
    expect(await ended(false)).toEqual([]);
    const { calls } = await server.tools.listToolCalls({ runId });
    expect(calls.toReversed()).toEqual(await ended(true));
  });

  it("remembers ALWAYS for the run and the tool until it is revoked [S73]", async () => {
    const { driver, pending } = await waiting();
    const { runContext } = await server.tools.decideToolRequest({
      ...driver.command(),
      ...shownIn(pending),
      decision: ALWAYS,
      grantSeconds: 3_600,
    });
    expect(runContext?.toolGrants).toMatchObject([{ toolName: "lawbot.case_search" }]);
    await driver.read();
    says("lawbot.case_search");
    const again = await server.orchestrator.guide({ ...driver.command(), userPrompt: "Once more." });
    expect([again.suspended, again.runContext?.pendingToolRequests]).toEqual([false, []]);
    await driver.read();
    await server.tools.revokeToolGrant({ ...driver.command(), toolName: "lawbot.case_search" });
    await driver.read();
    expect((await server.orchestrator.guide({ ...driver.command(), userPrompt: "And now." })).suspended).toBe(true);
    const refusal = await refusalOf(
      server.tools.revokeToolGrant({
        ...driver.command(),
        expectedVersion: (await driver.read()).version,
        toolName: "lawbot.case_search",
      }),
    );
    expect(refusal?.reason).toBe("GRANT_NOT_FOUND");
  });

  it("confirms what changes the Vault, one request at a time, and never for good [S99, Gates A and B]", async () => {
    const driver = await run();
    const { request } = await server.tools.requestTool({
      ...driver.command(),
      toolName: "vault.import",
      params: paramsOf("vault.import", docUid),
    });
    const pending = (await driver.read()).pendingToolRequests[0]!;
    expect(pending).toMatchObject({ waitsFor: WaitsFor.DECISION, mutating: true, paramsDigest: request?.paramsDigest });
    const decide = (decision: ToolDecision, change: object = {}) =>
      server.tools.decideToolRequest({ ...driver.command(), ...shownIn(pending), decision, ...change });
    expect((await refusalOf(decide(ALWAYS)))?.reason).toBe("REQUEST_INVALID");
    expect((await refusalOf(decide(ALLOW, { paramsDigest: "0".repeat(64) })))?.reason).toBe("APPROVAL_MISMATCH");
    const dry = await server.orchestrator.executeToolRequest({ requestId: pending.requestId, dryRun: true });
    expect(dry.dryRunResult).toMatchObject({ id: "", requestId: pending.requestId });
    expect(dry.runContext?.version).toBe(driver.context.version);
    server.ran.length = 0;
    await decide(ALLOW);
    // Gate C (a plan before what destroys) does not apply: no tool of the catalogue destroys anything.
    expect(server.ran).toEqual(["vault.import"]);
    const { tools } = await server.tools.listTools({});
    expect(tools.filter(({ risk }) => ![1, 2].includes(risk))).toEqual([]);
  });
});

describe("a client-executed tool over gRPC", () => {
  it("waits for the client, takes its result once, and lets the turn go on [S72, S79]", async () => {
    const driver = await run();
    server.say = ({ step, context }) =>
      step === 0
        ? {
            case: "tool",
            value: {
              requests: [
                {
                  toolName: "office.lookup",
                  reason: "It may help.",
                  params: { params: { case: "opaque", value: { typeName: "", value: new Uint8Array() } } },
                },
              ],
            },
          }
        : { case: "final", value: { message: "Done.", nextAction: context?.run?.nextAction?.label ?? "" } };
    expect((await refusalOf(server.orchestrator.guide({ ...driver.command(), userPrompt: "Look." })))?.reason).toBe(
      "MODEL_TURN_REJECTED",
    );
    await driver.read();
    const { request } = await server.tools.requestTool({
      ...driver.command(),
      toolName: "office.lookup",
      params: {
        params: {
          case: "opaque",
          value: { typeName: "pincite.tool.v1.LawbotSearchParams", value: new Uint8Array([10, 1, 120]) },
        },
      },
    });
    const requestId = request?.id ?? "";
    expect((await refusalOf(server.orchestrator.executeToolRequest({ requestId, confirmed: true })))?.reason).toBe(
      "TOOL_REFUSED",
    );
    const submit = {
      ...driver.command(),
      expectedVersion: "",
      requestId,
      status: ToolResultStatus.OK,
      summary: "1 letter",
      output: found(),
      outputType: foundType,
    };
    const bad: readonly [string, object][] = [
      ["status", { status: ToolResultStatus.REFUSED }],
      ["summary", { summary: "" }],
      ["output", { output: new Uint8Array() }],
      ["output_type", { outputType: "pincite.tool.v1.SpansOutput" }],
    ];
    for (const [field, change] of bad) {
      const refusal = await refusalOf(server.tools.submitToolResult({ ...submit, idempotencyKey: key(), ...change }));
      expect([field, refusal?.reason]).toEqual([field, "REQUEST_INVALID"]);
    }
    const answer = await server.tools.submitToolResult(submit);
    expect(answer.result).toMatchObject({ status: ToolResultStatus.OK, executor: "client", requestId });
    expect(await server.tools.submitToolResult(submit)).toEqual(answer);
    const second = await refusalOf(server.tools.submitToolResult({ ...submit, idempotencyKey: key() }));
    expect(second?.reason).toBe("ALREADY_EXISTS");
    expect(server.ran).toEqual([]);
  });

  it("is no other run's: a foreign request is not found", async () => {
    const { pending } = await waiting();
    const other = await run();
    const foreign = { ...other.command(), ...shownIn(pending) };
    expect((await refusalOf(server.tools.decideToolRequest({ ...foreign, decision: DENY })))?.reason).toBe(
      "TOOL_REQUEST_NOT_FOUND",
    );
    const submit = { ...foreign, status: ToolResultStatus.EMPTY, summary: "nothing" };
    expect((await refusalOf(server.tools.submitToolResult(submit)))?.reason).toBe("TOOL_REQUEST_NOT_FOUND");
  });
});

/** Does what the next action names, as a client would that knows nothing but the call that it names. */
const doNext = async (driver: RunDriver): Promise<RunDriver> => {
  const { nextAction, pendingToolRequests } = await driver.read();
  const command = driver.command();
  const pending = pendingToolRequests.find(({ requestId }) => requestId === nextAction?.requestId);
  switch (nextAction?.rpc.split("/")[1]) {
    case "DecideToolRequest":
      await server.tools.decideToolRequest({ ...command, ...shownIn(pending!), decision: ALLOW });
      break;
    case "Guide":
      await server.orchestrator.guide({ ...command, userPrompt: "Go on." });
      break;
    case "Advance":
      await server.orchestrator.advance(command);
      break;
    default:
      throw new Error(`no client of this test does ${nextAction?.rpc}`);
  }
  await driver.read();
  return driver;
};

/** How each turn of a run ended, in the words of the watch, oldest first. */
const endingsOf = async ({ runId, context }: RunDriver): Promise<string[]> => {
  const endings: string[] = [];
  for await (const { eventType, description, seq } of server.orchestrator.watchRun({ runId })) {
    if (eventType === "turn_ended") endings.push(description);
    if (seq === context.eventCount) break;
  }
  return endings;
};

// A client that did the one next thing ended the turn that waited: it was Guide, which takes the run another way.
describe("the next action of a run in which something waits", () => {
  it("decides about it, and the turn that waited goes on to its end", async () => {
    const { driver, pending } = await waiting();
    const { nextAction } = driver.context;
    await doNext(driver);
    expect(await endingsOf(driver)).toEqual([expect.stringContaining("completed")]);
    expect(nextAction).toMatchObject({
      kind: NextAction_Kind.DECIDE,
      rpc: "pincite.tool.v1.ToolService/DecideToolRequest",
      requestId: pending.requestId,
      possible: true,
    });
    expect(driver.context.suspendedTurn).toBeUndefined();
    expect(driver.context.nextAction?.requestId).toBe("");
  });

  it("decides about what a person asked for before the run goes on, where nothing else waits", async () => {
    const driver = await run();
    await server.tools.requestTool({
      ...driver.command(),
      toolName: "vault.import",
      params: paramsOf("vault.import", docUid),
    });
    expect((await driver.read()).nextAction).toMatchObject({ kind: NextAction_Kind.DECIDE, possible: true });
    const [pending] = driver.context.pendingToolRequests;
    expect(driver.context.nextAction?.requestId).toBe(pending?.requestId);
    await server.tools.decideToolRequest({ ...driver.command(), ...shownIn(pending!), decision: DENY });
    expect((await driver.read()).nextAction).toMatchObject({ kind: NextAction_Kind.PROPOSE, requestId: "" });
  });
});

describe("a turn's answer over gRPC", () => {
  it("reports the tools that were used and ends by itself [S81]", async () => {
    const driver = await run();
    says("vault.search", "vault.search", "vault.search", "vault.search", "vault.search");
    const refusal = await refusalOf(server.orchestrator.guide({ ...driver.command(), userPrompt: "Look." }));
    expect(refusal?.message).toContain("final answer");
    expect(server.ran).toEqual(["vault.search", "vault.search", "vault.search"]);
    const { calls } = await server.tools.listToolCalls({ runId: driver.runId });
    expect(calls.map(({ request }) => request?.toolName)).toEqual(server.ran);
  });
});
