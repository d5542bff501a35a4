import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import {
  AttemptRecordedSchema,
  TurnEndedSchema,
  TurnResumedSchema,
  TurnStartedSchema,
  TurnSuspendedSchema,
} from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type DecisionInput, EventDraft } from "../kernel.ts";
import { refuseBusy, refuseFinalised } from "../refusals.ts";
import { Decision } from "./decision.ts";

/** How a turn may end. */
export type TurnOutcome = "completed" | "rejected" | "failed" | "cancelled" | "interrupted" | "superseded";

/** Begins a turn: from here on only the turn writes. `ranksCandidates`: a model only orders passages in it. Errors: RUN_BUSY, RUN_FINALISED. */
export const decideTurnStarted = (
  input: DecisionInput,
  turnId: string,
  draft: EventDraft,
  { ranksCandidates = false } = {},
): Decision => {
  refuseFinalised(input.snapshot);
  refuseBusy(input.snapshot);
  const value = create(TurnStartedSchema, { turnId, ranksCandidates });
  return new Decision(input).add({ event: draft.event({ case: "turnStarted", value }), artifacts: draft.artifacts });
};

/** Records one attempt of the provider, whatever became of it. */
export const attemptRecorded = (
  decision: Decision,
  draft: EventDraft,
  attempt: ArtifactRef,
  rejectReason: string,
): Decision =>
  decision.add({
    event: draft.event({ case: "attemptRecorded", value: create(AttemptRecordedSchema, { attempt, rejectReason }) }),
    artifacts: draft.artifacts,
  });

/** Ends a turn; what the draft recorded (the conversation) becomes known with it. */
export const turnEnded = (
  decision: Decision,
  draft: EventDraft,
  turnId: string,
  outcome: TurnOutcome,
  reason = "",
): Decision =>
  decision.add({
    event: draft.event({ case: "turnEnded", value: create(TurnEndedSchema, { turnId, outcome, reason }) }),
    artifacts: draft.artifacts,
  });

/** Lets the turn under way wait for these requests; the state it goes on from stands in the draft. */
export const turnSuspended = (
  decision: Decision,
  draft: EventDraft,
  waits: { readonly turnId: string; readonly requestIds: readonly string[]; readonly state: ArtifactRef },
): Decision => {
  const { turnId, requestIds, state } = waits;
  const value = create(TurnSuspendedSchema, { turnId, requestIds: [...requestIds], state });
  return decision.add({ event: draft.event({ case: "turnSuspended", value }), artifacts: draft.artifacts });
};

/** Lets the suspended turn go on: from here on only it writes. */
export const turnResumed = (decision: Decision, turnId: string): Decision => {
  const value = create(TurnResumedSchema, { turnId });
  return decision.add({ event: new EventDraft(decision.input).event({ case: "turnResumed", value }) });
};

/** Ends the suspended turn, if any. Its requests stay and can still be decided, but continue nothing. */
export const supersedeSuspended = (decision: Decision): Decision => {
  const waiting = decision.input.snapshot.suspendedTurn;
  if (!waiting) return decision;
  return turnEnded(decision, new EventDraft(decision.input), waiting.turnId, "superseded", "superseded");
};
