import { OrchestratorState } from "../../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { DomainError } from "../../error.ts";
import { mayHoldHealth } from "../../grounding/health.ts";
import { worded } from "../../messages/said.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import type { EvidenceDirectory } from "../run/ports.ts";

/**
 * Keeps a memo from being finalised for a reader who may not know of somebody's health, where it cites a document that a person
 * marked so, or that nobody can look up any more. Errors: STAGE_FORBIDS, UPSTREAM_UNAVAILABLE.
 */
export const refuseHealth = async (
  { snapshot, material }: DecisionInput,
  directory: Pick<EvidenceDirectory, "withHealth">,
): Promise<void> => {
  const audience = material.intent?.audience ?? "";
  if (snapshot.state !== OrchestratorState.DRAFT || mayHoldHealth(audience, material.profile)) return;
  const evidenceIds = citedDocuments(material);
  if (evidenceIds.length === 0) return;
  const { signal } = new AbortController();
  const [first, ...more] = await directory.withHealth(evidenceIds, { strandId: snapshot.strandId, signal });
  if (first === undefined) return;
  throw new DomainError(
    "STAGE_FORBIDS",
    worded("error.is-marked-as-holding-health-data-and-this", { first, audience: audience || "nobody named" }),
    { evidence_ids: [first, ...more].join(","), audience },
  );
};

/** Documents that the confirmed draft cites. */
const citedDocuments = ({ draft, ledger }: DecisionInput["material"]): string[] => {
  const cited = new Set(
    (draft?.sections ?? []).flatMap(({ sentences }) => sentences.flatMap(({ entryIds }) => entryIds)),
  );
  const ids = (ledger?.entries ?? []).flatMap(({ entryId, evidence }) =>
    cited.has(entryId) && evidence?.evidence.case === "document" ? [evidence.evidence.value.evidenceId] : [],
  );
  return [...new Set(ids)];
};
