import { create } from "@bufbuild/protobuf";
import type { ArtifactRef } from "../../../gen/pincite/artifact/v1/artifact_ref_pb.ts";
import type { DocumentEvidence, EvidenceCandidate } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { EvidenceSlot } from "../../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import { SlotKind } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { type Place, type PlaceResolution, PlaceSchema } from "../../../gen/pincite/span/v1/span_pb.ts";
import { worded } from "../../messages/said.ts";
import { invalidProposal, refusedProposal } from "../refusals.ts";

/** What the source answered to one place, and the recorded call in which it did. */
export interface ResolvedPlace {
  readonly toolResultId: string;
  readonly toolResult: ArtifactRef;
  /** Absent where the document could not be read; `problem` says why. */
  readonly resolution: PlaceResolution | undefined;
  readonly problem: string;
}

/** Places that the source was asked for in this proposal, by `placeKey`. */
export type ResolvedPlaces = ReadonlyMap<string, ResolvedPlace>;

/** Names a place of a document by what was asked for; offsets and labels of the question are none of it. */
export const placeKey = (evidenceId: string, { named }: Place): string =>
  `${evidenceId} ${named.case ?? ""} ${named.value ?? ""}`;

/**
 * The resolved place of a document binding, with the call that resolved it; undefined for a slot that takes no place.
 * The place comes from the recorded call alone: not from a client, not from a model, and not from free text.
 */
export const placeFor = (
  slot: EvidenceSlot,
  asked: DocumentEvidence,
  candidate: EvidenceCandidate,
  places: ResolvedPlaces,
  path: string,
): { readonly place: Place; readonly call: ResolvedPlace } | undefined => {
  const { place, location, evidenceId } = asked;
  if (location.trim() !== "" && !place)
    throw invalidProposal(`${path}.document.location`, "error.a-location-in-words-is-not-taken");
  if (slot.kind !== SlotKind.LOCATION) {
    if (!place) return undefined;
    throw invalidProposal(`${path}.document.place`, "error.asks-for-no-place-leave-it-out-a-quote-says", {
      slotId: slot.slotId,
    });
  }
  if (!place)
    throw invalidProposal(`${path}.document.place`, "error.asks-for-a-place-in", { slotId: slot.slotId, evidenceId });
  const call = places.get(placeKey(evidenceId, place));
  if (!call) throw invalidProposal(`${path}.document.place`, "error.a-place-must-be-resolved-by-its-source-first");
  const found = call.resolution?.place;
  if (!found)
    throw refusedProposal(
      `${path}.document.place`,
      call.resolution?.message || call.problem || worded("error.the-source-gave-no-answer"),
    );
  if (found.sourceDigest !== candidate.sourceDigest)
    throw invalidProposal(`${path}.document.place`, "error.has-another-text-than-when-it-was-found", { evidenceId });
  return { place: create(PlaceSchema, found), call };
};
