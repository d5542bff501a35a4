import { create } from "@bufbuild/protobuf";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StageProposalSchema } from "../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ToolResultStatus } from "../../gen/pincite/tool/v1/tool_request_pb.ts";
import { paramsOf, stageName, toolTable } from "./support/matrix-case.ts";
import { refusalOf } from "./support/refusal.ts";
import { key, RunDriver } from "./support/run-driver.ts";
import { stages } from "./support/small-case.ts";
import { type StandInServer, startStandIn } from "./support/stand-in.ts";

const docUid = "a".repeat(64);
const statement = "I handed the report in on 3 March.";

const offersReads = (state: OrchestratorState): boolean =>
  Object.values(toolTable).some(({ kind, stages: where }) => kind === "read" && where.includes(state));

/** What the person puts forward so that a run reaches every stage without any source: one claim of their own knowledge. */
const ownWords = (run: RunDriver, state: OrchestratorState) => {
  const slotId = run.context.slots[0]?.slotId ?? "";
  const claims = [{ text: statement, claimKind: "own-statement" }];
  const evidence = { evidence: { case: "statement" as const, value: { text: statement } } };
  if (state === OrchestratorState.INTENT_SEED)
    return create(StageProposalSchema, {
      proposal: { case: "intentSeed", value: { goal: "Say when it was handed in." } },
    });
  if (state === OrchestratorState.SKELETON)
    return create(StageProposalSchema, {
      proposal: { case: "skeleton", value: { sections: [{ title: "Facts", claims }] } },
    });
  if (state === OrchestratorState.EVIDENCE_BINDING)
    return create(StageProposalSchema, { proposal: { case: "needMap", value: { bindings: [{ slotId, evidence }] } } });
  return undefined;
};

const runIn = async (server: StandInServer, state: OrchestratorState): Promise<RunDriver> => {
  const run = await RunDriver.create(server);
  for (const each of stages) {
    if (each === state) break;
    const proposal = ownWords(run, each);
    if (proposal) await run.propose(proposal);
    await run.confirmAll();
    await run.advance();
  }
  return run;
};

describe.each([false, true])("a model in a run whose profile has case law %s", (caseLaw) => {
  let server: StandInServer;
  let tried = 0;
  beforeAll(async () => {
    server = await startStandIn({ caseLaw });
  });
  afterAll(async () => {
    console.log(`model × tool × stage: ${tried} triples with case law ${caseLaw ? "on" : "off"}`);
    await server.stop();
  });

  it.each(stages.map((state) => ({ state, name: stageName(state) })))(
    "runs in $name only the reads of that stage, and waits for a person with the opt-in ones",
    async ({ state }) => {
      let run = await runIn(server, state);
      for (const [toolName, { kind, stages: where }] of Object.entries(toolTable)) {
        // A request that waits is a turn that is not over: the next model is asked in a run of its own.
        if (run.context.pendingToolRequests.length > 0) run = await runIn(server, state);
        const params = paramsOf(toolName, docUid);
        server.say = ({ step }) =>
          step === 0
            ? { case: "tool", value: { requests: [{ toolName, reason: "It may help.", params }] } }
            : { case: "final", value: { message: "Done.", nextAction: run.context.nextAction?.label ?? "" } };
        server.ran.length = 0;
        tried += 1;
        const mayRun = kind === "read" && where.includes(state);
        const waits = kind === "opt-in" && caseLaw && where.includes(state);
        if (waits) {
          const turn = await server.orchestrator.guide({ ...run.command(), userPrompt: "Look for it." });
          expect(turn.suspended, toolName).toBe(true);
          expect(turn.runContext?.pendingToolRequests, toolName).toMatchObject([
            { toolName, requiresUserConfirm: true },
          ]);
        } else if (mayRun) {
          const turn = await server.orchestrator.guide({ ...run.command(), userPrompt: "Look for it." });
          expect(
            turn.toolResultLog?.results.map(({ status }) => status),
            toolName,
          ).toEqual([ToolResultStatus.EMPTY]);
          expect(turn.toolRequestLog?.requests.map((one) => one.requestedBy)).toEqual(["llm"]);
        } else {
          const refusal = await refusalOf(server.orchestrator.guide({ ...run.command(), userPrompt: "Look for it." }));
          expect(refusal?.reason, toolName).toBe("MODEL_TURN_REJECTED");
          // Where no read is auto-run, no tool is on offer at all and only a final answer is taken.
          expect(refusal?.message).toContain(
            offersReads(state) ? "tool_call_unknown_tool" : "tool_call_invalid_format",
          );
        }
        expect(server.ran, toolName).toEqual(mayRun ? [toolName] : []);
        expect((await run.read()).pendingToolRequests, toolName).toHaveLength(waits ? 1 : 0);
        expect(run.context.state, "no tool moves a stage").toBe(state);
        expect(run.context.turnId, "the turn is over").toBe("");
      }
    },
  );

  it.each(stages.map((state) => ({ state, name: stageName(state) })))(
    "a user in $name starts reads at once and confirms what changes the Vault",
    async ({ state }) => {
      const run = await runIn(server, state);
      for (const [toolName, { kind, stages: where }] of Object.entries(toolTable)) {
        await run.read();
        const asked = server.tools.requestTool({ ...run.command(), toolName, params: paramsOf(toolName, docUid) });
        tried += 1;
        if (!where.includes(state) || (kind === "opt-in" && !caseLaw)) {
          expect((await refusalOf(asked))?.reason, toolName).toBe("TOOL_REFUSED");
          continue;
        }
        const requestId = (await asked).request?.id ?? "";
        server.ran.length = 0;
        if (kind === "mutating") {
          const refusal = await refusalOf(server.orchestrator.executeToolRequest({ requestId }));
          expect(refusal?.reason, toolName).toBe("TOOL_REFUSED");
          expect(server.ran).toEqual([]);
        }
        await server.orchestrator.executeToolRequest({
          requestId,
          confirmed: kind === "mutating",
          idempotencyKey: key(),
        });
        expect(server.ran).toEqual([toolName]);
      }
    },
  );
});
