import { create } from "@bufbuild/protobuf";
import { type WordsLetGo, WordsLetGoSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { type ClaimAnswerProposal, ClaimAnswerProposalSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import type { MessageSkeleton } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRule } from "../../gen/pincite/run/v1/look_pb.ts";
import type { AssertionAnswer, MissingInput } from "../../gen/pincite/run/v1/run_context_pb.ts";

/** The words of a claim that a finding is about, as they stand in it; empty: it is about no words of a claim. */
export const wordsOfFinding = (
  { rule, subjectId, startChar, endChar }: MissingInput,
  skeleton: MessageSkeleton | undefined,
): string => {
  if (rule !== DraftRule.REQUIRED_WORDS_GONE) return "";
  const claims = (skeleton?.sections ?? []).flatMap((section) => section.claims);
  const text = claims.find(({ claimId }) => claimId === subjectId)?.text ?? "";
  return [...text].slice(startChar, endChar).join("");
};

/** What lets the words go that these findings miss: for a person who has seen them. */
export const lettingGo = (findings: readonly MissingInput[], skeleton: MessageSkeleton | undefined): WordsLetGo[] => {
  const byClaim = new Map<string, string[]>();
  for (const finding of findings) {
    const words = wordsOfFinding(finding, skeleton);
    if (words !== "") byClaim.set(finding.subjectId, [...(byClaim.get(finding.subjectId) ?? []), words]);
  }
  return [...byClaim].map(([claimId, words]) => create(WordsLetGoSchema, { claimId, words: [...new Set(words)] }));
};

/** What leaves the parts of the letter open that these findings miss, or keeps all rights for them. */
export const leavingOpen = (findings: readonly MissingInput[], answer: AssertionAnswer): ClaimAnswerProposal[] =>
  findings.flatMap(({ rule, subjectId: assertionId }) =>
    rule === DraftRule.LETTER_UNANSWERED ? [create(ClaimAnswerProposalSchema, { assertionId, answer })] : [],
  );
