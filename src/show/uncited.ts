import { type PassageCandidate, PassageCandidate_Reason } from "../../gen/pincite/evidence/v1/evidence_pb.ts";
import { PartyRole } from "../../gen/pincite/memo/v1/party_pb.ts";
import type { SlotCandidates } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { speakerOf } from "./passage-speaker.ts";
import type { RunView } from "./run-view.ts";

/** What a paper that the memo rests nothing on says about one of its claims. */
export interface Uncited {
  readonly claimId: string;
  readonly claimText: string;
  readonly passage: PassageCandidate;
}

/** So many are shown: what a reader of the other side would look for first. */
export const uncitedMost = 5;

/** So many passages of a claim are looked through for papers that are not cited. */
export const uncitedAmong = 6;

/** A passage that shares fewer words with the claim is about something else. */
const sharedMin = 2;

type Cited = Pick<RunView, "intent" | "needs" | "needMap">;

/**
 * What papers of others say about the claims of a memo that rests nothing on them, one passage a paper: what stands first among a
 * claim's passages comes first, and of these the newest. It may agree with the claim or gainsay it, also where the paper came
 * after everything was chosen; a person reads both. The author's own words are no news to her.
 */
export const uncited = (view: Cited, slots: readonly SlotCandidates[]): Uncited[] => {
  const cited = citedPapers(view);
  const claims = claimsBySlot(view);
  const found = slots.flatMap(({ slotId, candidates }) =>
    candidates.slice(0, uncitedAmong).flatMap((passage, place) => {
      const evidenceId = passage.evidence?.evidenceId ?? "";
      const claim = claims.get(slotId);
      const isAnswered = passage.reasons.includes(PassageCandidate_Reason.ANSWERED_LETTER);
      const isNews = passage.locator && passage.marked.length >= sharedMin && !isAnswered && !isAuthors(view, passage);
      return claim && isNews && !cited.has(evidenceId) ? [{ ...claim, passage, place, evidenceId }] : [];
    }),
  );
  const best = new Map<string, (typeof found)[number]>();
  for (const one of found.toSorted((a, b) => a.place - b.place))
    if (!best.has(one.evidenceId)) best.set(one.evidenceId, one);
  return [...best.values()]
    .toSorted((a, b) => a.place - b.place || (a.passage.day < b.passage.day ? 1 : -1))
    .slice(0, uncitedMost)
    .map(({ claimId, claimText, passage }) => ({ claimId, claimText, passage }));
};

const citedPapers = ({ needMap }: Cited): Set<string> =>
  new Set(
    (needMap?.bindings ?? []).flatMap(({ evidence }) =>
      evidence?.evidence.case === "document" ? [evidence.evidence.value.evidenceId] : [],
    ),
  );

const claimsBySlot = ({ needs }: Cited) =>
  new Map(
    (needs?.sections ?? [])
      .flatMap(({ claims }) => claims)
      .flatMap(({ claimId, claimText, required, optional }) =>
        [...required, ...optional].map(({ slotId }) => [slotId, { claimId, claimText }] as const),
      ),
  );

const isAuthors = ({ intent }: Cited, passage: PassageCandidate): boolean => {
  const speaker = speakerOf(passage).toLowerCase();
  return (intent?.parties ?? []).some(
    ({ role, names, addresses }) =>
      role === PartyRole.AUTHOR && [...names, ...addresses].some((one) => speaker.includes(one.toLowerCase())),
  );
};
