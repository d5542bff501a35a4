import type { LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import type { DraftText } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { MessageSkeleton } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRule, type RefusedWords } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { MissingInput } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { shareContent } from "../../grounding/content-words.ts";
import { draftOfClaim, refusedInClaim } from "../claim-draft.ts";

/** Reads a draft and says what is refused in it. */
type Check = (draft: DraftText) => readonly MissingInput[];

/**
 * The findings, those of words that are gone with what stops a sentence from saying the claim as it stands, and with the entries that have those
 * words and speak of what the claim speaks of: the day of a bill for service costs shows nothing of a removal.
 */
export const withRefusedWords = (
  findings: readonly MissingInput[],
  { sections }: Pick<MessageSkeleton, "sections">,
  entries: readonly LedgerEntry[],
  check: Check,
): MissingInput[] => {
  const ofClaim = new Map<string, RefusedWords[]>();
  return findings.map((finding) => {
    const { rule, subjectId: claimId, remedy } = finding;
    if (rule !== DraftRule.REQUIRED_WORDS_GONE || !remedy) return finding;
    let refused = ofClaim.get(claimId);
    if (!refused) {
      const section = sections.find(({ claims }) => claims.some((claim) => claim.claimId === claimId));
      const text = section?.claims.find((claim) => claim.claimId === claimId)?.text ?? "";
      const cited = entries.flatMap((entry) => (entry.claimId === claimId ? [entry.entryId] : []));
      const isOfIt = new Set(entries.flatMap((entry) => (shareContent(text, wordsOf(entry)) ? [entry.entryId] : [])));
      refused = section
        ? refusedInClaim(check(draftOfClaim(text, cited, { claimId, sectionId: section.sectionId })))
        : [];
      for (const one of refused) one.entryIds = one.entryIds.filter((id) => isOfIt.has(id));
      ofClaim.set(claimId, refused);
    }
    remedy.refusedWords = refused;
    return finding;
  });
};

const wordsOf = ({ span, evidence }: LedgerEntry): string =>
  span?.excerpt ?? (evidence?.evidence.case === "statement" ? evidence.evidence.value.text : "");
