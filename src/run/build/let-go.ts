import { create } from "@bufbuild/protobuf";
import { Principal_Kind } from "../../../gen/pincite/audit/v1/audit_meta_pb.ts";
import {
  type DraftTextProposal,
  type WordsLetGo,
  WordsLetGoSchema,
} from "../../../gen/pincite/memo/v1/draft_text_pb.ts";
import type { ClaimAnswer } from "../../../gen/pincite/memo/v1/letter_pb.ts";
import { AssertionAnswer } from "../../../gen/pincite/run/v1/run_context_pb.ts";
import type { DecisionInput } from "../kernel.ts";
import { invalidProposal } from "../refusals.ts";
import { inOrderOfPart } from "./answered-outline.ts";
import { AssertionBook } from "./assertion-book.ts";

/** Words of required claims that a person let go, now or before, which the claims still have, in order. Errors: PROPOSAL_INVALID. */
export const letGoOf = (input: DecisionInput, { letGo }: DraftTextProposal): WordsLetGo[] => {
  if (letGo.length > 0 && input.actor.kind === Principal_Kind.MODEL)
    throw invalidProposal("let_go", "error.only-a-user-may-let-words-go");
  const claims = (input.material.skeleton?.sections ?? []).flatMap((section) => section.claims);
  for (const [at, { claimId }] of letGo.entries())
    if (!claims.some((claim) => claim.claimId === claimId))
      throw invalidProposal(`let_go[${at}].claim_id`, "error.the-skeleton-has-no-claim", { stray: claimId });
  const all = [...(input.material.proposals.draft?.letGo ?? []), ...letGo];
  return claims.flatMap(({ claimId, text }) => {
    const named = all.filter((one) => one.claimId === claimId).flatMap(({ words }) => words);
    const words = [...new Set(named)].filter((one) => text.includes(one));
    return words.length === 0 ? [] : [create(WordsLetGoSchema, { claimId, words })];
  });
};

/** Parts of the letter that a person leaves open in the draft, or for which all rights are kept. Errors: PROPOSAL_INVALID. */
export const leftInDraft = (input: DecisionInput, { left }: DraftTextProposal): ClaimAnswer[] => {
  const book = new AssertionBook(input);
  const all = new Map(
    (input.material.proposals.draft?.left ?? []).filter((one) => book.stands(one)).map((one) => [one.assertionId, one]),
  );
  for (const [at, given] of left.entries()) {
    if (given.answer !== AssertionAnswer.LEFT_OPEN && given.answer !== AssertionAnswer.RESERVED)
      throw invalidProposal(`left[${at}].answer`, "letter.in-the-draft-a-part-is-left-open-or-reserved");
    all.set(given.assertionId, book.stored(given, `left[${at}].assertion_id`));
  }
  return inOrderOfPart([...all.values()]);
};
