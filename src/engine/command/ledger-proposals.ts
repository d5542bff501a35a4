import { create } from "@bufbuild/protobuf";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import {
  type ProposeRequest,
  type ProposeResponse,
  ProposeResponseSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { DomainError } from "../../error.ts";
import { decidePropose, decideTurnStarted, turnEnded } from "../../run/decide.ts";
import { stageRecord } from "../../run/fold.ts";
import { EventDraft } from "../../run/kernel.ts";
import { refuseFinalised } from "../../run/refusals.ts";
import { type CommandKey, type Commands, change } from "../run/commands.ts";
import { type KernelShell, refuseStale } from "../run/kernel-shell.ts";
import { successAnswer } from "../run/recorded-answer.ts";
import { resolveLocators } from "../tool/locators.ts";
import { loadRecorded } from "../tool/recorded.ts";
import type { ToolCalls } from "../tool/tool-calls.ts";
import { judge } from "../tool/tool-judgement.ts";
import { openTurnRecord, openTurnSpace } from "../turn/turn-records.ts";
import type { Turns } from "../turn/turns.ts";

/**
 * A user's ledger proposal with locators is a short turn of its own: the sources are asked first, as recorded tool
 * calls in the user's name, and nobody else writes to the run meanwhile.
 */
export const proposeWithLocators = (
  parts: { shell: KernelShell; commands: Commands; tools: ToolCalls; turns: Turns },
  key: CommandKey,
  request: ProposeRequest,
): Promise<ProposeResponse> => {
  const { shell, commands, tools, turns } = parts;
  const { runId } = request;
  return commands.once(key, ProposeResponseSchema, async () => {
    const turnId = `turn:${shell.parts.ids.next()}`;
    await shell.exclusively(runId, async () => {
      const before = await shell.runs.load(runId);
      refuseStale(before, request.expectedVersion);
      refuseFinalised(before.snapshot);
      refuseOtherStage(before.snapshot.state);
      const input = await shell.input(before, shell.user);
      const draft = new EventDraft(input);
      if (request.proposal) draft.record(StageProposalSchema, request.proposal, "user_proposal", []);
      await shell.commit(before, decideTurnStarted(input, turnId, draft), () => ({
        idempotency: { ...change(key), takeOver: true },
        records: [openTurnRecord(runId, turnId, key)],
      }));
    });
    try {
      const proposal = await resolved(parts, request, turnId);
      const recorded = await loadRecorded(shell, tools, runId, proposal);
      return await shell.exclusively(runId, async () => {
        const before = await shell.runs.load(runId);
        const input = await shell.input(before, shell.user);
        const steps = decidePropose(input, proposal, { confirm: request.confirm, recorded });
        turnEnded(steps, new EventDraft(steps.input), turnId, "completed");
        let response: ProposeResponse | undefined;
        await shell.commit(before, steps, (after) => {
          response = proposeResponse(shell, after, steps.input);
          return {
            idempotency: { ...change(key), answer: successAnswer(ProposeResponseSchema, response) },
            records: [{ space: openTurnSpace, key: runId, value: undefined }],
          };
        });
        if (!response) throw new Error("a commit without an answer");
        return response;
      });
    } catch (error) {
      const failure =
        error instanceof DomainError
          ? error
          : new DomainError("INTERNAL", "The proposal failed.", {}, { cause: error });
      await turns.end(runId, turnId, key, "failed", failure.reason.toLowerCase(), failure);
      throw failure;
    }
  });
};

/** The answer to a proposal: where the run stands and what is now under review. */
export const proposeResponse = (
  shell: KernelShell,
  after: Parameters<KernelShell["contextFor"]>[0],
  input: { readonly material: Parameters<KernelShell["contextFor"]>[1] },
): ProposeResponse => {
  const proposal = stageRecord(after.snapshot, after.snapshot.state)?.proposal;
  return create(ProposeResponseSchema, {
    runContext: shell.contextFor(after, input.material),
    ...(proposal ? { proposal } : {}),
  });
};

const refuseOtherStage = (state: OrchestratorState): void => {
  if (state === OrchestratorState.SPAN_RESOLUTION) return;
  throw new DomainError(
    "PROPOSAL_WRONG_STAGE",
    "Quotes are proposed in SPAN_RESOLUTION: read the run and do what its next action says.",
  );
};

const resolved = async (
  { shell, tools }: { shell: KernelShell; tools: ToolCalls },
  request: ProposeRequest,
  turnId: string,
): Promise<StageProposal> => {
  const { runId } = request;
  const one = request.proposal?.proposal;
  if (one?.case !== "citationLedger") throw new Error("only a ledger proposal has locators");
  const input = await shell.input(await shell.runs.load(runId), shell.user);
  const by = { requestedBy: "user" as const, turnId, actor: shell.user };
  const signal = new AbortController().signal;
  const ledger = await resolveLocators(one.value, input.material.needMap, by, (ask) => {
    const { decision, reason } = judge(shell, input, { toolName: ask.toolName, params: ask.params, requester: "user" });
    if (decision !== "ALLOW") throw new DomainError("TOOL_REFUSED", `${reason}.`, { tool_name: ask.toolName });
    return tools.askAndRun({ runId, actor: shell.user }, ask, signal);
  });
  return create(StageProposalSchema, { proposal: { case: "citationLedger", value: ledger.proposal } });
};
