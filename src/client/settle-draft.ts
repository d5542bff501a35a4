import { create } from "@bufbuild/protobuf";
import { type WordsLetGo, WordsLetGoSchema } from "../../gen/pincite/memo/v1/draft_text_pb.ts";
import { type ClaimAnswerProposal, ClaimAnswerProposalSchema } from "../../gen/pincite/memo/v1/letter_pb.ts";
import type { MessageSkeleton } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { DraftRule, type RefusedWords } from "../../gen/pincite/run/v1/look_pb.ts";
import type { AssertionAnswer, MissingInput } from "../../gen/pincite/run/v1/run_context_pb.ts";

/** The words of a claim that a finding is about, as they stand in it; empty: it is about no words of a claim. */
export const wordsOfFinding = (
  { rule, subjectId, startChar, endChar }: MissingInput,
  skeleton: MessageSkeleton | undefined,
): string => {
  if (rule !== DraftRule.REQUIRED_WORDS_GONE) return "";
  return textOfClaim(subjectId, skeleton).slice(startChar, endChar).join("");
};

/** The code points of a claim. */
const textOfClaim = (id: string, skeleton: MessageSkeleton | undefined): string[] => {
  const claims = (skeleton?.sections ?? []).flatMap((section) => section.claims);
  return [...(claims.find(({ claimId }) => claimId === id)?.text ?? "")];
};

/** What stops a sentence from saying a claim as it stands: each with the words concerned, as they stand in the claim; empty: its whole. */
export const refusedWordsOf = (
  { subjectId, remedy }: MissingInput,
  skeleton: MessageSkeleton | undefined,
): { readonly words: string; readonly refused: RefusedWords }[] => {
  const text = textOfClaim(subjectId, skeleton);
  return (remedy?.refusedWords ?? []).map((refused) => ({
    words: text.slice(refused.startChar, refused.endChar).join(""),
    refused,
  }));
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

/** Whether these words of a claim are all it says: the draft only quotes what it rests on. */
export const isQuotedAlone = (
  { claimId, words: [first = "", ...more] }: WordsLetGo,
  skeleton: MessageSkeleton | undefined,
): boolean => more.length === 0 && first !== "" && first === textOfClaim(claimId, skeleton).join("");

/** What leaves the parts of the letter open that these findings miss, or keeps all rights for them. */
export const leavingOpen = (findings: readonly MissingInput[], answer: AssertionAnswer): ClaimAnswerProposal[] =>
  findings.flatMap(({ rule, subjectId: assertionId }) =>
    rule === DraftRule.LETTER_UNANSWERED ? [create(ClaimAnswerProposalSchema, { assertionId, answer })] : [],
  );
