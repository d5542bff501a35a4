import { create } from "@bufbuild/protobuf";
import type { RunSnapshot } from "../../gen/pincite/journal/v1/run_snapshot_pb.ts";
import type { MessageSkeleton } from "../../gen/pincite/memo/v1/skeleton_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import {
  type AnsweredAssertion,
  AnsweredAssertionSchema,
  type AnsweredLetter,
  AnsweredLetterSchema,
} from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { Material } from "./kernel.ts";

/** The contents that say how far the letter is answered. */
export type LetterMaterial = Pick<Material, "intent" | "skeleton"> & { readonly proposals?: Material["proposals"] };

/** The letter that a run answers and what its outline says to it; undefined: no letter is pinned as answered. */
export const answeredLetter = (
  { answeredEvidenceId, answeredText, state }: RunSnapshot,
  { intent, skeleton, proposals }: LetterMaterial,
): AnsweredLetter | undefined => {
  if (!answeredText) return undefined;
  const reading = (proposals?.intent ?? intent)?.letterReading;
  return create(AnsweredLetterSchema, {
    evidenceId: answeredEvidenceId,
    text: answeredText,
    ...(reading ? { reading } : {}),
    answers: answersIn(proposals?.skeleton ?? skeleton),
    leftUnread: !reading && state > OrchestratorState.INTENT_SEED,
  });
};

const answersIn = (skeleton: MessageSkeleton | undefined): AnsweredAssertion[] => {
  const found = new Map<string, AnsweredAssertion>();
  for (const { claimId, answers } of (skeleton?.sections ?? []).flatMap(({ claims }) => claims))
    for (const { assertionId, answer } of answers) {
      const known = found.get(assertionId);
      if (known) known.claimIds.push(claimId);
      else found.set(assertionId, create(AnsweredAssertionSchema, { assertionId, answer, claimIds: [claimId] }));
    }
  for (const { assertionId, answer } of skeleton?.left ?? [])
    if (!found.has(assertionId)) found.set(assertionId, create(AnsweredAssertionSchema, { assertionId, answer }));
  return [...found.values()].toSorted((a, b) => numberOf(a) - numberOf(b));
};

const numberOf = ({ assertionId }: AnsweredAssertion): number => Number(assertionId.split(":")[1]);
