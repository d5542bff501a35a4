import { create } from "@bufbuild/protobuf";
import { type TurnContext, TurnContextSchema } from "../../../../gen/pincite/model/v1/model_call_pb.ts";
import { type ModelTurn, ModelTurnSchema } from "../../../../gen/pincite/model/v1/model_turn_pb.ts";
import { OrchestratorState } from "../../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { DomainError } from "../../../error.ts";
import { worded } from "../../../messages/said.ts";
import type { ModelProvider } from "../../provider.ts";
import { writeEnvelope } from "../envelope.ts";
import { finalTurn, type StageAnswer } from "./answer-parts.ts";
import { answerBinding } from "./binding.ts";
import { answerDraft } from "./draft.ts";
import { answerIntent } from "./intent.ts";
import { answerNeeds } from "./needs.ts";
import { answerSkeleton } from "./skeleton.ts";
import { answerSpans } from "./spans.ts";

const answers: Readonly<Record<OrchestratorState, (context: TurnContext) => StageAnswer>> = {
  [OrchestratorState.UNSPECIFIED]: () => ({ message: "" }),
  [OrchestratorState.INTENT_SEED]: answerIntent,
  [OrchestratorState.SKELETON]: answerSkeleton,
  [OrchestratorState.EVIDENCE_NEEDS]: answerNeeds,
  [OrchestratorState.EVIDENCE_BINDING]: answerBinding,
  [OrchestratorState.SPAN_RESOLUTION]: answerSpans,
  [OrchestratorState.DRAFT]: answerDraft,
};

/**
 * The embedded provider: no model, no weights, no network. It ranks what the context shows by the words it shares with
 * claims and cues and fills the same envelope as any model, under the same checks. A pure function of the request: the
 * same request gives the same bytes. Text of evidence only ever weighs in a ranking; what it asks for changes nothing.
 */
export const extractiveProvider = (): ModelProvider => ({
  name: "extractive",
  async generate(request, signal) {
    if (signal.aborted) throw new DomainError("CANCELLED", worded("error.the-turn-was-cancelled-before-the-provider"));
    const turn = extractiveTurn(request.nonce, request.context ?? create(TurnContextSchema));
    return { raw: writeEnvelope(turn), inputTokens: 0, outputTokens: 0 };
  },
});

/** The turn for a context: tools while some are useful and allowed, else the final answer. */
export const extractiveTurn = (nonce: string, context: TurnContext): ModelTurn => {
  const answer = (answers[context.state] ?? answers[OrchestratorState.UNSPECIFIED])(context);
  if (Array.isArray(answer))
    return create(ModelTurnSchema, { nonce, turn: { case: "tool", value: { requests: answer } } });
  return create(ModelTurnSchema, { nonce, turn: { case: "final", value: finalTurn(context, answer) } });
};
