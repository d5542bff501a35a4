import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";

/** The literal labels of the RFC's CTA copy map, per stage: what confirms the stage, then what leaves it. */
const copyMap: Readonly<Record<OrchestratorState, readonly string[]>> = {
  [OrchestratorState.UNSPECIFIED]: [],
  [OrchestratorState.INTENT_SEED]: ["Save intent", "Advance to skeleton"],
  [OrchestratorState.SKELETON]: ["Approve skeleton", "Advance to evidence needs"],
  [OrchestratorState.EVIDENCE_NEEDS]: ["Review evidence checklist", "Advance to binding"],
  [OrchestratorState.EVIDENCE_BINDING]: ["Confirm bindings", "Advance to span resolution"],
  [OrchestratorState.SPAN_RESOLUTION]: ["Confirm quotes", "Advance to draft"],
  [OrchestratorState.DRAFT]: ["Finalize draft"],
};

/** The next actions a final answer of the stage may name. "Rewind" is one everywhere: any step can be rewound to. */
export const nextActionLabels = (state: OrchestratorState): readonly string[] => [...(copyMap[state] ?? []), "Rewind"];

/** The label under which the stage's own proposal is confirmed. */
export const confirmLabel = (state: OrchestratorState): string => copyMap[state]?.[0] ?? "Rewind";
