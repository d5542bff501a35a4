import { create } from "@bufbuild/protobuf";
import {
  RunFinalisedSchema,
  RunRewoundSchema,
  StageAdvancedSchema,
} from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { OrchestratorState, RunLifecycle } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemDecision, type ItemState } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { DomainError } from "../../error.ts";
import { type Candidate, recordCandidate } from "../build/candidate.ts";
import { draftAgain, draftStored } from "../build/draft.ts";
import { ledgerAgain, ledgerStored } from "../build/ledger.ts";
import { needMapAgain, needMapStored } from "../build/need-map.ts";
import { seedNeeds } from "../build/needs.ts";
import { skeletonAgain, skeletonStored } from "../build/skeleton.ts";
import { stageRecord } from "../fold.ts";
import { type DecisionInput, EventDraft } from "../kernel.ts";
import { missingInputs } from "../missing-inputs.ts";
import { missingRefusal, refuseFinalised } from "../refusals.ts";
import { isEarlier, stageAfter, stageOf } from "../stages.ts";
import { Decision } from "./decision.ts";
import { issueNeeds } from "./needs-issue.ts";
import { adopt, afterBinding } from "./propose.ts";
import { supersedeSuspended } from "./turn.ts";

/** Goes on to the next stage, or finalises. Errors: MISSING_INPUTS, RUN_FINALISED. */
export const decideAdvance = (input: DecisionInput): Decision => {
  const { snapshot } = input;
  refuseFinalised(snapshot);
  const missing = missingInputs(snapshot);
  if (missing.length > 0) throw missingRefusal(snapshot, missing);
  const next = stageAfter(snapshot.state);
  const draft = new EventDraft(input);
  const decision = supersedeSuspended(new Decision(input));
  if (!next) return decision.add({ event: draft.event(finalised(input)) });
  const value = create(StageAdvancedSchema, { from: snapshot.state, to: next.state });
  decision.add({ event: draft.event({ case: "stageAdvanced", value }) });
  return proposeAgain(decision, stageRecord(snapshot, next.state)?.items ?? []);
};

const finalised = (input: DecisionInput) => {
  const accepted = (state: OrchestratorState) => stageRecord(input.snapshot, state)?.accepted;
  const draft = accepted(OrchestratorState.DRAFT);
  const ledger = accepted(OrchestratorState.SPAN_RESOLUTION);
  const value = create(RunFinalisedSchema, { ...(draft ? { draft } : {}), ...(ledger ? { ledger } : {}) });
  return { case: "runFinalised", value } as const;
};

/** On entering a stage: what was put forward there before and still stands is put forward again; needs are seeded. */
const proposeAgain = (decision: Decision, former: readonly ItemState[]): Decision => {
  const { input } = decision;
  if (input.snapshot.state === OrchestratorState.EVIDENCE_NEEDS)
    return issueNeeds(decision, { ...seedNeeds(input), former });
  const candidate = candidateAgain(input, standing(former));
  if (!candidate) return afterBinding(decision);
  decision.add(recordCandidate(input, candidate, { former }));
  return afterBinding(adopt(decision, candidate));
};

/** Whether an item may be put forward again. */
type Stands = (itemId: string) => boolean;

/** A person who rejected something is not asked about it again; only a new proposal may bring it back. */
const standing = (former: readonly ItemState[]): Stands => {
  const rejected = new Set(former.filter((i) => i.decision === ItemDecision.REJECT).map((i) => i.itemId));
  return (itemId) => !rejected.has(itemId);
};

/** What is put forward without anybody asking; undefined leaves the stage open. */
const candidateAgain = (input: DecisionInput, stands: Stands): Candidate | undefined => {
  const { skeleton, needMap, ledger, draft } = input.material.proposals;
  switch (input.snapshot.state) {
    case OrchestratorState.SKELETON:
      return skeleton && skeletonAgain(input, skeletonStored(input, skeleton).keep(stands));
    case OrchestratorState.EVIDENCE_BINDING:
      return unlessIdle(input, needMapAgain(input, needMap && needMapStored(input, needMap).keep(stands)));
    case OrchestratorState.SPAN_RESOLUTION:
      return unlessIdle(input, ledgerAgain(input, ledger && ledgerStored(input, ledger).keep(stands)));
    case OrchestratorState.DRAFT:
      return draft && unlessEmpty(draftAgain(input, draftStored(input, draft).keep(stands)));
    default:
      return undefined;
  }
};

/** An empty proposal is only worth recording where nothing is required: there it lets the run go on. */
const unlessIdle = (input: DecisionInput, candidate: Candidate): Candidate | undefined =>
  candidate.items.length > 0 || !input.snapshot.slots.some((slot) => slot.required) ? candidate : undefined;

/** A memo without a sentence is nothing to decide about. */
const unlessEmpty = (candidate: Candidate): Candidate | undefined =>
  candidate.items.length > 0 ? candidate : undefined;

/** Goes back to an earlier stage; nothing is deleted. Errors: STAGE_FORBIDS. */
export const decideRewind = (input: DecisionInput, to: OrchestratorState, reason: string): Decision => {
  const { snapshot } = input;
  const isFinalised = snapshot.lifecycle === RunLifecycle.FINALISED;
  if (!isEarlier(to, snapshot.state) && !(isFinalised && to === snapshot.state))
    throw new DomainError(
      "STAGE_FORBIDS",
      `The run is in ${stageOf(snapshot.state).name}: it can be rewound only to an earlier stage, not to ${stageOf(to).name}.`,
      { state: stageOf(snapshot.state).name, to_state: stageOf(to).name },
    );
  const value = create(RunRewoundSchema, { from: snapshot.state, to, reason, newRevision: isFinalised });
  const decision = supersedeSuspended(new Decision(input));
  decision.add({ event: new EventDraft(input).event({ case: "runRewound", value }) });
  // Needs went on being issued in later stages: what is under review again is what they are now, not what they were.
  return to === OrchestratorState.EVIDENCE_NEEDS ? issueNeeds(decision, {}) : decision;
};
