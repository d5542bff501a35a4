import type { RunView } from "./run-view.ts";

/** A claim of which words were let go, and what the draft says of it. */
export interface LetGo {
  readonly claimId: string;
  readonly claim: string;
  readonly words: readonly string[];
  /** The sentences that serve the claim; often its quotation alone, which need not say what the claim did. */
  readonly sentences: readonly string[];
}

/** The claims that a draft does not say whole since a person let words of theirs go, in the order of the outline. */
export const claimsLetGo = ({ draft, skeleton }: Pick<RunView, "draft" | "skeleton">): LetGo[] => {
  const sentences = (draft?.sections ?? []).flatMap((section) => section.sentences);
  const claims = (skeleton?.sections ?? []).flatMap((section) => section.claims);
  return claims.flatMap(({ claimId, text }) => {
    const words = (draft?.letGo ?? []).flatMap((one) => (one.claimId === claimId ? one.words : []));
    const own = sentences.filter((one) => one.claimId === claimId);
    return words.length === 0 || own.length === 0
      ? []
      : [{ claimId, claim: text, words, sentences: own.map((one) => one.text) }];
  });
};
