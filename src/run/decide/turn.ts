import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import {
  AttemptRecordedSchema,
  TurnEndedSchema,
  TurnStartedSchema,
} from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import type { DecisionInput, EventDraft } from "../kernel.ts";
import { refuseBusy, refuseFinalised } from "../refusals.ts";
import { Steps } from "./steps.ts";

/** How a turn may end. */
export type TurnOutcome = "completed" | "rejected" | "failed" | "cancelled" | "interrupted";

/** Begins a turn: from here on only the turn writes. Errors: RUN_BUSY, RUN_FINALISED. */
export const decideTurnStarted = (input: DecisionInput, turnId: string, draft: EventDraft): Steps => {
  refuseFinalised(input.snapshot);
  refuseBusy(input.snapshot);
  const value = create(TurnStartedSchema, { turnId });
  return new Steps(input).add({
    event: draft.event({ case: "turnStarted", value }),
    artifacts: draft.artifacts,
  });
};

/** Records one attempt of the provider, whatever became of it. */
export const attemptRecorded = (steps: Steps, draft: EventDraft, attempt: ArtifactRef, rejectReason: string): Steps =>
  steps.add({
    event: draft.event({
      case: "attemptRecorded",
      value: create(AttemptRecordedSchema, { attempt, rejectReason }),
    }),
    artifacts: draft.artifacts,
  });

/** Ends a turn; what the draft recorded (the conversation) becomes known with it. */
export const turnEnded = (steps: Steps, draft: EventDraft, turnId: string, outcome: TurnOutcome, reason = ""): Steps =>
  steps.add({
    event: draft.event({ case: "turnEnded", value: create(TurnEndedSchema, { turnId, outcome, reason }) }),
    artifacts: draft.artifacts,
  });
