import type { RunView } from "./run-view.ts";

/** What leaves the letter with a claim. */
export interface FallsWith {
  /** Its own sentences, by sentence_id, in the order of the draft. */
  readonly sentenceIds: readonly string[];
  /** Words of the answered letter that nothing answers any more. */
  readonly unanswered: readonly string[];
  /** Other claims, by their words, whose sentences cite what was quoted for it. */
  readonly citing: readonly string[];
}

type Seen = Pick<RunView, "draft" | "ledger" | "letterReading" | "skeleton">;

/** What a letter loses where it does without a claim. */
export const fallsWith = ({ draft, ledger, letterReading, skeleton }: Seen, claimId: string): FallsWith => {
  const sentences = (draft?.sections ?? []).flatMap((section) => section.sentences);
  const claims = (skeleton?.sections ?? []).flatMap((section) => section.claims);
  const answeredBy = (one: (typeof claims)[number]): string[] => one.answers.map(({ assertionId }) => assertionId);
  const others = new Set(claims.filter((one) => one.claimId !== claimId).flatMap(answeredBy));
  const alone = new Set(
    claims
      .filter((one) => one.claimId === claimId)
      .flatMap(answeredBy)
      .filter((id) => !others.has(id)),
  );
  const entryIds = new Set((ledger?.entries ?? []).flatMap((one) => (one.claimId === claimId ? [one.entryId] : [])));
  const citing = new Set(
    sentences.flatMap((one) =>
      one.claimId !== claimId && one.entryIds.some((id) => entryIds.has(id)) ? [one.claimId] : [],
    ),
  );
  return {
    sentenceIds: sentences.flatMap((one) => (one.claimId === claimId ? [one.sentenceId] : [])),
    unanswered: [...(letterReading?.assertions ?? []), ...(letterReading?.questions ?? [])].flatMap(
      ({ partId, span }) => (alone.has(partId) ? [span?.excerpt ?? ""] : []),
    ),
    citing: claims.flatMap((one) => (citing.has(one.claimId) ? [one.text] : [])),
  };
};
