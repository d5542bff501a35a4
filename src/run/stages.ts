import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { ItemKind } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { PlainId } from "../messages/said.ts";

/** The fixed facts of one stage. */
export interface Stage {
  readonly state: OrchestratorState;
  /** Name of the stage as the RFC and the drawing write it. */
  readonly name: string;
  /** Role of the stage's artifact in RunContext.current. */
  readonly role: string;
  readonly itemKind: ItemKind;
  /** The RFC's literal labels (section 3), whose English is compared: first the confirmation, then the way on. */
  readonly confirm: PlainId;
  readonly advance: PlainId;
  /** What the guide is asked for while there is nothing to confirm, in the words of a person: the RFC has none for it. */
  readonly guide: PlainId;
}

/** The six stages in order. Labels are literal: clients and tests compare them. */
export const stages: readonly Stage[] = [
  {
    state: OrchestratorState.INTENT_SEED,
    name: "INTENT_SEED",
    role: "intent_seed",
    itemKind: ItemKind.INTENT,
    confirm: "item.save-intent",
    advance: "item.advance-to-skeleton",
    guide: "item.save-intent",
  },
  {
    state: OrchestratorState.SKELETON,
    name: "SKELETON",
    role: "skeleton",
    itemKind: ItemKind.CLAIM,
    confirm: "item.approve-skeleton",
    advance: "item.advance-to-evidence-needs",
    guide: "action.have-the-guide-make-an-outline",
  },
  {
    state: OrchestratorState.EVIDENCE_NEEDS,
    name: "EVIDENCE_NEEDS",
    role: "evidence_needs",
    itemKind: ItemKind.SLOT,
    confirm: "item.review-evidence-checklist",
    advance: "item.advance-to-binding",
    guide: "action.have-the-guide-search-for-evidence",
  },
  {
    state: OrchestratorState.EVIDENCE_BINDING,
    name: "EVIDENCE_BINDING",
    role: "need_map",
    itemKind: ItemKind.BINDING,
    confirm: "item.confirm-bindings",
    advance: "item.advance-to-span-resolution",
    guide: "action.have-the-guide-bind-evidence",
  },
  {
    state: OrchestratorState.SPAN_RESOLUTION,
    name: "SPAN_RESOLUTION",
    role: "citation_ledger",
    itemKind: ItemKind.LEDGER_ENTRY,
    confirm: "item.confirm-quotes",
    advance: "item.advance-to-draft",
    guide: "action.have-the-guide-choose-quotes",
  },
  {
    state: OrchestratorState.DRAFT,
    name: "DRAFT",
    role: "draft_text",
    itemKind: ItemKind.SENTENCE,
    confirm: "item.finalize-draft",
    advance: "item.finalize-draft",
    guide: "action.have-the-guide-write-the-text",
  },
];

/** Finds the stage of a state. Throws for a state outside the six, which is a broken invariant. */
export const stageOf = (state: OrchestratorState): Stage => {
  const stage = stages[state - 1];
  if (!stage) throw new Error(`no stage ${state}`);
  return stage;
};

/** Tells whether `a` comes before `b`. */
export const isEarlier = (a: OrchestratorState, b: OrchestratorState): boolean => a < b;
