import type { Client } from "@connectrpc/connect";
import type { EvidenceSet } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { OrchestratorService } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";

/** The evidence of a run whose entries changed since it was an artifact; undefined: none, or it is current. Errors: RUN_NOT_FOUND. */
export const unnamedEvidence = async (
  orchestrator: Pick<Client<typeof OrchestratorService>, "getRun">,
  { runId, current }: RunContext,
): Promise<EvidenceSet | undefined> =>
  current.some(({ role }) => role === "evidence_set")
    ? undefined
    : (await orchestrator.getRun({ runId, withEvidenceSet: true })).evidenceSet;
