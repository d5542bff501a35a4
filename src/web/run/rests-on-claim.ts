import type { RunView } from "../../client/run-view.ts";

/** Items of the current artifacts that rest on a claim, the claim first, in the order of the stages. */
export const restsOnClaim = ({ needs, needMap, ledger, draft }: RunView, claimId: string): string[] => {
  const isOf = (one: { readonly claimId: string }): boolean => one.claimId === claimId;
  const claims = (needs?.sections ?? []).flatMap((section) => section.claims).filter(isOf);
  const entryIds = (ledger?.entries ?? []).filter(isOf).map(({ entryId }) => entryId);
  const sentences = (draft?.sections ?? [])
    .flatMap((section) => section.sentences)
    .filter((one) => isOf(one) || one.entryIds.some((id) => entryIds.includes(id)));
  return [
    claimId,
    ...claims.flatMap(({ required, optional }) => [...required, ...optional].map(({ slotId }) => slotId)),
    ...(needMap?.bindings ?? []).filter(isOf).map(({ bindingId }) => bindingId),
    ...entryIds,
    ...sentences.map(({ sentenceId }) => sentenceId),
  ];
};
