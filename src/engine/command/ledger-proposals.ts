import { create } from "@bufbuild/protobuf";
import { type StageProposal, StageProposalSchema } from "../../../gen/pincite/memo/v1/stage_proposal_pb.ts";
import {
  type ProposeRequest,
  type ProposeResponse,
  ProposeResponseSchema,
} from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { Decision, decidePropose, turnEnded } from "../../run/decide.ts";
import { stageRecord } from "../../run/fold.ts";
import { type DecisionInput, EventDraft } from "../../run/kernel.ts";
import { refuseFinalised } from "../../run/refusals.ts";
import type { CommandKey } from "../run/command-key.ts";
import { answered } from "../run/recorded-answer.ts";
import type { Runs } from "../run/runs.ts";
import { askSources, type SourcedProposal } from "../tool/ask-sources.ts";
import { loadRecorded } from "../tool/recorded.ts";
import type { ToolAsk, ToolCalls } from "../tool/tool-calls.ts";
import { judge } from "../tool/tool-judgement.ts";
import type { OpenTurn } from "../turn/turn.ts";
import { beginTurn } from "../turn/turn-beginning.ts";
import { closeTurn } from "../turn/turn-ending.ts";
import { asAsked, withNearest } from "./refused-quote.ts";
import type { ToolCommandParts } from "./tool-answers.ts";

/**
 * A user's proposal with quotes or places to resolve is a short turn of its own: the sources are asked first, as recorded tool
 * calls in the user's name, and nobody else writes to the run meanwhile.
 */
export const proposeWithLocators = (
  { runs, commands, tools, turns }: ToolCommandParts,
  key: CommandKey,
  request: ProposeRequest,
): Promise<ProposeResponse> => {
  const { runId, proposal: asked, confirm, merge, expectedVersion: expected } = request;
  const call = { key, runId, expected };
  const begin = (signal: AbortSignal) =>
    beginTurn(runs, call, signal, (input) => {
      refuseFinalised(input.snapshot);
      refuseOtherStage(input.snapshot.state, asked);
      const draft = new EventDraft(input);
      if (asked) draft.record(StageProposalSchema, asked, "user_proposal", []);
      return { decision: new Decision(input), draft, about: {} };
    });
  const work = async (turn: OpenTurn): Promise<ProposeResponse> => {
    const { proposal, places } = await resolved(runs, tools, turn, asked);
    const recorded = { ...(await loadRecorded(runs, tools, runId, proposal)), places };
    return closeTurn(runs, turn, runs.user, (input) => {
      const decision = decided(input, proposal, { confirm, merge, recorded }, asked);
      turnEnded(decision, new EventDraft(decision.input), turn.turnId, "completed");
      return { decision, ...answered(ProposeResponseSchema, (after) => proposeResponse(runs, after, decision.input)) };
    });
  };
  // After the turn has ended, which the refusal did to it: the version is the one to go on from.
  const explained = async (error: unknown): Promise<never> => {
    throw await withNearest(runs, tools, runId, error);
  };
  return commands.once(key, ProposeResponseSchema, () => turns.run(call, begin, work)).catch(explained);
};

const decided = (
  input: DecisionInput,
  proposal: StageProposal,
  options: Parameters<typeof decidePropose>[2],
  asked: StageProposal | undefined,
): Decision => {
  try {
    return decidePropose(input, proposal, options);
  } catch (error) {
    throw asAsked(error, asked);
  }
};

/** The answer to a proposal: where the run stands and what is now under review. */
export const proposeResponse = (
  runs: Runs,
  after: Parameters<Runs["contextFor"]>[0],
  input: { readonly material: Parameters<Runs["contextFor"]>[1] },
): ProposeResponse => {
  const proposal = stageRecord(after.snapshot, after.snapshot.state)?.proposal;
  return create(ProposeResponseSchema, {
    runContext: runs.contextFor(after, input.material),
    ...(proposal ? { proposal } : {}),
  });
};

const refuseOtherStage = (state: OrchestratorState, asked: ProposeRequest["proposal"]): void => {
  const isBinding = asked?.proposal.case === "needMap";
  if (state === (isBinding ? OrchestratorState.EVIDENCE_BINDING : OrchestratorState.SPAN_RESOLUTION)) return;
  throw new DomainError(
    "PROPOSAL_WRONG_STAGE",
    worded("error.read-the-run-and-do-what-its-next-action-says", {
      value: isBinding ? "Places are proposed in EVIDENCE_BINDING" : "Quotes are proposed in SPAN_RESOLUTION",
    }),
  );
};

/** A user's proposal with its quotes and places resolved by their sources. Errors: TOOL_REFUSED, and what a source says. */
export const resolved = async (
  runs: Runs,
  tools: ToolCalls,
  { runId, turnId, signal, fence }: OpenTurn,
  asked: ProposeRequest["proposal"],
): Promise<SourcedProposal> => {
  if (!asked) throw new Error("a proposal that asks its sources is there");
  const input = await runs.input(await runs.load(runId), runs.user);
  const ask = async (one: ToolAsk) => {
    const { decision, reason } = judge(runs, input, { toolName: one.toolName, params: one.params, requester: "user" });
    if (decision !== "ALLOW") throw new DomainError("TOOL_REFUSED", `${reason}.`, { tool_name: one.toolName });
    return tools.askAndRun({ runId, as: runs.user, fence }, one, signal);
  };
  return askSources(asked, input.material.needMap, { requestedBy: "user", turnId, ask });
};
