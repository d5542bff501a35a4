import { create } from "@bufbuild/protobuf";
import { CitationLedgerSchema, type LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { SentenceKind } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { IntentSeed } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import { MessageSkeletonSchema } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { LookCode } from "../../../gen/pincite/run/v1/look_pb.ts";
import { draftOfClaim } from "../claim-draft.ts";
import { keptWith } from "../kept.ts";
import type { DecisionInput, DraftCheck } from "../kernel.ts";
import type { Sight } from "./look.ts";
import type { Bound } from "./source.ts";
import { asksForView } from "./template.ts";

/** Codes of looks on a sentence that would say the claim, which say of the quotes that they are not its evidence. */
const codes: ReadonlySet<LookCode> = new Set([
  LookCode.ACT_OF_ANOTHER,
  LookCode.NEGATION_LOST,
  LookCode.QUOTATION_DENIED,
  LookCode.NOUN_NOT_IN_EVIDENCE,
]);

/**
 * The claim read as a sentence that cites its quotes: who did or said it, on what day, and whether it was so, must be in their
 * words, as it must when the draft says it. A claim that answers a letter puts the letter's words beside other evidence and is
 * left alone.
 */
export const claimSights = (
  { checkDraft, material: { intent, profile } }: DecisionInput,
  { claimText, slot, letterDays }: Bound,
  entries: readonly LedgerEntry[],
): readonly Sight[] => {
  const [first] = entries;
  if (!first || asksForView(slot, profile) || letterDays.length > 0 || claimText.includes("“")) return [];
  return sightsAsSentence(first, checkDraft, intent, profile, claimText, ...entries);
};

/**
 * Every decision from the quotes on asks for the looks of the same entries, and reading a claim as a draft is the dearest of
 * them: it is read again only where the claim, one of its quotes or the intent is another.
 */
const sightsAsSentence = keptWith(
  (
    _first: LedgerEntry,
    checkDraft: DraftCheck,
    intent: IntentSeed | undefined,
    profile: WorkflowProfile,
    claimText: string,
    ...entries: readonly LedgerEntry[]
  ): readonly Sight[] => {
    const entryIds = entries.map(({ entryId }) => entryId);
    const { looks } = checkDraft({
      skeleton: create(MessageSkeletonSchema, {}),
      ledger: create(CitationLedgerSchema, { entries: [...entries] }),
      draft: draftOfClaim(claimText, entryIds, { kind: SentenceKind.FACT, locale: intent?.locale ?? "" }),
      parties: intent?.parties ?? [],
      audience: intent?.audience ?? "",
      profile,
    });
    return looks
      .filter(({ code }) => codes.has(code))
      .map(({ code, startChar, endChar }) => ({ code, place: { startChar, endChar }, rest: [claimText] }));
  },
);
