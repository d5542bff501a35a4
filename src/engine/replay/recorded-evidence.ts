import {
  type EvidenceEntry,
  EvidenceEntrySchema,
  EvidenceSetSchema,
} from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { NeedsIssued } from "../../../gen/pincite/journal/v1/run_event_pb.ts";
import { type RunRecording, recordedUnder } from "./recording.ts";

/** The last entry that events up to `seq` (default: all) recorded for this evidence, also a removed one; undefined: none. */
export const lastEntry = (
  recording: RunRecording,
  evidenceId: string,
  seq = recording.events.length,
): EvidenceEntry | undefined => {
  for (let at = seq - 1; at >= 0; at--) {
    const event = recording.events[at]?.event.event;
    const entry = event?.case === "needsIssued" ? entryIn(recording, event.value, evidenceId) : undefined;
    if (entry) return entry;
  }
  return undefined;
};

const entryIn = (
  recording: RunRecording,
  { entryChanges, evidenceSet }: NeedsIssued,
  evidenceId: string,
): EvidenceEntry | undefined => {
  const isOfIt = ({ candidate }: EvidenceEntry): boolean => candidate?.evidenceId === evidenceId;
  for (const { entry: ref } of entryChanges) {
    const entry = ref && recordedUnder(recording, EvidenceEntrySchema, ref.digest);
    if (entry && isOfIt(entry)) return entry;
  }
  // Journals from before entries were artifacts of their own name the set whole.
  const set = evidenceSet && recordedUnder(recording, EvidenceSetSchema, evidenceSet.digest);
  return set?.entries.find(isOfIt);
};
