import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ModelRequest } from "../../gen/pincite/model/v1/model_call_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { NextAction_Kind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import { ToolDecision, ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { withClientTool } from "../engine/waiting-tools.ts";
import { paramsOf } from "./support/matrix-case.ts";
import { refusalOf } from "./support/refusal.ts";
import { key, RunDriver } from "./support/run-driver.ts";
import { proposalFor, stages } from "./support/small-case.ts";
import { type StandInServer, startStandIn } from "./support/stand-in.ts";

const { ALLOW, DENY } = ToolDecision;
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
