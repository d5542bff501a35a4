import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  type MissingInput,
  MissingInput_Kind,
  NextAction_Kind,
  type RunContext,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { RunView } from "./run-view.ts";

/** Whether papers came in after a search that the letter rests on, so that the only way is back to it. */
export const isSearchOld = ({ nextAction }: Pick<RunContext, "nextAction">): boolean =>
  nextAction?.kind === NextAction_Kind.REWIND;

/** Where such a search is answered: where what it found is bound. No paper answers it where the run stands. */
export const oldSearchStage = OrchestratorState.EVIDENCE_BINDING;

/** The claim that was searched for, and what is missing for it; undefined: no search is old. */
export const oldSearch = ({
  context,
  needMap,
  needs,
}: Pick<RunView, "context" | "needMap" | "needs">):
  | { readonly claimText: string; readonly missing: MissingInput }
  | undefined => {
  const missing = context.missingInputs.find(({ kind }) => kind === MissingInput_Kind.BINDING);
  if (!isSearchOld(context) || !missing) return undefined;
  const claimId = needMap?.bindings.find(({ bindingId }) => bindingId === missing.subjectId)?.claimId;
  const claims = (needs?.sections ?? []).flatMap((section) => section.claims);
  return { claimText: claims.find((claim) => claim.claimId === claimId)?.claimText ?? "", missing };
};
