import type { SlotCandidates } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import type { RunView } from "../show/run-view.ts";
import { lackingWords, plainWords } from "./passages.ts";

/** A claim that a draft does not say whole, and what the draft says of it. */
export interface LetGo {
  readonly claimId: string;
  readonly claim: string;
  readonly words: readonly string[];
  /** The sentences that serve the claim; often its quotation alone, which need not say what the claim did. */
  readonly sentences: readonly string[];
}

/**
 * The claims that a draft does not say whole, in the order of the outline: a person let words of theirs go, or the passage that stands for them
 * does not say them and no sentence does beside it. `slots`: what stands for each slot; none: only what a person let go is told.
 */
export const claimsLetGo = (
  { draft, skeleton, needs }: Pick<RunView, "draft" | "skeleton" | "needs">,
  slots: Iterable<SlotCandidates> = [],
): LetGo[] => {
  const sentences = (draft?.sections ?? []).flatMap((section) => section.sentences);
  const claims = (skeleton?.sections ?? []).flatMap((section) => section.claims);
  const standing = new Map([...slots].map((one) => [one.slotId, one.standing]));
  const slotsOf = new Map(
    (needs?.sections ?? []).flatMap((section) =>
      section.claims.map(({ claimId, required, optional }) => [claimId, [...required, ...optional]] as const),
    ),
  );
  return claims.flatMap(({ claimId, text }) => {
    const own = sentences.filter((one) => one.claimId === claimId).map((one) => one.text);
    const said = ` ${plainWords(own.map((one) => one.replace(/“[^”]*”/gu, "")).join("\n"))} `;
    const isSaid = (words: string): boolean => said.includes(` ${plainWords(words)} `);
    const lacking = (slotsOf.get(claimId) ?? []).flatMap(({ slotId }) => {
      const passage = standing.get(slotId);
      const { absent, otherwise } = passage ? lackingWords(passage, text) : { absent: [], otherwise: [] };
      return [...absent, ...otherwise];
    });
    const gone = (draft?.letGo ?? []).flatMap((one) => (one.claimId === claimId ? one.words : []));
    // What was let go on other passages may be said on these.
    const words = [...new Set([...gone, ...lacking])].filter((one) => !isSaid(one));
    return words.length === 0 || own.length === 0 ? [] : [{ claimId, claim: text, words, sentences: own }];
  });
};
