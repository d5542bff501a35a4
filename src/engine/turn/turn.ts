import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { ToolContext } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import type { FinalTurn } from "../../../gen/pincite/model/v1/model_turn_pb.ts";
import type { GuideRequest } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { ToolRequest } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { Fence } from "../../store/store.ts";
import type { CommandKey } from "../run/command-key.ts";
import type { RunActor, Runs } from "../run/runs.ts";
import type { resultsBefore } from "../tool/recorded-results.ts";
import type { FinishedCall, ToolCalls } from "../tool/tool-calls.ts";

/** What a turn works with. */
export interface TurnParts {
  readonly runs: Runs;
  readonly tools: ToolCalls;
}

/** What the caller of Guide asked for; a turn that goes on still goes by it. */
export type GuideWishes = Pick<GuideRequest, "userPrompt" | "allowedTools" | "skipTools" | "requireTool">;

/** A turn under way, whoever proposes in it: from here to its end or its suspension only the turn writes to the run. */
export interface OpenTurn {
  readonly runId: string;
  readonly turnId: string;
  /** The call that waits for its answer; absent where the turn goes on after a decision. */
  readonly key?: CommandKey;
  /** Aborts when the server stops. */
  readonly signal: AbortSignal;
  /** Of the lease it is under, and each of its commits with it. */
  readonly fence: Fence;
}

/** Key of the lease on the turn of a run: a run has one at most. */
export const turnLease = (runId: string): string => `turn/${runId}`;

/** A turn of the model while it runs: from Guide, or from where it was suspended, to its end or its next suspension. */
export interface Turn extends OpenTurn {
  readonly wishes: GuideWishes;
  readonly promptRef: ArtifactRef;
  readonly model: Principal;
  /** Everything the model asked for since it began or went on, also what waits for a person. */
  readonly requests: ToolRequest[];
  /** What came of it. */
  readonly calls: FinishedCall[];
  /** Ids of all requests of the turn, those of before a suspension too. */
  readonly requestIds: string[];
  readonly contexts: ToolContext[];
  /** Texts of the case that the last step showed. */
  readonly personal: string[];
  /** Ids of law that the last step showed. */
  readonly lawIds: string[];
  /** Results of the run's earlier turns, which the model is told of. */
  readonly before: Awaited<ReturnType<typeof resultsBefore>>;
  /** Why the answer is only text (REPAIR); empty: it is not. */
  readonly flags: string[];
  /** Decision taken so far. */
  steps: number;
  /** Characters of tool output that may still be shown. */
  charsLeft: number;
}

/** What a step of the model asked for, once what may run has run. */
export interface StepRequests {
  /** In the model's order. */
  readonly ids: readonly string[];
  /** Those that wait for a person or a client. */
  readonly waiting: readonly string[];
}

/** Why a turn stopped running: the model gave its final answer, or something it asked for waits. */
export type TurnStop =
  | { readonly kind: "final"; readonly final: FinalTurn }
  | { readonly kind: "waiting"; readonly step: StepRequests };

/** How a turn writes what happens in it, before its end. */
export const writerOf = ({ runId, model, fence }: Pick<Turn, "runId" | "model" | "fence">): RunActor => ({
  runId,
  as: model,
  fence,
});

/** Notes a request of the model, and what came of it where that is known. */
export const noteRequest = (turn: Turn, request: ToolRequest, call?: FinishedCall): void => {
  turn.requests.push(request);
  turn.requestIds.push(request.id);
  if (call) turn.calls.push(call);
};
