import { create } from "@bufbuild/protobuf";
import {
  RunFinalisedSchema,
  RunRewoundSchema,
  StageAdvancedSchema,
} from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ActSignatureSchema } from "../../../gen/pincite/run/v1/signed_act_pb.ts";
import { DomainError } from "../../error.ts";
import { worded } from "../../messages/said.ts";
import { corpusChange, searchedRevisions } from "../absences.ts";
import { stageRecord } from "../fold.ts";
import { refuseOwnFinalising } from "../four-eyes.ts";
import { type DecisionInput, EventDraft } from "../kernel.ts";
import { missingInputs } from "../missing-inputs.ts";
import { nameEvidenceSet } from "../name-evidence.ts";
import { missingRefusal, refuseFinalised } from "../refusals.ts";
import { refuseUnsigned, signatureRole } from "../signed-act.ts";
import { isEarlier, stageOf } from "../stages.ts";
import { stageOnwards } from "../take.ts";
import { adoptRules, askAgain } from "./adopt-rules.ts";
import { proposeAgain } from "./again.ts";
import { Decision } from "./decision.ts";
import { issueNeeds } from "./needs-issue.ts";
import { supersedeSuspended } from "./turn.ts";

/**
 * Goes on to the next stage, or finalises: then `input.corpusRevision` is needed where `restsOnAbsence`. Where documents have
 * changed since the searches that absences rest on, the run stays, and those bindings are asked again.
 * Errors: MISSING_INPUTS, RUN_FINALISED, SECOND_PERSON_NEEDED, SIGNATURE_NEEDED.
 */
export const decideAdvance = (input: DecisionInput): Decision => {
  const { snapshot } = input;
  refuseFinalised(snapshot);
  const missing = missingInputs(snapshot);
  if (missing.length > 0) throw missingRefusal(snapshot, missing);
  const draft = new EventDraft(input);
  const changed = corpusChange(input);
  if (changed) return new Decision(input).add({ event: draft.event({ case: "corpusChanged", value: changed }) });
  const to = stageOnwards(snapshot);
  if (!to) refuseOwnFinalising(input, stageRecord(snapshot, snapshot.state)?.items ?? []);
  if (!to) refuseUnsigned(input);
  const decision = supersedeSuspended(new Decision(input));
  nameEvidenceSet(input, draft);
  if (!to && input.signature) draft.record(ActSignatureSchema, input.signature, signatureRole, []);
  const { artifacts } = draft;
  if (!to) return decision.add({ event: draft.event(finalised(input)), artifacts });
  const value = create(StageAdvancedSchema, { from: snapshot.state, to });
  decision.add({ event: draft.event({ case: "stageAdvanced", value }), artifacts });
  return proposeAgain(decision, stageRecord(snapshot, to)?.items ?? []);
};

const finalised = (input: DecisionInput) => {
  const accepted = (state: OrchestratorState) => stageRecord(input.snapshot, state)?.accepted;
  const draft = accepted(OrchestratorState.DRAFT);
  const ledger = accepted(OrchestratorState.SPAN_RESOLUTION);
  const corpusRevision = searchedRevisions(input).length > 0 ? (input.corpusRevision ?? "") : "";
  const value = create(RunFinalisedSchema, {
    corpusRevision,
    ...(draft ? { draft } : {}),
    ...(ledger ? { ledger } : {}),
  });
  return { case: "runFinalised", value } as const;
};

/** Goes back to an earlier stage; nothing is deleted. Errors: STAGE_FORBIDS. */
export const decideRewind = (input: DecisionInput, to: OrchestratorState, reason: string): Decision => {
  const { snapshot } = input;
  const isFinalised = snapshot.lifecycle === RunLifecycle.FINALISED;
  if (!isEarlier(to, snapshot.state) && !(isFinalised && to === snapshot.state))
    throw new DomainError(
      "STAGE_FORBIDS",
      worded("error.the-run-is-in-it-can-be-rewound-only-to-an", {
        stageOfName: stageOf(snapshot.state).name,
        stageOfName2: stageOf(to).name,
      }),
      { state: stageOf(snapshot.state).name, to_state: stageOf(to).name },
    );
  const draft = new EventDraft(input);
  const reasonWords = draft.words(reason);
  const value = create(RunRewoundSchema, {
    from: snapshot.state,
    to,
    newRevision: isFinalised,
    ...(reasonWords ? { reasonWords } : {}),
  });
  const decision = supersedeSuspended(new Decision(input));
  decision.add({ event: draft.event({ case: "runRewound", value }), artifacts: draft.artifacts });
  // A finalised run was under its own rules until now.
  adoptRules(decision);
  // Needs went on being issued in later stages: what is under review again is what they are now, not what they were.
  return to === OrchestratorState.EVIDENCE_NEEDS ? issueNeeds(decision, {}) : askAgain(decision);
};
