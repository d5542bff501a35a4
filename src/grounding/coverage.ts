import type { CitationLedger } from "../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { type DraftSentence, SentenceKind } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { EvidenceNeeds } from "../../gen/pincite/memo/v1/evidence_needs_pb.ts";
import type { SkeletonClaim } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRule, Remedy_Kind } from "../../gen/pincite/run/v1/look_pb.ts";
import type { DraftUnderCheck } from "./book.ts";
import type { Mending } from "./finding.ts";

/** A finding on a claim of the outline rather than on a sentence. */
export interface ClaimFinding {
  readonly claimId: string;
  readonly rule: DraftRule;
  /** The slot or entry it is about; empty: the claim as a whole. */
  readonly about: string;
  readonly remedy?: Mending;
}

/** What the outline asks of the draft: required claims are made and cited, adverse evidence is answered or dismissed. */
export const claimFindings = ({ skeleton, ledger, draft, needs }: DraftUnderCheck): ClaimFinding[] => {
  const sentences = draft.sections.flatMap((section) => section.sentences);
  const required = skeleton.sections.flatMap((section) => section.claims).filter((claim) => claim.required);
  return [
    ...required.flatMap((claim) => coverage(claim, sentences, ledger, needs)),
    ...ledger.entries.flatMap(({ entryId, adverseClaimIds }) =>
      adverseClaimIds
        .filter((claimId) => !sentences.some((one) => one.claimId === claimId && one.entryIds.includes(entryId)))
        .filter((claimId) => !draft.adverseDismissals.some((one) => one.entryId === entryId && one.claimId === claimId))
        .map((claimId) => ({
          claimId,
          rule: DraftRule.ADVERSE_UNANSWERED,
          about: entryId,
          remedy: { kind: Remedy_Kind.DISMISS, entryIds: [entryId] },
        })),
    ),
  ];
};

/** A connective sentence makes no claim, whatever it is labelled with. */
const makes = (sentence: DraftSentence, claim: SkeletonClaim): boolean =>
  sentence.claimId === claim.claimId &&
  sentence.kind !== SentenceKind.CONNECTIVE &&
  sentence.kind !== SentenceKind.UNSPECIFIED;

const coverage = (
  claim: SkeletonClaim,
  sentences: readonly DraftSentence[],
  ledger: CitationLedger,
  needs: EvidenceNeeds | undefined,
): ClaimFinding[] => {
  const { claimId } = claim;
  const makers = sentences.filter((sentence) => makes(sentence, claim));
  if (makers.length === 0) return [{ claimId, rule: DraftRule.CLAIM_NOT_MADE, about: "" }];
  const ids = new Set(makers.flatMap((sentence) => sentence.entryIds));
  const entries = ledger.entries.filter((entry) => entry.claimId === claimId);
  const cited = entries.filter((entry) => ids.has(entry.entryId));
  if (entries.length > 0 && cited.length === 0)
    return [{ claimId, rule: DraftRule.CLAIM_NOT_CITED, about: "", remedy: cite(entries) }];
  return requiredSlots(claim, needs)
    .filter((slotId) => !cited.some((entry) => entry.slotId === slotId))
    .map((slotId) => ({
      claimId,
      rule: DraftRule.CLAIM_NOT_CITED,
      about: slotId,
      remedy: cite(entries.filter((entry) => entry.slotId === slotId)),
    }));
};

const cite = (entries: CitationLedger["entries"]): Mending =>
  entries.length === 0
    ? { kind: Remedy_Kind.BIND }
    : { kind: Remedy_Kind.CITE_ENTRY, entryIds: entries.slice(0, 5).map(({ entryId }) => entryId) };

const requiredSlots = (claim: SkeletonClaim, needs: EvidenceNeeds | undefined): string[] =>
  (needs?.sections ?? [])
    .flatMap((section) => section.claims)
    .filter((each) => each.claimId === claim.claimId)
    .flatMap((each) => each.required.map((slot) => slot.slotId));
