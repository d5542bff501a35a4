import { OrchestratorState, OrchestratorStateSchema } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";

/** The six stages in order, without the value that is never stored. */
export const stages: readonly OrchestratorState[] = [
  OrchestratorState.INTENT_SEED,
  OrchestratorState.SKELETON,
  OrchestratorState.EVIDENCE_NEEDS,
  OrchestratorState.EVIDENCE_BINDING,
  OrchestratorState.SPAN_RESOLUTION,
  OrchestratorState.DRAFT,
];

/** Until bindings are confirmed: the stages in which documents may still come in. */
export const untilBound: readonly OrchestratorState[] = stages.slice(0, 4);

/** The stage's name as people and the design write it, such as `EVIDENCE_NEEDS`; numbers we do not know say so. */
export const stageName = (state: OrchestratorState): string =>
  OrchestratorStateSchema.value[state]?.localName ?? `stage ${state}`;

/** A list for a sentence: `A`, `A and B`, `A, B and C`. */
export const inWords = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? "none") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
