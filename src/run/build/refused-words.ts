import { create } from "@bufbuild/protobuf";
import type { LedgerEntry } from "../../../gen/pincite/memo/v1/citation_ledger_pb.ts";
import {
  DraftSectionSchema,
  DraftSentenceSchema,
  type DraftText,
  DraftTextSchema,
  SentenceKind,
} from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { MessageSkeleton } from "../../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRule, type RefusedWords, RefusedWordsSchema } from "../../../gen/pincite/run/v1/look_pb.ts";
import type { MissingInput } from "../../../gen/pincite/run/v1/run_context_pb.ts";

/** Reads a draft and says what is refused in it. */
type Check = (draft: DraftText) => readonly MissingInput[];

/** The findings, those of words that are gone with what stops a sentence from saying the claim as it stands. */
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
      refused = section ? refusedOf(check(saying(claimId, text, section.sectionId, cited))) : [];
      ofClaim.set(claimId, refused);
    }
    remedy.refusedWords = refused;
    return finding;
  });
};

/** A draft that says one claim in its own words, and nothing else. */
const saying = (claimId: string, text: string, sectionId: string, entryIds: string[]): DraftText => {
  const sentence = { sentenceId: only, kind: SentenceKind.ARGUMENT, claimId, text, entryIds };
  const sentences = [create(DraftSentenceSchema, sentence)];
  return create(DraftTextSchema, { sections: [create(DraftSectionSchema, { sectionId, sentences })] });
};

/** The id of its sentence: no draft is stored with it. */
const only = "sentence:0";

const refusedOf = (findings: readonly MissingInput[]): RefusedWords[] =>
  findings
    .filter(({ subjectId }) => subjectId === only)
    .map(({ rule, startChar, endChar }) => create(RefusedWordsSchema, { rule, startChar, endChar }))
    .slice(0, refusedMax);

/** As many as the proto says. */
const refusedMax = 20;
