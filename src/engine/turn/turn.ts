import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { Principal } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import type { LawVocabulary } from "../../../gen/pincite/lawbot/v1/law_pb.ts";
import type { ToolContext } from "../../../gen/pincite/model/v1/model_call_pb.ts";
import type { FinalTurn } from "../../../gen/pincite/model/v1/model_turn_pb.ts";
import type { GuideRequest } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { ToolRequest } from "../../../gen/pincite/tool/v1/tool_request_pb.ts";
import type { Fence } from "../../store/store.ts";
import type { CommandKey } from "../run/command-key.ts";
import type { RunActor, Runs } from "../run/runs.ts";
import type { resultsBefore } from "../tool/recorded-results.ts";
import type { FinishedCall, ToolCalls } from "../tool/tool-calls.ts";

/** Parts that a turn works with. */
export interface TurnParts {
  readonly runs: Runs;
  readonly tools: ToolCalls;
}

/** Wishes of the caller of Guide; a turn that goes on after a suspension still follows them. */
export type GuideWishes = Pick<GuideRequest, "userPrompt" | "allowedTools" | "skipTools" | "requireTool">;

/** A turn under way, no matter who proposes in it: from here to its end or its suspension only the turn writes to the run. */
export interface OpenTurn {
  readonly runId: string;
  readonly turnId: string;
  /** The call that waits for its answer; absent where the turn goes on after a decision. */
  readonly key?: CommandKey;
  /** Aborts when the server stops. */
  readonly signal: AbortSignal;
  /** Fence of the lease under which the turn and each of its commits stand. */
  readonly fence: Fence;
}

/** Key of the lease on the turn of a run: a run has at most one turn. */
export const turnLease = (runId: string): string => `turn/${runId}`;

/** A turn of the model while it runs: from Guide, or from where it was suspended, to its end or its next suspension. */
export interface Turn extends OpenTurn {
  readonly wishes: GuideWishes;
  readonly promptRef: ArtifactRef;
  readonly model: Principal;
  /** All requests of the model since the turn began or went on, including requests that wait for a person. */
  readonly requests: ToolRequest[];
  /** The finished calls for these requests. */
  readonly calls: FinishedCall[];
  /** Ids of all requests of the turn, including requests from before a suspension. */
  readonly requestIds: string[];
  readonly contexts: ToolContext[];
  /** What a person typed or confirmed, and texts of law, as far as the last step showed them: they may leave. */
  readonly persons: string[];
  readonly law: string[];
  /** What the LawBot of another machine had published when the turn began; undefined: nothing, or the run names none. */
  readonly vocabulary: LawVocabulary | undefined;
  /** Ids of law that the last step showed. */
  readonly lawIds: string[];
  /** Results of the run's earlier turns, to be told to the model. */
  readonly before: Awaited<ReturnType<typeof resultsBefore>>;
  /** Reasons why the answer is only text (REPAIR); empty where it is not. */
  readonly flags: string[];
  /** Number of the model's steps taken so far. */
  steps: number;
  /** Characters of tool output that may still be shown. */
  charsLeft: number;
}

/** Requests of one step of the model, after those that may run have run. */
export interface StepRequests {
  /** Ids of all requests, in the model's order. */
  readonly ids: readonly string[];
  /** Ids of the requests that wait for a person or a client. */
  readonly waiting: readonly string[];
}

/** Reason why a turn stopped running: the model gave its final answer, or a request of the model waits. */
export type TurnStop =
  | { readonly kind: "final"; readonly final: FinalTurn }
  | { readonly kind: "waiting"; readonly step: StepRequests };

/** Returns the actor as which a turn records its events before its end. */
export const writerOf = ({ runId, model, fence }: Pick<Turn, "runId" | "model" | "fence">): RunActor => ({
  runId,
  as: model,
  fence,
});

/** Notes a request of the model, and the finished call where there is one. */
export const noteRequest = (turn: Turn, request: ToolRequest, call?: FinishedCall): void => {
  turn.requests.push(request);
  turn.requestIds.push(request.id);
  if (call) turn.calls.push(call);
};
