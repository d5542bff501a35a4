import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { EvidenceSet } from "../../../gen/pincite/evidence/v1/evidence_pb.ts";
import { CitationLedgerSchema, type LedgerEntrySchema } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import { DraftTextSchema } from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { IntentSeed } from "../../../gen/pincite/memo/v1/intent_pb.ts";
import type { LetterReading } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import type { MessageSkeleton } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import type { WorkflowProfile } from "../../../gen/pincite/memo/v1/workflow_profile_pb.ts";
import { DraftRule } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { MissingInput } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import { keptWith } from "../kept.ts";
import type { DecisionInput, DraftCheck } from "../kernel.ts";
import { answeredLetters } from "./named-letters.ts";

/**
 * Rules by which a heading is refused before there is evidence: what no later entry can carry, and hard information that is
 * in none of its claims. Names, roles and provisions may still come with the evidence; the draft's check looks at those.
 */
const early: ReadonlySet<DraftRule> = new Set([
  DraftRule.ACT_WITHOUT_ENTRY,
  DraftRule.QUOTATION_MARK_STRAY,
  DraftRule.CITATION_UNREAD,
  DraftRule.EXHIBIT_NUMBER,
  DraftRule.DATE,
  DraftRule.SUM,
  DraftRule.NUMBER,
  DraftRule.TIME,
  DraftRule.REFERENCE,
]);

/** Headings that say more than the outline, the goal and the answered letter do: mended here they need no rewind later. */
export const headingFaults = (
  { checkDraft, material: { profile, letterReading, evidenceSet } }: DecisionInput,
  intent: IntentSeed,
  skeleton: MessageSkeleton,
): MissingInput[] => faultsOf(skeleton, checkDraft, intent, profile, letterReading, evidenceSet);

/** Who confirms an outline has its headings as they were read when it was put forward. */
const faultsOf = keptWith(
  (
    skeleton: MessageSkeleton,
    checkDraft: DraftCheck,
    { parties, audience, locale, goal }: IntentSeed,
    profile: WorkflowProfile,
    letterReading: LetterReading | undefined,
    evidenceSet: EvidenceSet | undefined,
  ): MissingInput[] => {
    const said = [
      goal,
      ...skeleton.sections.flatMap(({ claims }) => claims.map(({ text }) => text)),
      ...[...(letterReading?.assertions ?? []), ...(letterReading?.questions ?? [])].map(
        ({ span }) => span?.excerpt ?? "",
      ),
      ...(evidenceSet?.entries ?? []).map(({ candidate }) => candidate?.title ?? ""),
    ].filter((text) => text !== "");
    const sections = skeleton.sections.map(({ sectionId, title }) => ({ sectionId, title }));
    return checkDraft({
      skeleton,
      parties,
      audience,
      profile,
      ledger: create(CitationLedgerSchema, { entries: said.map(carrying) }),
      draft: create(DraftTextSchema, { locale, sections }),
      letters: answeredLetters(letterReading, evidenceSet),
    }).refused.filter(({ subjectId, rule }) => subjectId.startsWith("section:") && early.has(rule));
  },
);

/** Words as an entry that a heading may take its information from. */
const carrying = (text: string, at: number): MessageInitShape<typeof LedgerEntrySchema> => ({
  entryId: `outline:${at + 1}`,
  bindingId: `outline:${at + 1}`,
  evidence: { evidence: { case: "statement", value: { text } } },
});
