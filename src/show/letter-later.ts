import type { LaterOnLetter } from "../../gen/pincite/orchestrator/v1/orchestrator_service_pb.ts";
import { OrchestratorState } from "../../gen/pincite/run/v1/orchestrator_state_pb.ts";
import { AssertionAnswer, ItemDecision, type RunContext } from "../../gen/pincite/run/v1/run_context_pb.ts";
import type { RunView } from "./run-view.ts";

/** Where it is told what the other side wrote later of the answered letter: where that is answered, and where the answers stand in the draft. */
export const tellsLetterLater = ({ state, answeredLetter }: Pick<RunContext, "state" | "answeredLetter">): boolean =>
  answeredLetter?.reading !== undefined && (state === OrchestratorState.SKELETON || state === OrchestratorState.DRAFT);

/** What was written later of a part of the letter; undefined: nothing that shares words with it. */
export const laterOnPart = ({ letterLater = [] }: Pick<RunView, "letterLater">, partId: string) =>
  letterLater.find((one) => one.partId === partId);

/** The same of a claim of the outline: of the sum that it demands, and of the parts that it answers, each sentence once. */
export const laterOnClaim = (view: Pick<RunView, "letterLater" | "skeleton">, claimId: string): LaterOnLetter[] => {
  const claim = (view.skeleton?.sections ?? []).flatMap(({ claims }) => claims).find((one) => one.claimId === claimId);
  const answered = (claim?.answers ?? []).flatMap(({ assertionId, answer }) =>
    answer === AssertionAnswer.RESTS ? [] : (laterOnPart(view, assertionId) ?? []),
  );
  const told = [...(view.letterLater ?? []).filter(({ partId }) => partId === claimId), ...answered];
  return [...new Map(told.map((one) => [sentenceOf(one), one])).values()];
};

/** A sentence that the other side wrote later, and the claims that the draft says to the parts of the letter which it is about. */
export interface LaterInDraft {
  readonly said: LaterOnLetter;
  readonly claims: readonly { readonly claimId: string; readonly text: string }[];
}

/** What was written later of what a draft answers, in the order of the outline; a claim that the draft does not say is told of nowhere. */
export const laterInDraft = (
  view: Pick<RunView, "letterLater" | "skeleton" | "draft"> & { readonly context: Pick<RunContext, "items"> },
): LaterInDraft[] => {
  const out = new Set(
    view.context.items.flatMap(({ itemId, decision }) => (decision === ItemDecision.REJECT ? [itemId] : [])),
  );
  const sentences = (view.draft?.sections ?? []).flatMap((section) => section.sentences);
  const texts = Map.groupBy(
    sentences.filter(({ sentenceId }) => !out.has(sentenceId)),
    ({ claimId }) => claimId,
  );
  const claims = (view.skeleton?.sections ?? []).flatMap((section) => section.claims);
  const told = claims.flatMap(({ claimId }) => {
    const text = (texts.get(claimId) ?? []).map((one) => one.text).join(" ");
    return text === "" ? [] : laterOnClaim(view, claimId).map((said) => ({ said, claim: { claimId, text } }));
  });
  return [...Map.groupBy(told, ({ said }) => sentenceOf(said)).values()].flatMap((all) =>
    all[0] ? [{ said: all[0].said, claims: all.map(({ claim }) => claim) }] : [],
  );
};

const sentenceOf = ({ evidenceId, words }: LaterOnLetter): string => `${evidenceId} ${words}`;
