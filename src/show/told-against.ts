import type { PassageCandidate } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import type { Party } from "../../gen/pincite/memo/v1/party_pb.ts";
import type { SlotCandidates } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { isToAnother } from "../grounding/addressee.ts";
import type { RunView } from "./run-view.ts";
import { standingBeside } from "./standing-beside.ts";

/**
 * Ids of quotes whose paper is told to be no plain ground for a claim, however well its words fit: its writer named it later, it says itself
 * that it is a concept, it is addressed to somebody who is no party, or the words are among those that must not be said. One press says yes to none of them: a person has read that first.
 */
export const toldAgainst = (
  view: Pick<RunView, "draft" | "ledger" | "needMap" | "intent">,
  slots: readonly SlotCandidates[],
): ReadonlySet<string> => {
  const parties = view.intent?.parties ?? [];
  const told = (view.ledger?.entries ?? []).filter(({ entryId }) =>
    standingBeside(view, entryId, slots).some((passage) => speaksAgainst(passage, parties)),
  );
  return new Set(told.map(({ entryId }) => entryId));
};

const speaksAgainst = (passage: PassageCandidate, parties: readonly Party[]): boolean =>
  passage.mustNotBeSaid.length + passage.namedLater.length > 0 ||
  passage.paperState !== undefined ||
  isToAnother(passage, parties);
