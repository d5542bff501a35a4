import { create } from "@bufbuild/protobuf";
import type { RunSnapshot } from "../../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import { type LatePaper, LatePaperSchema } from "../../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { chosenBindings, paperOf } from "../../run/choices.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import type { CamePaper } from "../run/ports.ts";
import type { Runs } from "../run/runs.ts";

/**
 * Papers that came into the strand after the run first began to choose passages, and that it does not rest on: what came last first.
 * Errors: RUN_NOT_FOUND, DATA_LOSS, UPSTREAM_UNAVAILABLE.
 */
export const latePapers = async (runs: Runs, runId: string, signal: AbortSignal): Promise<LatePaper[]> => {
  const run = await runs.load(runId);
  const came = await cameLate(runs, run.snapshot, signal);
  if (came.length === 0) return [];
  const used = usedPapers(await runs.input(run, runs.user));
  return came
    .filter(({ evidenceId }) => !used.has(evidenceId))
    .toSorted((a, b) => (a.importedAtIso < b.importedAtIso ? 1 : a.importedAtIso > b.importedAtIso ? -1 : 0))
    .map((paper) => create(LatePaperSchema, paper));
};

/** Papers that came into the strand after the run first began to choose passages, used or not; none before. Errors: UPSTREAM_UNAVAILABLE. */
export const cameLate = async (
  { parts }: Runs,
  { state, strandId, papersKnownIso }: RunSnapshot,
  signal: AbortSignal,
): Promise<readonly CamePaper[]> =>
  state < OrchestratorState.EVIDENCE_NEEDS || papersKnownIso === ""
    ? []
    : parts.directory.cameAfter(papersKnownIso, { strandId, signal });

/** Papers that a person or the guide has done something with: bound, chosen or pinned. */
const usedPapers = (input: DecisionInput): ReadonlySet<string> => {
  const { snapshot, material } = input;
  const bound = [...((material.proposals.needMap ?? material.needMap)?.bindings ?? []), ...chosenBindings(input)];
  return new Set([...bound.flatMap((one) => paperOf(one) ?? []), ...snapshot.pinnedEvidenceIds]);
};
