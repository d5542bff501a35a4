import type { SideModel } from "../../model/side-model.ts";
import type { DecisionInput } from "../../run/kernel.ts";
import type { Runs } from "../run/runs.ts";

/**
 * Of these documents those whose words a model elsewhere is not shown, ascending: marked as holding health data, or gone. Where the
 * Vault does not say, all of them; none where the model is on this machine.
 */
export const withheldFrom = async (
  { isLocal }: SideModel,
  runs: Runs,
  { snapshot }: DecisionInput,
  documents: readonly string[],
  signal: AbortSignal,
): Promise<string[]> => {
  const asked = [...new Set(documents)].toSorted();
  if (isLocal || asked.length === 0) return [];
  const { strandId } = snapshot;
  const found = await runs.parts.directory.withHealth(asked, { strandId, signal }).catch(() => asked);
  return [...new Set(found)].toSorted();
};
