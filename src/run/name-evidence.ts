import { type EvidenceSet, EvidenceSetSchema } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { encodeEvidenceSet, setOf } from "./build/evidence-set.ts";
import { setRole } from "./evidence-state.ts";
import { type DecisionInput, type EventDraft, encodedArtifact, type NewArtifact } from "./kernel.ts";

/** The evidence of a run; without entries where nothing was found or pinned. */
export const evidenceIn = (set: EvidenceSet | undefined): EvidenceSet => set ?? setOf([]);

/** The evidence set as an artifact, where there is one and no event has named it whole since its entries last changed. */
export const unnamedSet = ({
  snapshot,
  material,
  sha256,
}: Pick<DecisionInput, "snapshot" | "material" | "sha256">): NewArtifact | undefined => {
  const { evidenceSet: set } = material;
  if (!set || snapshot.evidenceSet) return undefined;
  return encodedArtifact(EvidenceSetSchema, set, encodeEvidenceSet(set), sha256);
};

/**
 * Names the evidence set whole, where something rests on all of it: what a turn was shown, the end of a stage, the end of the run.
 * It is made from its entries. A set that is named already is not named again.
 */
export const nameEvidenceSet = (input: DecisionInput, draft: EventDraft): void => {
  const set = unnamedSet(input);
  if (set) draft.add(set, setRole, input.snapshot.evidenceEntries);
};
