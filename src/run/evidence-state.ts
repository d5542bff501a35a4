import type { ArtifactRef } from "../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { EvidenceSet } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { NeedsIssued, RunEvent } from "../../gen/pincite/journal/v1/run_event_pb.ts";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";

/** Role under which an event records an entry of the evidence set. */
export const entryRole = "evidence_entry";

/** Role under which an event names the evidence set whole, as it then is. */
export const setRole = "evidence_set";

type EvidenceState = Partial<Pick<RunSnapshot, "evidenceSet" | "evidenceEntries">>;

/** Returns what an event makes of the evidence set: it changes entries, or it names the set whole. */
export const evidenceState = (snapshot: RunSnapshot, { event, artifacts }: RunEvent): EvidenceState => {
  const changed = event.case === "needsIssued" ? changedEntries(snapshot, event.value) : {};
  const whole = artifacts.findLast(({ role }) => role === setRole)?.ref;
  return whole ? { ...changed, evidenceSet: whole } : changed;
};

const changedEntries = (
  { evidenceEntries }: RunSnapshot,
  { evidenceSet, entryChanges }: NeedsIssued,
): EvidenceState => {
  // Journals from before entries were artifacts of their own name the set whole each time.
  if (evidenceSet) return { evidenceSet, evidenceEntries: [] };
  if (entryChanges.length === 0) return {};
  const now: (ArtifactRef | undefined)[] = [...evidenceEntries];
  // A journal that is handed to somebody may hold any number.
  for (const { place, entry } of entryChanges) if (place > 0 && place <= now.length + 1) now[place - 1] = entry;
  return { evidenceSet: undefined, evidenceEntries: now.filter((entry) => entry !== undefined) };
};

/** The entries that bindings of this evidence were made from, each once; the whole set where only that was named. */
export const entriesFor = (
  { evidenceSet, evidenceEntries }: RunSnapshot,
  set: EvidenceSet | undefined,
  evidenceIds: readonly string[],
): ArtifactRef[] => {
  if (evidenceEntries.length === 0) return evidenceSet ? [evidenceSet] : [];
  const wanted = new Set(evidenceIds);
  return evidenceEntries.filter((_, at) => wanted.has(set?.entries[at]?.candidate?.evidenceId ?? ""));
};
